"""Bounds of boxes and worlds, and their order along an axis."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

ShapeType: Any = None
"""The enumeration of the schema."""


@computation(
    NEIGHBORS,
    "find the bounds of each box",
    turned={True: "that is turned by its axes", False: ""},
    margin={"own": "with its margin", "none": ""},
    disabled={True: "and a box without extent for those that take no part", False: ""},
)
def broad_box_bounds(box: Any) -> None:
    c = box.center
    if v.disabled and not box.active:
        box.lower = c
        box.upper = c
        return
    h = box.half
    if v.turned:
        r = box.axes
        e = wp.vec3(0.0)
        for k in range(3):
            e += h[k] * wp.abs(wp.vec3(r[0, k], r[1, k], r[2, k]))
        h = e
    if v.margin == "own":
        m = box.margin
        h = h + wp.vec3(m, m, m)
    box.lower = c - h
    box.upper = c + h


@computation(
    NEIGHBORS,
    "project boxes onto the axis of a sweep",
    form={"box": "", "sphere": "as the spheres around them"},
    margin={True: "with their margins", False: ""},
)
def broad_project_boxes(box: Any, axis: Any) -> None:
    c = wp.dot(axis, box.center)
    if v.form == "sphere":
        r = wp.length(box.half)
    else:
        r = wp.dot(wp.abs(axis), box.half)
    if v.margin:
        r += box.margin
    box.low = c - r
    box.high = c + r


@computation(
    NEIGHBORS,
    "count how far along the sorted lower ends the box of each place reaches",
    search={"walk": "step by step", "halve": "by halving"},
)
def broad_sweep_ranges(box: Any) -> None:
    high = box[box.order].high
    if v.search == "walk":
        j = box.index + 1
        while j < count(box):
            if box[j].sorted_low > high:
                break
            j += 1
        box.reach = j - box.index - 1
    else:
        lo = box.index + 1
        hi = count(box)
        while lo < hi:
            mid = (lo + hi) // 2
            if box[mid].sorted_low <= high:
                lo = mid + 1
            else:
                hi = mid
        box.reach = lo - box.index - 1


@computation(
    NEIGHBORS,
    "find the bounds of each world",
    active={True: "over boxes that take part", False: ""},
    planes={True: "leaving out planes", False: ""},
)
def broad_world_bounds(box: Any) -> None:
    if v.active and not box.active:
        return
    if v.planes and box.type == ShapeType.PLANE:
        return
    world = box.world
    wp.atomic_min(world.lower, box.lower)
    wp.atomic_max(world.upper, box.upper)
