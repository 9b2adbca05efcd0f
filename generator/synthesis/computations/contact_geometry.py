"""Where shapes touch: distances, contact points, and writing them into a list."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

EPSILON = 1.0e-6
LEAST_SQUARE = 1.0e-12
PARALLEL = 1.0e-4
FAR = 1.0e6
"""Distance of shapes that are not collided."""

contact: Any = None
counter: Any = None
shape: Any = None
"""Records of the schema by their number."""

ShapeType: Any = None
"""The enumeration of the schema."""


@law
def sphere_sphere_distance(ca: wp.vec3, ra: float, cb: wp.vec3, rb: float) -> tuple[float, wp.vec3, wp.vec3]:
    """Gap of two spheres, negative where they overlap, unit normal towards the second, point midway."""
    d = cb - ca
    length = wp.length(d)
    n = wp.vec3(0.0, 0.0, 1.0)
    if length > EPSILON:
        n = d / length
    dist = length - ra - rb
    return dist, n, ca + n * (ra + 0.5 * dist)


@law
def sphere_plane_distance(
    center: wp.vec3, radius: float, origin: wp.vec3, normal: wp.vec3
) -> tuple[float, wp.vec3, wp.vec3]:
    """Gap of a sphere and a plane, unit normal into the plane, and the point midway."""
    dist = wp.dot(normal, center - origin) - radius
    return dist, -normal, center - normal * (radius + 0.5 * dist)


@law
def closest_point_box(p: wp.vec3, half: wp.vec3) -> wp.vec3:
    """Point of a box about the origin nearest to another, which is its own if it lies inside."""
    return wp.vec3(
        wp.clamp(p[0], -half[0], half[0]),
        wp.clamp(p[1], -half[1], half[1]),
        wp.clamp(p[2], -half[2], half[2]),
    )


@law
def sphere_box_distance(
    center: wp.vec3, radius: float, frame: wp.transform, half: wp.vec3
) -> tuple[float, wp.vec3, wp.vec3]:
    """Gap of a sphere and a box, unit normal into the box, and the point midway."""
    local = wp.transform_point(wp.transform_inverse(frame), center)
    near = closest_point_box(local, half)
    d = near - local
    length = wp.length(d)
    if length > EPSILON:
        n = wp.transform_vector(frame, d / length)
        return length - radius, n, center + n * (0.5 * (radius + length))
    # inside: the nearest face
    gap = half - wp.abs(local)
    k = int(wp.argmin(gap))
    face = wp.vec3(0.0)
    face[k] = wp.where(local[k] < -EPSILON, 1.0, -1.0)
    inward = wp.transform_vector(frame, face)
    return -gap[k] - radius, inward, center + inward * (0.5 * (radius - gap[k]))


@law
def closest_segment_parameters(p1: wp.vec3, q1: wp.vec3, p2: wp.vec3, q2: wp.vec3) -> tuple[float, float]:
    """Parameters from 0 to 1 where two segments come nearest; parallel ones start at the first end."""
    d1 = q1 - p1
    d2 = q2 - p2
    r = p1 - p2
    a = wp.max(wp.dot(d1, d1), LEAST_SQUARE)
    e = wp.max(wp.dot(d2, d2), LEAST_SQUARE)
    f = wp.dot(d2, r)
    c = wp.dot(d1, r)
    b = wp.dot(d1, d2)
    denom = a * e - b * b
    s = 0.0
    # parallel segments start at the first end
    if denom > PARALLEL * a * e:
        s = wp.clamp((b * f - c * e) / denom, 0.0, 1.0)
    t = (b * s + f) / e
    if t < 0.0:
        t = 0.0
        s = wp.clamp(-c / a, 0.0, 1.0)
    elif t > 1.0:
        t = 1.0
        s = wp.clamp((b - c) / a, 0.0, 1.0)
    return s, t


@computation(
    CONTACTS,
    "collide pairs of spheres and list their contacts",
    outputs={"all": "", "few": "by point and distance alone"},
    lost={True: "and count those without room", False: ""},
)
def collide_spheres(pair: Any, contact_max: Any) -> None:
    if pair.filtered != 0:
        return
    a, b = pair.first, pair.second
    xa = wp.transform_get_translation(a.pose)
    xb = wp.transform_get_translation(b.pose)
    dist, n, p = sphere_sphere_distance(xa, a.scale[0], xb, b.scale[0])
    if dist > a.margin + b.margin:
        return
    slot = wp.atomic_add(counter[0].contacts, 1)
    if slot >= contact_max:
        if v.lost:
            wp.atomic_add(counter[0].lost, 1)
        return
    contact[slot].point = p
    contact[slot].distance = dist
    if v.outputs == "all":
        contact[slot].normal = n
        contact[slot].friction = wp.max(a.friction, b.friction)
        contact[slot].impulse = 0.0
        contact[slot].state = 0


@computation(
    CONTACTS,
    "collide the sphere of each pair with a sphere, a box or a plane and list their contacts, the sphere first,",
    placed={True: "both placed by their bodies", False: ""},
)
def collide_pair_by_kind(pair: Any, margin: Any, contact_max: Any) -> None:
    # spheres have the lowest kind: they come first
    i = pair.first.index
    j = pair.second.index
    if shape[i].kind > shape[j].kind:
        i = pair.second.index
        j = pair.first.index
    if shape[i].kind != ShapeType.SPHERE:
        pair.distance = FAR
        return
    if v.placed:
        xa = shape[i].frame
        xb = shape[j].frame
        body_a = shape[i].body
        body_b = shape[j].body
        if exists(body_a):
            xa = wp.transform_multiply(body_a.pose, xa)
        if exists(body_b):
            xb = wp.transform_multiply(body_b.pose, xb)
    else:
        xa = shape[i].pose
        xb = shape[j].pose
    ca = wp.transform_get_translation(xa)
    cb = wp.transform_get_translation(xb)
    ra = shape[i].scale[0]
    kind = shape[j].kind
    if kind == ShapeType.SPHERE:
        dist, n, p = sphere_sphere_distance(ca, ra, cb, shape[j].scale[0])
    elif kind == ShapeType.PLANE:
        up = wp.transform_vector(xb, wp.vec3(0.0, 0.0, 1.0))
        dist, n, p = sphere_plane_distance(ca, ra, cb, up)
    elif kind == ShapeType.BOX:
        dist, n, p = sphere_box_distance(ca, ra, xb, shape[j].scale)
    else:
        pair.distance = FAR
        return
    pair.distance = dist
    if dist > margin:
        return
    slot = wp.atomic_add(counter[0].contacts, 1)
    if slot < contact_max:
        contact[slot].point = p
        contact[slot].normal = n
        contact[slot].distance = dist
        contact[slot].geoms = wp.vec2i(i, j)


@computation(
    CONTACTS,
    "measure the distance between two capsules",
    contacts={True: "and list a contact where they are near", False: ""},
)
def capsule_distance(pair: Any, margin: Any, contact_max: Any) -> None:
    a, b = pair.first, pair.second
    ha = wp.vec3(0.0, 0.0, a.scale[1])
    hb = wp.vec3(0.0, 0.0, b.scale[1])
    p1 = wp.transform_point(a.pose, -ha)
    q1 = wp.transform_point(a.pose, ha)
    p2 = wp.transform_point(b.pose, -hb)
    q2 = wp.transform_point(b.pose, hb)
    s, t = closest_segment_parameters(p1, q1, p2, q2)
    xa = p1 + s * (q1 - p1)
    xb = p2 + t * (q2 - p2)
    d = xb - xa
    length = wp.length(d)
    dist = length - a.scale[0] - b.scale[0]
    pair.distance = dist
    if v.contacts:
        if dist > margin or length < EPSILON:
            return
        slot = wp.atomic_add(counter[0].contacts, 1)
        if slot >= contact_max:
            return
        n = d / length
        contact[slot].point = xa + (a.scale[0] + 0.5 * dist) * n
        contact[slot].normal = n
        contact[slot].distance = dist
