"""Where the shapes of a pair touch: a sphere against spheres, planes, capsules and boxes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

ShapeType: Any = None
"""The enumeration of the schema."""

SMALL = 1.0e-6
"""Distance under which two points have no direction, m."""


@law
def sphere_sphere(a: wp.vec3, ra: float, b: wp.vec3, rb: float) -> tuple[float, wp.vec3, wp.vec3]:
    """Depth of two spheres, unit normal from the first to the second, and the point midway between them."""
    d = b - a
    length = wp.length(d)
    n = wp.vec3(0.0, 0.0, 1.0)
    if length > SMALL:
        n = d / length
    depth = ra + rb - length
    return depth, n, a + n * (ra - 0.5 * depth)


@law
def plane_sphere(plane: wp.transform, center: wp.vec3, radius: float) -> tuple[float, wp.vec3, wp.vec3]:
    """Depth of a sphere in a plane, the plane's normal along its z axis, and the point midway."""
    n = wp.transform_vector(plane, wp.vec3(0.0, 0.0, 1.0))
    height = wp.dot(n, center - wp.transform_get_translation(plane))
    depth = radius - height
    return depth, n, center - n * (height + 0.5 * depth)


@law
def closest_on_axis(capsule: wp.transform, half_height: float, x: wp.vec3) -> wp.vec3:
    """Point of a capsule's axis, a segment along its z axis, nearest to another point."""
    local = wp.transform_point(wp.transform_inverse(capsule), x)
    t = wp.clamp(local[2], -half_height, half_height)
    return wp.transform_point(capsule, wp.vec3(0.0, 0.0, t))


@law
def box_sphere(pose: wp.transform, half: wp.vec3, center: wp.vec3, radius: float) -> tuple[float, wp.vec3, wp.vec3]:
    """Depth of a sphere in a box, unit normal out of the box, and the point midway between them."""
    x = wp.transform_point(wp.transform_inverse(pose), center)
    near = wp.max(wp.min(x, half), -half)
    d = x - near
    length = wp.length(d)
    n = wp.vec3(0.0, 0.0, 0.0)
    depth = radius - length
    if length > SMALL:
        n = d / length
    else:
        # the nearest face of a sphere whose centre is inside
        gap = half - wp.abs(x)
        k = int(wp.argmin(gap))
        n[k] = wp.where(x[k] < 0.0, -1.0, 1.0)
        near = near + n * gap[k]
        depth = radius + gap[k]
    normal = wp.transform_vector(pose, n)
    return depth, normal, wp.transform_point(pose, near) - normal * (0.5 * depth)


@computation(
    NEIGHBORS,
    "find where the first shape of each pair touches the second, which is a sphere",
    margin={True: "within their margins", False: ""},
    kept={
        "all": "",
        "touching": "and mark the pairs that touch",
    },
    bodies={True: "with zeros for pairs that cannot move", False: ""},
)
def broad_touch_pairs(pair: Any) -> None:
    a, b = pair.a, pair.b
    if v.bodies:
        ba = a.body
        bb = b.body
        mobile = int(0)
        if exists(ba) and not ba.kinematic:
            mobile = 1
        if exists(bb) and not bb.kinematic:
            mobile = 1
        if mobile == 0:
            return
    xa = a.pose
    xb = b.pose
    ra = a.scale[0]
    center = wp.transform_get_translation(xb)
    rb = b.scale[0]
    depth = float(0.0)
    n = wp.vec3(0.0, 0.0, 0.0)
    p = wp.vec3(0.0, 0.0, 0.0)
    if a.type == ShapeType.PLANE:
        depth, n, p = plane_sphere(xa, center, rb)
    elif a.type == ShapeType.CAPSULE:
        near = closest_on_axis(xa, a.scale[1], center)
        depth, n, p = sphere_sphere(near, ra, center, rb)
    elif a.type == ShapeType.BOX:
        depth, n, p = box_sphere(xa, a.scale, center, rb)
    else:
        depth, n, p = sphere_sphere(wp.transform_get_translation(xa), ra, center, rb)
    if v.margin:
        depth = depth + a.margin + b.margin
    if v.kept == "touching":
        pair.accepted = 0
        if depth <= 0.0:
            pair.depth = 0.0
            return
        pair.accepted = 1
    pair.depth = depth
    pair.normal = n
    pair.point = p
