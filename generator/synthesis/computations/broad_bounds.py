"""Bounds of shapes and worlds, and their order along an axis."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

ShapeType: Any = None
"""The enumeration of the schema."""
FAR = 1.0e10


@computation(
    NEIGHBORS,
    "find the box around each shape from its half sides",
    turned={True: "turned by its axes", False: ""},
    margin={"own": "with its margin", "none": ""},
    disabled={True: "and an empty box, which meets none, for those that take no part", False: ""},
)
def broad_box_bounds(shape: Any) -> None:
    c = shape.center
    if v.disabled and not shape.active:
        shape.lower = wp.vec3(FAR)
        shape.upper = wp.vec3(-FAR)
        return
    if v.turned:
        r = shape.axes
        half = shape.half
        h = wp.vec3(0.0)
        for k in range(3):
            h += half[k] * wp.abs(wp.vec3(r[0, k], r[1, k], r[2, k]))
    else:
        h = shape.half
    if v.margin == "own":
        m = shape.margin
        h = h + wp.vec3(m, m, m)
    shape.lower = c - h
    shape.upper = c + h


@computation(
    NEIGHBORS,
    "project the boxes of shapes onto the axis of a sweep",
    form={"box": "", "sphere": "as the spheres around them"},
    margin={True: "with their margins", False: ""},
)
def broad_project_boxes(shape: Any, axis: Any) -> None:
    c = wp.dot(axis, shape.center)
    if v.form == "sphere":
        r = wp.length(shape.half)
    else:
        r = wp.dot(wp.abs(axis), shape.half)
    if v.margin:
        r += shape.margin
    shape.low = c - r
    shape.high = c + r


@computation(
    NEIGHBORS,
    "count for each place in the order of lower ends the later shapes that its own shape reaches,",
    search={"walk": "walking along them", "halve": "by bisection"},
)
def broad_sweep_ranges(shape: Any) -> None:
    upper = shape[shape.order].high
    if v.search == "walk":
        j = shape.index + 1
        while j < count(shape):
            if shape[j].sorted_low > upper:
                break
            j += 1
        shape.reach = j - shape.index - 1
    else:
        lo = shape.index + 1
        hi = count(shape)
        while lo < hi:
            mid = (lo + hi) // 2
            if shape[mid].sorted_low <= upper:
                lo = mid + 1
            else:
                hi = mid
        shape.reach = lo - shape.index - 1


@computation(
    NEIGHBORS,
    "find the bounds of each world over shapes that take part,",
    planes={True: "leaving out planes", False: ""},
)
def broad_world_bounds(shape: Any) -> None:
    if not shape.active:
        return
    if v.planes and shape.type == ShapeType.PLANE:
        return
    world = shape.world
    wp.atomic_min(world.lower, shape.lower)
    wp.atomic_max(world.upper, shape.upper)
