"""What is done to a tile: joined with another, mapped, scaled, centered, shifted, sorted, summed up as it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.synthesis.builder import Builder
from generator.synthesis.finish import gather
from generator.synthesis.functions import add_function, body, function_lines
from generator.synthesis.helper_names import leave
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import returned


@dataclass(frozen=True)
class Tile:
    """A tile's local, its length by name and as a number, and whether its elements have both signs."""

    name: str
    size: str
    length: int
    signed: bool


@dataclass(frozen=True)
class Done:
    """A step that was written: what it is called, its text, whether elements have both signs, what a docstring says."""

    kind: str
    text: str
    signed: bool
    told: str


Step = Callable[[Builder, Tile], Done]
FUNCTIONS = {
    "sin": "sine", "cos": "cosine", "tanh": "hyperbolic tangent", "exp": "exponential", "atan": "arctangent",
    "abs": "magnitude",
}  # fmt: skip
"""Built-ins that tiles are mapped by, and how prose calls them."""
SCANS = {
    "tile_scan_inclusive": "running sum", "tile_scan_exclusive": "running sum of what comes before",
    "tile_scan_max_inclusive": "running maximum", "tile_scan_min_inclusive": "running minimum",
}  # fmt: skip


def mapper(b: Builder, operands: int) -> str:
    """A helper for ``tile_map`` of one or two floats; its name."""
    with body(b):
        names = [b.name(n) for n in ("a", "b")[:operands]]
        for parameter in names:
            b.define(parameter, "F", -2.0, 2.0)
        apply_motif(b, SCALAR_MOTIFS["any"])
        value = gather(b, b.unread())
        doc = returned(b, value)
        called = leave(b, value)
        lines = function_lines(b, [f"{n}: float" for n in names], doc)
    return add_function(b, called, lines)


def joined(b: Builder, tile: Tile, other: Tile) -> Done:
    """Two tiles made one."""
    kind = b.random.pick(("sum", "difference", "map", "axpy"))
    both = tile.signed or other.signed
    if kind == "map":
        name = mapper(b, 2)
        text = f"wp.tile_map({name}, {tile.name}, {other.name})"
        return Done(kind, text, False, f"combine their elements by `{name}`")
    if kind == "axpy":
        text = f"{tile.name} + {other.name} * {b.constant(0.2, 2)}"
        return Done(kind, text, both, "add a multiple of the second to the first")
    if kind == "difference":
        return Done(kind, f"{tile.name} - {other.name}", True, "subtract the second from the first")
    return Done("sum of two", f"{tile.name} + {other.name}", both, "add them")


def builtin(b: Builder, tile: Tile) -> Done:
    """A map by a built-in."""
    function = b.random.pick([name for name in FUNCTIONS if name != "abs" or tile.signed])
    signed = tile.signed and function in ("sin", "tanh", "atan")
    text = f"wp.tile_map(wp.{function}, {tile.name})"
    return Done("map", text, signed, f"take the {FUNCTIONS[function]} of each element")


def helper(b: Builder, tile: Tile) -> Done:
    """A map by a helper."""
    name = mapper(b, 1)
    return Done("map", f"wp.tile_map({name}, {tile.name})", False, f"apply `{name}` to each element")


def scale(b: Builder, tile: Tile) -> Done:
    """A multiple."""
    factor = b.constant(0.2, 3)
    return Done("scale", f"{tile.name} * {factor}", tile.signed, "scale the elements")


def center(b: Builder, tile: Tile) -> Done:
    """The deviations from the mean."""
    total = b.name("total_tile", "sum_tile")
    b.emit(f"{total} = wp.tile_broadcast(wp.tile_sum({tile.name}), shape=({tile.size},))")
    text = f"{tile.name} - {total} * {round(1.0 / tile.length, 6)}"
    return Done("center", text, True, "subtract the mean")


def offset(b: Builder, tile: Tile) -> Done:
    """A constant or a ramp on top."""
    kind, sign = b.random.pick(("ones", "full", "arange")), b.random.pick("+-")
    verb = {"+": "add", "-": "subtract"}[sign]
    if kind == "arange":
        ramp = f"wp.tile_arange({tile.size}, dtype=float) * {round(0.5 / tile.length, 6)}"
        return Done("offset", f"{tile.name} {sign} {ramp}", False, f"{verb} a ramp")
    if kind == "ones":
        made = f"wp.tile_ones(shape={tile.size}, dtype=float) * {b.constant(0.2, 2)}"
    else:
        made = f"wp.tile_full(shape={tile.size}, value={b.constant(0.2, 2)}, dtype=float)"
    return Done("offset", f"{tile.name} {sign} {made}", False, f"{verb} a constant")


def sort(b: Builder, tile: Tile) -> Done:
    """A multiple of the sorted tile."""
    order = b.name("order", "ranks")
    b.emit(f"{order} = wp.tile_arange({tile.size}, dtype=int)")
    b.emit(f"wp.tile_sort({tile.name}, {order})")
    b.not_differentiable = "tile_sort has no adjoint in Warp"
    return Done("sort", f"{tile.name} * {b.constant(0.2, 3)}", tile.signed, "sort and scale the elements")


def scan(b: Builder, tile: Tile) -> Done:
    """A running sum or extremum."""
    name = b.random.pick(tuple(SCANS))
    b.not_differentiable = f"{name} has no adjoint in Warp"
    sums = "scan" if tile.signed else "rise"  # of what has one sign, the last one is the largest
    kind = "peak" if "_m" in name else sums
    return Done(kind, f"wp.{name}({tile.name})", tile.signed, f"take the {SCANS[name]}")


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
