"""Grid launches: ``i, j = wp.tid()``, boundary tests, neighbors."""

from __future__ import annotations

from generator.synthesis.builder import Builder

AXES = (("i", "j", "k"), ("x", "y", "z"), ("row", "col", "slab"))
SIZES = {
    "i": "rows", "j": "columns", "k": "layers", "x": "nx", "y": "ny", "z": "nz", "row": "rows", "col": "columns",
    "slab": "slabs",
}  # fmt: skip
"""What the number of cells along an axis is called, by the axis' counter."""


def launch_grid(builder: Builder, dimensions: int = 0) -> None:
    """A 2-D or 3-D launch; ``builder.index`` becomes the subscript ``i, j``."""
    random = builder.random
    dimensions = dimensions or random.weighted(((2, 3.0), (3, 1.0)))
    largest = 9 if dimensions == 2 else 5
    builder.dim = tuple(random.between(max(3, largest - 3), largest) for _ in range(dimensions))
    builder.threads = 1
    for size in builder.dim:
        builder.threads *= size
    names = [builder.name(name, f"{name}_index") for name in random.pick(AXES)[:dimensions]]
    builder.emit(f"{', '.join(names)} = wp.tid()")
    for name, size in zip(names, builder.dim, strict=True):
        builder.define(name, "I", 0, size - 1, required=False)
    builder.index = ", ".join(names)


def cell(builder: Builder) -> list[str]:
    """The counters of this thread's cell."""
    return builder.index.split(", ")


def size_of(builder: Builder, axis: int) -> str:
    """The number of cells along an axis, as an argument."""
    counter = cell(builder)[axis].removesuffix("_index")
    name = SIZES[counter]
    if all(argument.name != name for argument, _ in builder.parameters):
        name = builder.name(name)
        size = builder.dim[axis]
        builder.scalar(name, "I", size, size, size, required=False)
    return name


def boundary(builder: Builder) -> dict[int, tuple[int, int]]:
    """Threads on the whole boundary, or at one or both ends of an axis, leave early; how many, by the axis."""
    random, counters = builder.random, cell(builder)
    axis = random.between(0, len(counters) - 1)
    counter = counters[axis]
    kinds = (("whole", 3.0), ("first", 1.0), ("last", 1.0), ("both", 1.0))
    # A small cube is hardly more than its boundary.
    kind = random.weighted(kinds if len(counters) == 2 or min(builder.dim) >= 5 else kinds[1:])
    axes = range(len(counters)) if kind == "whole" else (axis,)
    ends = [test for place in axes for test in _ends(builder, place, kind)]
    left = {
        "whole": "on the boundary",
        "first": f"where {counter} is 0",
        "last": f"where {counter} is largest",
        "both": f"where {counter} is 0 or largest",
    }[kind]
    builder.emit(f"if {' or '.join(ends)}:")
    builder.emit("    return")
    builder.remarks.append(f"Cells {left} are left alone.")
    return dict.fromkeys(axes, (int(kind != "last"), int(kind != "first")))


def _ends(builder: Builder, axis: int, kind: str) -> list[str]:
    """Tests for the first and the last cell along an axis, or for one of them."""
    counter = cell(builder)[axis]
    first = [f"{counter} == 0"] if kind != "last" else []
    return first + ([f"{counter} == {size_of(builder, axis)} - 1"] if kind != "first" else [])


def neighbor(builder: Builder, axis: int, offset: int, periodic: bool, size: str, named: bool) -> str:
    """Subscript of a neighbor along one axis of so many cells, clamped or wrapped at the border, or by a local."""
    counters = cell(builder)
    here = counters[axis]
    if periodic:
        moved = f"({here} + 1) % {size}" if offset > 0 else f"({here} + {size} - 1) % {size}"
    else:
        moved = f"wp.min({here} + 1, {size} - 1)" if offset > 0 else f"wp.max({here} - 1, 0)"
    if named:
        local = f"{'next' if offset > 0 else 'previous'}_{here}"
        if local not in builder.names:
            builder.emit(f"{builder.name(local)} = {moved}")
        moved = local
    counters[axis] = moved
    return ", ".join(counters)
