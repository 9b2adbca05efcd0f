"""Shapes of several types: their bounds, pairs by a sweep, and the test that a pair takes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.broad_pairs import boxes_overlap, groups_collide
from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

ShapeType: Any = None
"""The enumeration of the schema."""


PLANE_EXTENT = 100.0
"""Half side of the box around a plane, m."""

NO_TEST = -1
PLANE_TEST = 0
SPHERE_TEST = 1
POINT_TEST = 2
CONVEX_TEST = 3
"""Collision tests of two shapes."""


@law
def capsule_extents(q: wp.quat, radius: float, half_height: float) -> wp.vec3:
    """Half sides of the axis-aligned box around a capsule along its z axis."""
    axis = wp.quat_rotate(q, wp.vec3(0.0, 0.0, half_height))
    return wp.abs(axis) + wp.vec3(radius, radius, radius)


@law
def box_extents(q: wp.quat, half: wp.vec3) -> wp.vec3:
    """Half sides of the axis-aligned box around a turned box."""
    r = wp.quat_to_matrix(q)
    x = wp.abs(wp.vec3(r[0, 0], r[1, 0], r[2, 0])) * half[0]
    y = wp.abs(wp.vec3(r[0, 1], r[1, 1], r[2, 1])) * half[1]
    z = wp.abs(wp.vec3(r[0, 2], r[1, 2], r[2, 2])) * half[2]
    return x + y + z


@computation(
    NEIGHBORS,
    "find the bounds of each shape by its type",
    body={True: "where shapes may be fixed to bodies", False: ""},
    margin={True: "with its margin", False: ""},
    disabled={True: "leaving out those that take no part", False: ""},
)
def broad_shape_bounds(shape: Any) -> None:
    if v.disabled and not shape.active:
        return
    pose = shape.pose
    if v.body:
        b = shape.body
        if exists(b):
            pose = wp.transform_multiply(b.pose, pose)
    x = wp.transform_get_translation(pose)
    q = wp.transform_get_rotation(pose)
    scale = shape.scale
    kind = shape.type
    half = wp.vec3(0.0, 0.0, 0.0)
    if kind == ShapeType.PLANE:
        half = wp.vec3(PLANE_EXTENT, PLANE_EXTENT, PLANE_EXTENT)
    elif kind == ShapeType.SPHERE:
        half = wp.vec3(scale[0], scale[0], scale[0])
    elif kind == ShapeType.CAPSULE:
        half = capsule_extents(q, scale[0], scale[1])
    else:
        half = box_extents(q, scale)
    if v.margin:
        m = shape.margin
        half = half + wp.vec3(m, m, m)
    shape.lower = x - half
    shape.upper = x + half


@computation(
    NEIGHBORS,
    "list the pairs of shapes that a sweep along the sorted lower ends finds",
    filtered={True: "where their groups collide", False: ""},
    full={"drop": "", "report": "and count those for which there is no room"},
    found={True: "counting the overlaps of each shape", False: ""},
)
def broad_sweep_pairs(shape: Any, pair_capacity: Any) -> None:
    a = shape.order
    high = shape[a].high
    world = shape[a].world
    j = shape.index + 1
    while j < count(shape):
        b = shape[j].order
        # all that follow begin even farther on
        if shape[j].sorted_low > high:
            break
        j += 1
        if shape[b].world.index != world.index:
            continue
        if v.filtered and not groups_collide(shape[a].group, shape[b].group):
            continue
        if not boxes_overlap(shape[a].lower, shape[a].upper, shape[b].lower, shape[b].upper):
            continue
        if v.found:
            shape[a].found += 1
            shape[b].found += 1
        slot = wp.atomic_add(world.pair_total, 1)
        if slot >= pair_capacity:
            if v.full == "report":
                world.overflow += 1
            continue
        world.first_ids[slot] = wp.min(a, b)
        world.second_ids[slot] = wp.max(a, b)


@computation(
    NEIGHBORS,
    "choose the collision test of each pair of shapes, the lower type first",
    turned={True: "and store the shapes in that order", False: ""},
    planes={True: "leaving out pairs of planes", False: ""},
)
def broad_sort_types(pair: Any) -> None:
    a, b = pair.a, pair.b
    ta = a.type
    tb = b.type
    if v.planes and ta == ShapeType.PLANE and tb == ShapeType.PLANE:
        pair.test = NO_TEST
        return
    if v.turned:
        low = a.index
        high = b.index
        if ta > tb:
            low = b.index
            high = a.index
        pair.low_shape = low
        pair.high_shape = high
    first = wp.min(ta, tb)
    second = wp.max(ta, tb)
    if first == ShapeType.PLANE:
        pair.test = PLANE_TEST
    elif second == ShapeType.SPHERE:
        # only a plane comes before a sphere: both are spheres
        pair.test = SPHERE_TEST
    elif first == ShapeType.SPHERE:
        pair.test = POINT_TEST
    else:
        pair.test = CONVEX_TEST
