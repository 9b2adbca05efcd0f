"""Grid launches: ``i, j = wp.tid()``, boundary tests, neighbors."""

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
    """Threads on the whole boundary, or at one or both ends of an axis, leave early."""
    random, counters = builder.random, cell(builder)
    ends = [
        (f"{counter} == 0", f"{counter} == {size - 1}") for counter, size in zip(counters, builder.dim, strict=True)
    ]
    axis = random.between(0, len(counters) - 1)
    counter, last = counters[axis], builder.dim[axis] - 1
    kinds = (("whole", 3.0), ("first", 1.0), ("last", 1.0), ("both", 1.0))
    # A small cube is hardly more than its boundary.
    kind = random.weighted(kinds if len(counters) == 2 or min(builder.dim) >= 5 else kinds[1:])
    condition, left = {
        "whole": (" or ".join(" or ".join(pair) for pair in ends), "on the boundary"),
        "first": (ends[axis][0], f"where {counter} is 0"),
        "last": (ends[axis][1], f"where {counter} is {last}"),
        "both": (" or ".join(ends[axis]), f"where {counter} is 0 or {last}"),
    }[kind]
    builder.emit(f"if {condition}:")
    builder.emit("    return")
    builder.remarks.append(f"Cells {left} are left alone.")


def neighbor(builder: Builder, axis: int, offset: int, periodic: bool) -> str:
    """Subscript of a neighbor along one axis; clamped or wrapped at the border."""
    counters = cell(builder)
    size = builder.dim[axis]
    moved = f"{counters[axis]} {'+' if offset > 0 else '-'} {abs(offset)}"
    if periodic:
        wrapped = f"({moved}) % {size}" if offset > 0 else f"({counters[axis]} + {size - abs(offset)}) % {size}"
        counters[axis] = wrapped
    else:
        counters[axis] = f"wp.min({moved}, {size - 1})" if offset > 0 else f"wp.max({moved}, 0)"
    return ", ".join(counters)
