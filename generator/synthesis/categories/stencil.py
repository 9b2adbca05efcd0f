"""Stencils: differences, diffusion, advection, morphology on 1-D to 3-D fields."""

from __future__ import annotations

from collections.abc import Callable

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import SUM, Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.grids import cell, launch_grid, neighbor
from generator.synthesis.inputs import add_parameter, quantity
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import divided
from generator.synthesis.variable import Variable

VERBS = {
    "laplacian": ("diffuse", "relax"), "smooth": ("smooth", "average"), "gradient": ("differentiate", "derive"),
    "upwind": ("advect", "transport"), "extremum": ("filter", "rank"),
}  # fmt: skip
"""What a kernel may be called by its last difference."""
SIDES = (("west", "east"), ("south", "north"), ("below", "above"))


def sides(
    builder: Builder, field: str, low: float, high: float, axis: int, periodic: bool
) -> tuple[Expression, Expression]:
    """The two neighbors along an axis, as locals."""
    found = []
    for offset, side in zip((-1, 1), SIDES[axis], strict=True):
        name = builder.name(side, f"{side}_{field}")
        builder.emit(f"{name} = {field}[{neighbor(builder, axis, offset, periodic)}]")
        builder.prose[name] = f"the {side} neighbor"
        found.append(builder.read(builder.define(name, "F", low, high)))
    return found[0], found[1]


def _flow(builder: Builder, here: Expression) -> Expression | None:
    """What decides the direction of an upwind difference: something of both signs but the field itself."""
    try:
        return builder.take(
            "F",
            (here,),
            lambda e: not builder.prose.get(e.text, "").endswith("neighbor") and divided([x > 0.0 for x in e.samples]),
        )
    except Unfit:
        return None


LARGEST, SMALLEST = "wp.max({here}, wp.max({left}, {right}))", "wp.min({here}, wp.min({left}, {right}))"
RANKED: tuple[tuple[tuple[str, str], str, str, Callable[[list[float]], float]], ...] = (
    (("dilated", "raised"), LARGEST, "largest", lambda row: row[2]),
    (("eroded", "lowered"), SMALLEST, "smallest", lambda row: row[0]),
    (("local_median", "median_value"), "wp.max(wp.min({left}, {right}), wp.min({here}, wp.max({left}, {right})))",
     "median", lambda row: row[1]),
    (("local_range", "edge_height"), f"{LARGEST} - {SMALLEST}", "range", lambda row: row[2] - row[0]),
)  # fmt: skip
"""Rank filters of three cells: names, text, what they take, and that of the three in order."""


def ranked(builder: Builder, field: str, here: Variable, left: Expression, right: Expression, axis: int) -> None:
    """One of the rank filters along an axis."""
    value = builder.read(here)
    names, text, told, pick = builder.random.pick(RANKED)
    rows = zip(left.samples, value.samples, right.samples, strict=True)
    samples = tuple([pick(sorted(row)) for row in rows])
    written = text.format(here=value, left=left, right=right)
    if told == "range":
        filtered = Expression(builder, written, "F", 0.0, value.high - value.low, SUM, "-", samples=samples)
    else:
        filtered = Expression(builder, written, "F", value.low, value.high, head="max", samples=samples)
    builder.assign(names, filtered, f"the {told} of {field.replace('_', ' ')} and its two neighbors along axis {axis}")


def difference(builder: Builder, field: str, low: float, high: float, periodic: bool) -> str:
    """One finite difference or one step of a classical scheme; its kind."""
    random = builder.random
    axes = list(range(len(builder.dim)))
    here_name = builder.name("here", f"{field}_here", f"{field}_center")
    builder.emit(f"{here_name} = {field}[{builder.index}]")
    builder.prose[here_name] = field.replace("_", " ")
    here = builder.define(here_name, "F", low, high)
    kind = random.weighted((("gradient", 2.0), ("laplacian", 3.0), ("smooth", 2.0), ("upwind", 1.5), ("extremum", 1.0)))
    flow = _flow(builder, here.expression) if kind == "upwind" else None
    if kind in ("gradient", "upwind", "extremum"):
        axis = random.pick(axes)
        left, right = sides(builder, field, low, high, axis, periodic)
        if kind == "gradient" or (kind == "upwind" and flow is None):
            value = 0.5 * (right - left) if random.chance(0.5) else (right - left) / builder.constant(0.3, 1.8)
            builder.assign(
                ("slope", "central_difference"),
                value,
                f"the central difference of {field.replace('_', ' ')} along axis {axis}",
            )
        elif kind == "upwind":
            value = builder.read(here)
            text = f"wp.where({flow} > {builder.number(0.0)}, {value} - {left}, {right} - {value})"
            builder.assign(
                ("upwind_difference", "transport"),
                Expression(builder, text, "F", low - high, high - low),
                f"the upwind difference of {field.replace('_', ' ')} along axis {axis}",
            )
        else:
            ranked(builder, field, here, left, right, axis)
        return "gradient" if kind == "upwind" and flow is None else kind
    total: Expression | None = None
    for axis in axes:
        left, right = sides(builder, field, low, high, axis, periodic)
        pair = left + right
        total = pair if total is None else total + pair
    assert total is not None
    count = 2.0 * len(axes)
    if kind == "laplacian":
        builder.assign(
            ("laplacian", "curvature_term"),
            total - count * builder.read(here),
            f"the Laplacian of {field.replace('_', ' ')}",
        )
    else:
        builder.assign(
            ("neighbor_mean", "smoothed_value"),
            total / count,
            f"the mean of the neighbors of {field.replace('_', ' ')}",
        )
    return kind


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One or two fields, differences of them, a step of a scheme."""
    random = builder.random
    launch_grid(builder, random.weighted(((2, 4.0), (3, 1.0))))
    if random.chance(0.5):
        add_parameter(builder)
    periodic = random.chance(0.5)
    for _ in range(random.between(1, 2)):
        name, low, high = quantity(builder, "F")
        builder.array(name, "F", builder.dim, INPUT, "uniform", low, high)
        if random.chance(0.3):
            other, other_low, other_high = quantity(builder, "F")
            builder.array(other, "F", builder.dim, INPUT, "uniform", other_low, other_high)
            text = f"{other}[{', '.join(cell(builder))}]"
            read = Expression(builder, text, "F", other_low, other_high)
            builder.assign((f"local_{other}",), read, f"{other.replace('_', ' ')} of the cell")
            builder.prose[f"local_{other}"] = other.replace("_", " ")
        kind = difference(builder, name, low, high, periodic)
    for _ in range(random.between(1, 3)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    builder.remarks.append(f"{'The grid is periodic' if periodic else 'At the border the outermost cell is repeated'}.")
    return random.pick(VERBS[kind]), purpose_of(builder, f"on a {len(builder.dim)}-D grid")


register(Category("stencil", EXTENDED, "Differences and smoothing on grids.", grow_kernel))
