"""What is done to a tile: joined with another, mapped, scaled, centered, shifted, sorted, summed up as it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add, sub
from statistics import fmean
from typing import NamedTuple

from generator.synthesis.builder import Builder
from generator.synthesis.finish import gather
from generator.synthesis.functions import add_function, body, function_lines
from generator.synthesis.helper_names import leave
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import returned
from generator.synthesis.rules import SCALAR
from generator.synthesis.samples import COUNT, VALUES, Samples


class Elements(NamedTuple):
    """What a tile's elements lie between, and samples of them: a guess where rough."""

    low: float
    high: float
    samples: Samples
    rough: bool = False

    def times(self, factor: float) -> Elements:
        """A positive multiple of each."""
        return Elements(self.low * factor, self.high * factor, tuple([x * factor for x in self.samples]), self.rough)

    def shifted(self, by: float) -> Elements:
        """A number more of each."""
        return Elements(self.low + by, self.high + by, tuple([x + by for x in self.samples]), self.rough)

    def less(self, other: Elements) -> Elements:
        """Their differences."""
        gaps = tuple(map(sub, self.samples, other.samples))
        return Elements(self.low - other.high, self.high - other.low, gaps, self.rough or other.rough)

    def plus(self, other: Elements) -> Elements:
        """Their sums."""
        sums = tuple(map(add, self.samples, other.samples))
        return Elements(self.low + other.low, self.high + other.high, sums, self.rough or other.rough)


@dataclass(frozen=True)
class Tile:
    """A tile's local, its length by name and as a number, and what is in it."""

    name: str
    size: str
    length: int
    elements: Elements

    @property
    def signed(self) -> bool:
        """Whether elements have both signs."""
        return self.elements.low < 0.0 < self.elements.high


@dataclass(frozen=True)
class Done:
    """A step that was written: what it is called, its text, what is in the tile then, what a docstring says."""

    kind: str
    text: str
    elements: Elements
    told: str


Step = Callable[[Builder, Tile], Done]
FUNCTIONS = {
    "sin": "sine", "cos": "cosine", "tanh": "hyperbolic tangent", "exp": "exponential", "atan": "arctangent",
    "abs": "magnitude",
}  # fmt: skip
"""Built-ins that tiles are mapped by, and how prose calls them."""
RISING = ("tanh", "exp", "atan")
"""Those that leave the order of the elements as it is."""
_KINDS = {"abs": "magnitude", **dict.fromkeys(RISING, "rising map")}
STEEPEST = 4.0
"""What an exponential is taken of at the most."""
SCANS = {
    "tile_scan_inclusive": "running sum", "tile_scan_exclusive": "running sum of what comes before",
    "tile_scan_max_inclusive": "running maximum", "tile_scan_min_inclusive": "running minimum",
}  # fmt: skip


def mapper(b: Builder, *tiles: Elements) -> tuple[str, Elements]:
    """A helper for ``tile_map`` of one or two floats: its name, and what it gives."""
    with body(b):
        names = [b.name(n) for n in ("a", "b")[: len(tiles)]]
        for parameter, (low, high, samples, rough) in zip(names, tiles, strict=True):
            b.define(parameter, "F", low, high, samples=samples, rough=rough)
        apply_motif(b, SCALAR_MOTIFS["any"])
        value = gather(b, b.unread())
        doc = returned(b, value)
        called = leave(b, value)
        lines = function_lines(b, [f"{n}: float" for n in names], doc)
    return add_function(b, called, lines), Elements(value.low, value.high, value.samples, value.rough)


def joined(b: Builder, tile: Tile, other: Tile) -> Done:
    """Two tiles made one."""
    kind = b.random.pick(("sum", "difference", "map", "axpy"))
    first, second = tile.elements, other.elements
    if kind == "map":
        name, made = mapper(b, first, second)
        text = f"wp.tile_map({name}, {tile.name}, {other.name})"
        return Done(kind, text, made, f"combine their elements by `{name}`")
    if kind == "axpy":
        factor = b.constant(0.2, 2)
        text = f"{tile.name} + {other.name} * {factor}"
        return Done(kind, text, first.plus(second.times(factor.low)), "add a multiple of the second to the first")
    if kind == "difference":
        return Done(kind, f"{tile.name} - {other.name}", first.less(second), "subtract the second from the first")
    return Done("sum of two", f"{tile.name} + {other.name}", first.plus(second), "add them")


def builtin(b: Builder, tile: Tile) -> Done:
    """A map by a built-in."""
    low, high, samples, rough = tile.elements
    idle = {"abs": not tile.signed, "exp": high > STEEPEST}
    function = b.random.pick([name for name in FUNCTIONS if not idle.get(name)])
    made = Elements(*SCALAR[function].interval((low, high)), tuple(map(VALUES[function], samples)), rough)
    text = f"wp.tile_map(wp.{function}, {tile.name})"
    return Done(_KINDS.get(function, "map"), text, made, f"take the {FUNCTIONS[function]} of each element")


def helper(b: Builder, tile: Tile) -> Done:
    """A map by a helper."""
    name, made = mapper(b, tile.elements)
    return Done("map", f"wp.tile_map({name}, {tile.name})", made, f"apply `{name}` to each element")


def scale(b: Builder, tile: Tile) -> Done:
    """A multiple."""
    factor = b.constant(0.2, 3)
    return Done("scale", f"{tile.name} * {factor}", tile.elements.times(factor.low), "scale the elements")


def center(b: Builder, tile: Tile) -> Done:
    """The deviations from the mean."""
    total = b.name("total_tile", "sum_tile")
    b.emit(f"{total} = wp.tile_broadcast(wp.tile_sum({tile.name}), shape=({tile.size},))")
    text = f"{tile.name} - {total} * {round(1.0 / tile.length, 6)}"
    low, high, samples, _ = tile.elements
    mean = Elements(low, high, (fmean(samples),) * COUNT)
    return Done("center", text, tile.elements.less(mean), "subtract the mean")


def offset(b: Builder, tile: Tile) -> Done:
    """A constant or a ramp on top."""
    kind, sign = b.random.pick(("ones", "full", "arange")), b.random.pick("+-")
    verb, side = {"+": ("add", 1.0), "-": ("subtract", -1.0)}[sign]
    if kind == "arange":
        ramp = f"wp.tile_arange({tile.size}, dtype=float) * {round(0.5 / tile.length, 6)}"
        low, high, samples, rough = tile.elements.shifted(0.25 * side)
        made = Elements(low - 0.25, high + 0.25, samples, rough)
        return Done("offset", f"{tile.name} {sign} {ramp}", made, f"{verb} a ramp")
    by = b.constant(0.2, 2)
    form = f"ones(shape={tile.size}, dtype=float) * {by}"
    if kind == "full":
        form = f"full(shape={tile.size}, value={by}, dtype=float)"
    made = tile.elements.shifted(side * by.low)
    return Done("offset", f"{tile.name} {sign} wp.tile_{form}", made, f"{verb} a constant")


def sort(b: Builder, tile: Tile) -> Done:
    """A multiple of the sorted tile."""
    order = b.name("order", "ranks")
    b.emit(f"{order} = wp.tile_arange({tile.size}, dtype=int)")
    b.emit(f"wp.tile_sort({tile.name}, {order})")
    b.not_differentiable = "tile_sort has no adjoint in Warp"
    factor = b.constant(0.2, 3)
    return Done("sort", f"{tile.name} * {factor}", tile.elements.times(factor.low), "sort and scale the elements")


def scan(b: Builder, tile: Tile) -> Done:
    """A running sum or extremum."""
    name = b.random.pick(tuple(SCANS))
    b.not_differentiable = f"{name} has no adjoint in Warp"
    sums = "scan" if tile.signed else "rise"  # of what has one sign, the last one is the largest
    kind = "peak" if "_m" in name else sums
    low, high, samples, _ = tile.elements
    if kind != "peak":
        reach = tile.length
        low, high, samples = min(low * reach, 0.0), max(high * reach, 0.0), tuple([0.5 * reach * x for x in samples])
    made = Elements(low, high, samples, True)
    return Done(kind, f"wp.{name}({tile.name})", made, f"take the {SCANS[name]}")


STEPS: tuple[tuple[Step, float], ...] = (
    (builtin, 2.0), (helper, 2.0), (scale, 1.0), (center, 1.0), (offset, 1.0), (scan, 0.7), (sort, 0.3),
)  # fmt: skip
CLASHING: dict[Step, tuple[str, ...]] = {
    center: ("offset",),
    offset: ("center",),
    scale: ("axpy", "offset", "sort"),
    sort: ("scale",),
}
"""Steps by those just before them that they undo, or that the two are one with."""


def next_step(b: Builder, tile: Tile, used: list[Step], before: str) -> tuple[Step, Done]:
    """A step that was not used, and does something new to what ``before`` made."""
    left = [row for row in STEPS if row[0] not in used and before not in CLASHING.get(row[0], ())]
    step = b.random.weighted(tuple(left))
    return step, step(b, tile)
