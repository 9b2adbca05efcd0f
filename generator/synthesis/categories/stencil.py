"""Stencils: differences, diffusion, advection, morphology on 1-D to 3-D fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import SUM, Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.grids import cell, launch_grid, neighbor, size_of
from generator.synthesis.inputs import add_parameter, quantity
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import divided
from generator.synthesis.variable import Variable

VERBS = {
    "laplacian": ("diffuse", "relax"), "smooth": ("smooth", "average"), "gradient": ("differentiate", "derive"),
    "upwind": ("advect", "transport"), "extremum": ("filter", "rank"),
}  # fmt: skip
"""What a kernel may be called by its last difference."""
SIDES = {
    "i": ("north", "south"), "j": ("west", "east"), "row": ("north", "south"), "col": ("west", "east"),
    "x": ("west", "east"), "y": ("south", "north"),
}  # fmt: skip
"""What the neighbors before and after are called along an axis, by its counter; they are below and above else."""


@dataclass(frozen=True)
class Field:
    """A field: its array, the interval of its values, whether locals name it because there are two, and whether
    the numbers of cells are its shape or arguments.
    """

    name: str
    low: float
    high: float
    named: bool
    shaped: bool

    @property
    def prose(self) -> str:
        """The name in words."""
        return self.name.replace("_", " ")


def sides(builder: Builder, field: Field, axis: int, periodic: bool) -> tuple[Expression, Expression]:
    """The two neighbors along an axis, as locals out of scope: one alone is no quantity for other steps."""
    found = []
    size = f"{field.name}.shape[{axis}]" if field.shaped else size_of(builder, axis)
    counter = cell(builder)[axis].removesuffix("_index")
    for offset, side in zip((-1, 1), SIDES.get(counter, ("below", "above")), strict=True):
        name = builder.name(f"{side}_{field.name}" if field.named else side)
        builder.emit(f"{name} = {field.name}[{neighbor(builder, axis, offset, periodic, size, field.named)}]")
        builder.prose[name] = f"{side} {field.prose if field.named else 'neighbor'}"
        found.append(Expression(builder, name, "F", field.low, field.high))
    return found[0], found[1]


def _flow(builder: Builder, here: Expression) -> Expression | None:
    """What decides the direction of an upwind difference: a field of both signs, another one."""
    try:
        return builder.take("F", (here,), lambda e: e.text in builder.prose and divided([x > 0.0 for x in e.samples]))
    except Unfit:
        return None


ACROSS = {"north": "vertical_sum", "south": "vertical_sum", "west": "horizontal_sum"}
"""What the sum of both neighbors along an axis is called, by the first of them."""
LONGEST_PAIR = 24
LARGEST, SMALLEST = "wp.max({here}, wp.max({left}, {right}))", "wp.min({here}, wp.min({left}, {right}))"
RANKED: tuple[tuple[tuple[str, str], str, str, Callable[[list[float]], float]], ...] = (
    (("dilated", "raised"), LARGEST, "largest", lambda row: row[2]),
    (("eroded", "lowered"), SMALLEST, "smallest", lambda row: row[0]),
    (("local_median", "median_value"), "wp.max(wp.min({left}, {right}), wp.min({here}, wp.max({left}, {right})))",
     "median", lambda row: row[1]),
    (("local_range", "edge_height"), f"{LARGEST} - {SMALLEST}", "range", lambda row: row[2] - row[0]),
)  # fmt: skip
"""Rank filters of three cells: names, text, what they take, and that of the three in order."""


def ranked(builder: Builder, field: Field, here: Variable, left: Expression, right: Expression, axis: int) -> None:
    """One of the rank filters along an axis."""
    value = builder.read(here)
    names, text, told, pick = builder.random.pick(RANKED)
    rows = zip(left.samples, value.samples, right.samples, strict=True)
    samples = tuple([pick(sorted(row)) for row in rows])
    if told == "range" and field.named:
        ends = [builder.name(f"{label}_{field.name}") for label in ("highest", "lowest")]
        for label, extreme in zip(ends, (LARGEST, SMALLEST), strict=True):
            builder.emit(f"{label} = {extreme.format(here=value, left=left, right=right)}")
        text = " - ".join(ends)
    written = text.format(here=value, left=left, right=right)
    if told == "range":
        filtered = Expression(builder, written, "F", 0.0, value.high - value.low, SUM, "-", samples=samples)
    else:
        filtered = Expression(builder, written, "F", value.low, value.high, head="max", samples=samples)
    builder.assign(names, filtered, f"the {told} of {field.prose} and its two neighbors along {cell(builder)[axis]}")


def difference(builder: Builder, field: Field, periodic: bool) -> str:
    """One finite difference or one step of a classical scheme; its kind."""
    random = builder.random
    axes = list(range(len(builder.dim)))
    here_name = builder.name(f"{field.name}_here" if field.named else "here")
    builder.emit(f"{here_name} = {field.name}[{builder.index}]")
    builder.prose[here_name] = field.prose
    here = builder.define(here_name, "F", field.low, field.high)
    kind = random.weighted((("gradient", 2.0), ("laplacian", 3.0), ("smooth", 2.0), ("upwind", 1.5), ("extremum", 1.0)))
    flow = _flow(builder, here.expression) if kind == "upwind" else None
    if kind in ("gradient", "upwind", "extremum"):
        axis = random.pick(axes)
        left, right = sides(builder, field, axis, periodic)
        if kind == "gradient" or (kind == "upwind" and flow is None):
            unit = field.named or random.chance(0.5)
            value = 0.5 * (right - left) if unit else (right - left) / builder.constant(0.3, 1.8)
            builder.assign(
                ("slope", "central_difference"),
                value,
                f"the central difference of {field.prose} along {cell(builder)[axis]}",
            )
        elif kind == "upwind" and flow is not None:
            value = builder.read(here)
            before, after = f"{value} - {left}", f"{right} - {value}"
            if field.named:
                for label, text in (("backward", before), ("forward", after)):
                    builder.emit(f"{builder.name(f'{label}_{field.name}')} = {text}")
                before, after = f"backward_{field.name}", f"forward_{field.name}"
            text = f"wp.where({flow} > {builder.number(0.0)}, {before}, {after})"
            builder.assign(
                ("upwind_difference", "transport"),
                Expression(builder, text, "F", field.low - field.high, field.high - field.low),
                f"the upwind difference of {field.prose} along {cell(builder)[axis]} by the sign of {readable(flow)}",
            )
        else:
            ranked(builder, field, here, left, right, axis)
        return "gradient" if kind == "upwind" and flow is None else kind
    total: Expression | None = None
    pairs = [sides(builder, field, axis, periodic) for axis in axes]
    named = any(len((left + right).text) > LONGEST_PAIR for left, right in pairs)
    for axis, (left, right) in zip(axes, pairs, strict=True):
        pair = left + right
        if named:
            across = ACROSS.get(left.text.partition("_")[0], "depth_sum")
            told = f"the sum of both neighbors of {field.prose} along {cell(builder)[axis]}"
            pair = builder.read(builder.assign((across, f"{across}_{field.name}"), pair, told))
            builder.variables.pop()  # likewise
        total = pair if total is None else total + pair
    assert total is not None
    count = 2.0 * len(axes)
    if kind == "laplacian":
        builder.assign(
            ("laplacian", "curvature_term"),
            total - count * builder.read(here),
            f"the Laplacian of {field.prose}",
        )
    else:
        builder.assign(
            ("neighbor_mean", "smoothed_value"),
            total / count,
            f"the mean of the neighbors of {field.prose}",
        )
    return kind


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One or two fields, differences of them, a step of a scheme."""
    random = builder.random
    launch_grid(builder, random.weighted(((2, 4.0), (3, 1.0))))
    if random.chance(0.5):
        add_parameter(builder)
    periodic = random.chance(0.5)
    count, shaped = random.between(1, 2), random.chance(0.5)
    for _ in range(count):
        name, low, high = quantity(builder, "F")
        builder.array(name, "F", builder.dim, INPUT, "uniform", low, high)
        if random.chance(0.3):
            other, other_low, other_high = quantity(builder, "F")
            builder.array(other, "F", builder.dim, INPUT, "uniform", other_low, other_high)
            text = f"{other}[{', '.join(cell(builder))}]"
            read = Expression(builder, text, "F", other_low, other_high)
            builder.assign((f"local_{other}",), read, f"{other.replace('_', ' ')} of the cell")
            builder.prose[f"local_{other}"] = other.replace("_", " ")
        kind = difference(builder, Field(name, low, high, count > 1, shaped), periodic)
    for _ in range(random.between(1, 3)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    builder.remarks.append(f"{'The grid is periodic' if periodic else 'At the border the outermost cell is repeated'}.")
    return random.pick(VERBS[kind]), purpose_of(builder, f"on a {len(builder.dim)}-D grid")


register(Category("stencil", EXTENDED, "Differences and smoothing on grids.", grow_kernel))
