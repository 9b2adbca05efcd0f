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
    q = wp.abs(p) - size
    outside = wp.length(wp.max(q, wp.vec3(0.0, 0.0, 0.0)))
    return outside + wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)


@law
def field_at(kind: int, p: wp.vec3, size: wp.vec3) -> float:
    if kind == 0:
        return wp.length(p) - size[0]
    elif kind == 1:
        return box_field(p, size)
    elif kind == 2:
        z = wp.clamp(p[2], -size[1], size[1])
        return wp.length(wp.vec3(p[0], p[1], p[2] - z)) - size[0]
    return p[2]


@computation(
    RAYS,
    "step along each ray until a shape is near",
    masked={True: "of those that its mask allows", False: ""},
    steps={True: "and count the steps", False: ""},
    margin={True: "with the margins of the shapes", False: ""},
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
            local = wp.transform_point(wp.transform_inverse(shape.pose), p)
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
        ray.hit_count = n


@computation(RAYS, "place the point of each ray at its end", end={"far": "", "hit": "or at its hit where it has one"})
def ray_end_point(ray: Any) -> None:
    if v.end == "hit":
        if ray.distance >= 0.0:
            ray.point = ray.origin + ray.direction * ray.distance
            return
    ray.point = ray.origin + ray.direction * ray.far


@computation(
    RAYS, "open the interval of each ray", to={"largest": "up to its largest distance", "hit": "up to its hit"}
)
def reset_ray_interval(ray: Any) -> None:
    ray.near = 0.0
    if v.to == "hit":
        if ray.distance > 0.0:
            ray.far = ray.distance
            return
    ray.far = ray.max_distance


@computation(RAYS, "reverse each ray from its end", active={True: "that is traced", False: ""})
def reverse_ray(ray: Any) -> None:
    if v.active:
        if not ray.active:
            return
    d = ray.direction
    ray.origin = ray.origin + d * ray.far
    ray.direction = -d


@computation(RAYS, "count the rays that hit each body", kind={True: "on one of its boxes", False: ""})
def body_ray_counts(ray: Any) -> None:
    shape = ray.target
    if v.kind:
        if shape.type != GeoType.BOX:
            return
    shape.body.ray_count += 1


@computation(
    RAYS,
    "store the number of the body that each ray hit",
    missing={"world": "with -1 where the shape has none", "skip": ""},
)
def body_of_hit(ray: Any) -> None:
    shape = ray.target
    if v.missing == "world":
        if not exists(shape.body):
            ray.target_id = -1
            return
    ray.target_id = shape.body.index


@computation(RAYS, "switch off rays that hit something before their end", status={True: "and flag them", False: ""})
def stop_rays_that_hit(ray: Any) -> None:
    t = ray.distance
    if t < 0.0 or t > ray.far:
        return
    ray.active = False
    if v.status:
        ray.status = HIT


@computation(RAYS, "set the normal of each hit to that of its triangle", flip={True: "towards the ray", False: ""})
def face_normal_of_hit(ray: Any) -> None:
    n = ray.face.normal
    if v.flip:
        if wp.dot(n, ray.direction) > 0.0:
            n = -n
    ray.normal = n


@computation(RAYS, "bound each shape that moves with a body by a sphere", margin={True: "with its margin", False: ""})
def shape_sphere_bounds(shape: Any) -> None:
    xf = wp.transform_multiply(shape.body.pose, shape.pose)
    p = wp.transform_get_translation(xf)
    r = wp.length(shape.size)
    if v.margin:
        r += shape.margin
    reach = wp.vec3(r, r, r)
    shape.lower = p - reach
    shape.upper = p + reach
