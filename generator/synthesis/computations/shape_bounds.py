"""Bounds of shapes and worlds, tests against planes and boxes, radii by type."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.broad_shapes import capsule_extents
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

HIDDEN = 1
LEFT = 1
RIGHT = 2
BELOW = 4
ABOVE = 8
BEHIND = 16
BEFORE = 32

GeoType: Any = None


@law
def rotate_extents(rotation: wp.quat, size: wp.vec3) -> wp.vec3:
    """Half extents of the axis-aligned box round a turned box."""
    # absolute rotation matrix times half extents
    rx = wp.quat_rotate(rotation, wp.vec3(size[0], 0.0, 0.0))
    ry = wp.quat_rotate(rotation, wp.vec3(0.0, size[1], 0.0))
    rz = wp.quat_rotate(rotation, wp.vec3(0.0, 0.0, size[2]))
    return wp.abs(rx) + wp.abs(ry) + wp.abs(rz)


@law
def bounding_radius(kind: int, size: wp.vec3) -> float:
    """Radius of the sphere about a shape's centre that holds it, huge for an endless plane."""
    if kind == GeoType.SPHERE:
        return size[0]
    elif kind == GeoType.BOX:
        return wp.length(size)
    elif kind == GeoType.CAPSULE:
        return size[0] + size[1]
    # a plane has no bound
    return 1.0e6


@computation(
    RAYS,
    "compute the axis-aligned bounds of each sphere, box or capsule, planes being unbounded,",
    body={True: "in the world, through the pose of its body", False: ""},
    margin={True: "widened by its margin", "gap": "widened by its margin and a gap", False: ""},
)
def shape_aabb(shape: Any, gap: Any) -> None:
    xf = shape.pose
    if v.body:
        if exists(shape.body):
            xf = wp.transform_multiply(shape.body.pose, shape.pose)
    center = wp.transform_get_translation(xf)
    rotation = wp.transform_get_rotation(xf)
    size = shape.size
    kind = shape.type
    half = wp.vec3(1.0e6, 1.0e6, 1.0e6)
    if kind == GeoType.SPHERE:
        half = wp.vec3(size[0], size[0], size[0])
    elif kind == GeoType.BOX:
        half = rotate_extents(rotation, size)
    elif kind == GeoType.CAPSULE:
        half = capsule_extents(rotation, size[0], size[1])
    if v.margin == "gap":
        m = shape.margin + gap
        half = half + wp.vec3(m, m, m)
    elif v.margin:
        m = shape.margin
        half = half + wp.vec3(m, m, m)
    shape.lower = center - half
    shape.upper = center + half


@computation(
    RAYS,
    "grow the bounds of each world by atomic minimum and maximum over the bounds of its shapes",
    skip={"hidden": "except hidden ones", "planes": "except planes", "none": ""},
)
def grow_world_bounds(shape: Any) -> None:
    if v.skip == "hidden":
        if (shape.flags & HIDDEN) != 0:
            return
    elif v.skip == "planes":
        if shape.type == GeoType.PLANE:
            return
    world = shape.world
    wp.atomic_min(world.lower, shape.lower)
    wp.atomic_max(world.upper, shape.upper)


@computation(
    RAYS,
    "test the bounding sphere of each shape against the six planes of the view frustum",
    outputs={"flag": "", "plane": "and store the first plane that it lies outside of"},
    hidden={True: "and hide shapes flagged as hidden", False: ""},
)
def cull_shape(shape: Any) -> None:
    if v.hidden:
        if (shape.flags & HIDDEN) != 0:
            shape.visible = False
            return
    c = wp.transform_get_translation(shape.pose)
    r = bounding_radius(shape.type, shape.size)
    outside = int(-1)
    for k in range(6):
        plane = shape.planes[k]
        if wp.dot(plane.normal, c) - plane.offset < -r:
            outside = k
            break
    shape.visible = outside < 0
    if v.outputs == "plane":
        shape.outside = outside


@computation(
    RAYS,
    "compute the Cohen-Sutherland outcode of each point against its box",
    planes={4: "in x and y", 6: "in all three directions"},
    side={True: "and its side, -1 inside or 1 outside", False: ""},
)
def box_outcode(query: Any) -> None:
    p = query.point
    box = query.box
    code = int(0)
    if p[0] < box.lower[0]:
        code |= LEFT
    elif p[0] > box.upper[0]:
        code |= RIGHT
    if p[1] < box.lower[1]:
        code |= BELOW
    elif p[1] > box.upper[1]:
        code |= ABOVE
    if v.planes == 6:
        if p[2] < box.lower[2]:
            code |= BEHIND
        elif p[2] > box.upper[2]:
            code |= BEFORE
    query.outcode = code
    if v.side:
        if code == 0:
            query.side = -1
        else:
            query.side = 1
