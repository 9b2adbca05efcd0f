"""Grid launches: ``i, j = wp.tid()``, boundary tests, neighbours."""

from __future__ import annotations

from generator.synthesis.builder import Builder

AXES = (("i", "j", "k"), ("x", "y", "z"), ("row", "col", "slab"))


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


def boundary(builder: Builder) -> None:
    """Threads on one side of the grid leave early."""
    axis = builder.random.between(0, len(builder.dim) - 1)
    counter = cell(builder)[axis]
    last = builder.dim[axis] - 1
    condition = builder.random.pick(
        (f"{counter} == 0", f"{counter} == {last}", f"{counter} == 0 or {counter} == {last}")
    )
    builder.emit(f"if {condition}:")
    builder.emit("    return")
    builder.remarks.append("Cells on the boundary are left alone.")


def neighbour(builder: Builder, axis: int, offset: int, periodic: bool) -> str:
    """Subscript of a neighbour along one axis; clamped or wrapped at the border."""
    counters = cell(builder)
    size = builder.dim[axis]
    moved = f"{counters[axis]} {'+' if offset > 0 else '-'} {abs(offset)}"
    if periodic:
        wrapped = f"({moved}) % {size}" if offset > 0 else f"({counters[axis]} + {size - abs(offset)}) % {size}"
        counters[axis] = wrapped
    else:
        counters[axis] = f"wp.min({moved}, {size - 1})" if offset > 0 else f"wp.max({moved}, 0)"
    return ", ".join(counters)
