"""2-D and 3-D launches: fields on grids, coordinates, boundaries, resampling."""

from __future__ import annotations

from generator.launch import INPUT
from generator.synthesis.branches import branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import Expression
from generator.synthesis.finish import finish
from generator.synthesis.grids import boundary, cell, launch_grid, size_of
from generator.synthesis.inputs import add_parameter, quantity
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import COUNT
from generator.synthesis.variable import Variable

VERBS = ("fill", "evaluate", "compute", "update")


def field(builder: Builder, type: str = "F") -> Variable:
    """A field with a value in each cell, read at this thread's cell."""
    name, low, high = quantity(builder, type)
    builder.array(name, type, builder.dim, INPUT, "uniform", low, high)
    text = f"{name}[{builder.index}]"
    if builder.inline_loads:
        variable = Variable(Expression(builder, text, type, low, high))
        builder.variables.append(variable)
        builder.prose[text] = name.replace("_", " ")
        return variable
    local = builder.name(f"{name}_here", f"{name}_cell")
    builder.emit(f"{local} = {text}")
    builder.prose[local] = name.replace("_", " ")
    return builder.define(local, type, low, high)


def coordinate(builder: Builder, axis: int, left: tuple[int, int] = (0, 0)) -> None:
    """The cell's coordinate in [0, 1) along one axis, of whose ends so many cells were left."""
    real = builder.spell("F")
    text = f"{real}({cell(builder)[axis]}) / {real}({size_of(builder, axis)})"
    name, size = ("u", "v", "w")[axis], builder.dim[axis]
    cells = range(left[0], size - left[1])
    samples = builder.random.shuffled([cells[k * len(cells) // COUNT] / size for k in range(COUNT)])
    builder.assign(
        (f"{name}_coord", f"{name}_cell"),
        Expression(builder, text, "F", min(samples), max(samples), 12, "/", samples=tuple(samples)),
        f"the coordinate along {cell(builder)[axis]}",
    )


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One to three fields on a grid, perhaps coordinates, a chain of steps, a field out."""
    random = builder.random
    launch_grid(builder)
    left = boundary(builder) if random.chance(0.25) else {}
    for _ in range(random.between(1, 3)):
        field(builder)
    vector = random.weighted(((None, 3.0), ("V3", 1.0), ("V2", 1.0)))
    if vector:
        field(builder, vector)
        field(builder, vector)
    if random.chance(0.5):
        axis = random.between(0, len(builder.dim) - 1)
        coordinate(builder, axis, left.get(axis, (0, 0)))
    if random.chance(0.3):
        add_parameter(builder)
    table = (*(VECTOR_MOTIFS[vector]["any"] if vector else ()), *SCALAR_MOTIFS["any"])
    for _ in range(random.between(1, 4)):
        apply_motif(builder, table)
    if random.chance(0.3):
        branch_value(builder, builder.name("selected", "shade_value"), [comparison(builder)], random.chance(0.5))
    finish(builder)
    return random.pick(VERBS), purpose_of(builder, f"on a {len(builder.dim)}-D grid")


register(Category("grid", EXTENDED, "Fields on 2-D and 3-D grids.", grow_kernel))
