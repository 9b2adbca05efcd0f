"""Rays that step through distance fields, and small steps on rays."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

GeoType: Any = None
MAX_STEPS = 32
HIT_DISTANCE = 1.0e-3
NO_HIT = -1.0
FAR = 1.0e6
HIT = 1


@law
def box_field(p: wp.vec3, size: wp.vec3) -> float:
    """Signed distance to a box about the origin with the given half extents, negative inside."""
    q = wp.abs(p) - size
    outside = wp.length(wp.max(q, wp.vec3(0.0, 0.0, 0.0)))
    return outside + wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)


@law
def field_at(kind: int, p: wp.vec3, size: wp.vec3) -> float:
    """Signed distance to a sphere, box or capsule about the origin, or to the plane z = 0."""
    if kind == GeoType.SPHERE:
        return wp.length(p) - size[0]
    elif kind == GeoType.BOX:
        return box_field(p, size)
    elif kind == GeoType.CAPSULE:
        z = wp.clamp(p[2], -size[1], size[1])
        return wp.length(wp.vec3(p[0], p[1], p[2] - z)) - size[0]
    return p[2]


@computation(
    RAYS,
    "sphere-trace each active ray from near to far through the distance fields of its candidate shapes, at most 32 "
    "steps, until one is nearer than 1e-3,",
    masked={True: "among those whose groups its mask allows", False: ""},
    steps={True: "and count the steps", False: ""},
    margin={True: "with each field inflated by the shape's margin", False: ""},
)
def march_ray(ray: Any) -> None:
    ray.distance = NO_HIT
    ray.target_id = -1
    if not ray.active:
        return
    o = ray.origin
    d = ray.direction
    t = float(ray.near)
    if v.steps:
        n = int(0)
    for _step in range(MAX_STEPS):
        if t > ray.far:
            break
        p = o + d * t
        nearest = float(FAR)
        found = int(-1)
        for shape in ray.candidates:
            if v.masked:
                if (shape.groups & ray.mask) == 0:
                    continue
            pose = shape.pose
            body = shape.body
            if exists(body):
                pose = wp.transform_multiply(body.pose, shape.pose)
            local = wp.transform_point(wp.transform_inverse(pose), p)
            dist = field_at(shape.type, local, shape.size)
            if v.margin:
                dist = dist - shape.margin
            if dist < nearest:
                nearest = dist
                found = shape.index
        if v.steps:
            n += 1
        if nearest < HIT_DISTANCE:
            ray.distance = t
            ray.target_id = found
            break
        t += nearest
    if v.steps:
        ray.step_count = n
