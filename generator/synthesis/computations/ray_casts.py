"""Rays cast at shapes by type, in their local frames: whether one occludes, and what is kept of a hit."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.rays import ray_box_interval, ray_sphere_distance
from generator.synthesis.schemas.rays import RAYS

GeoType: Any = None
"""The enumeration of the schema."""

EPSILON = 1.0e-6
NO_HIT = -1.0
FAR = 1.0e6
HIT = 1
VISIBLE = 2


@law
def ray_plane_distance(o: wp.vec3, d: wp.vec3) -> float:
    """Distance along a ray to the plane z = 0, met from above alone; negative for a miss."""
    if d[2] > -EPSILON:
        return NO_HIT
    return -o[2] / d[2]


@law
def ray_shape_distance(kind: int, o: wp.vec3, d: wp.vec3, size: wp.vec3) -> float:
    """Distance along a ray to a sphere, box or plane in the shape's frame; negative for a miss."""
    if kind == GeoType.SPHERE:
        return ray_sphere_distance(o, d, wp.vec3(0.0, 0.0, 0.0), size[0])
    elif kind == GeoType.BOX:
        t0, t1 = ray_box_interval(o, d, -size, size)
        if t0 > t1 or t1 < 0.0:
            return NO_HIT
        return wp.where(t0 < 0.0, t1, t0)
    elif kind == GeoType.PLANE:
        return ray_plane_distance(o, d)
    return NO_HIT


@law
def ray_to_local(pose: wp.transform, origin: wp.vec3, direction: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Origin and direction of a ray in the local frame of a pose."""
    inv = wp.transform_inverse(pose)
    return wp.transform_point(inv, origin), wp.transform_vector(inv, direction)


@computation(
    RAYS,
    "test whether any candidate sphere, box or plane occludes each ray within its largest distance",
    masked={True: "among those whose groups its mask allows", False: ""},
)
def occluded(ray: Any) -> None:
    status = int(0)
    for shape in ray.candidates:
        if v.masked:
            if (shape.groups & ray.mask) == 0:
                continue
        pose = shape.pose
        body = shape.body
        if exists(body):
            pose = wp.transform_multiply(body.pose, pose)
        o, d = ray_to_local(pose, ray.origin, ray.direction)
        t = ray_shape_distance(shape.type, o, d, shape.size)
        if t >= 0.0 and t < ray.max_distance:
            status = HIT
            break
    ray.status = status


@computation(
    RAYS,
    "cast each active ray at its candidate spheres, boxes and planes in their local frames and keep the nearest hit "
    "within its largest distance",
    exclude={True: "except on its excluded body", False: ""},
    hidden={True: "passing through hidden shapes", False: ""},
    outputs={"shape": "", "kind": "and the type of the shape, -1 for none,", "point": "and the hit point"},
)
def cast_ray(ray: Any) -> None:
    if not ray.active:
        return
    ray.distance = NO_HIT
    ray.target_id = -1
    if v.outputs == "kind":
        ray.hit_kind = -1
    origin = ray.origin
    direction = ray.direction
    best = float(ray.max_distance)
    hit = int(-1)
    if v.outputs == "kind":
        kind = int(-1)
    if v.exclude:
        skip = int(-1)
        if exists(ray.excluded):
            skip = ray.excluded.index
    for shape in ray.candidates:
        if v.hidden:
            if (shape.flags & VISIBLE) == 0:
                continue
        pose = shape.pose
        body = shape.body
        if exists(body):
            if v.exclude:
                if body.index == skip:
                    continue
            pose = wp.transform_multiply(body.pose, shape.pose)
        o, d = ray_to_local(pose, origin, direction)
        t = ray_shape_distance(shape.type, o, d, shape.size)
        if t < 0.0 or t >= best:
            continue
        best = t
        hit = shape.index
        if v.outputs == "kind":
            kind = shape.type
    if hit < 0:
        return
    ray.distance = best
    ray.target_id = hit
    if v.outputs == "kind":
        ray.hit_kind = kind
    if v.outputs == "point":
        ray.point = origin + direction * best


@computation(
    RAYS,
    "intersect each ray with its target sphere, box or plane, in the local frame, where the groups of the target "
    "meet its mask, up to its largest distance and -1 for a miss,",
    normal={True: "and store the normal of the hit", False: ""},
    count={True: "and count the hits of each shape", False: ""},
)
def cast_ray_at_target(ray: Any) -> None:
    ray.distance = NO_HIT
    if not exists(ray.target):
        return
    shape = ray.target
    if (shape.groups & ray.mask) == 0:
        return
    inv = wp.transform_inverse(shape.pose)
    o = wp.transform_point(inv, ray.origin)
    d = wp.transform_vector(inv, ray.direction)
    size = shape.size
    t = float(NO_HIT)
    kind = shape.type
    if v.normal:
        n = wp.vec3(0.0, 0.0, 1.0)
        n_out = wp.vec3(0.0, 0.0, 1.0)
    if kind == GeoType.SPHERE:
        b = wp.dot(o, d)
        disc = b * b - wp.dot(o, o) + size[0] * size[0]
        if disc > 0.0:
            t = -b - wp.sqrt(disc)
            # from inside, where it leaves
            if t < 0.0:
                t = -b + wp.sqrt(disc)
            if v.normal:
                n = (o + d * t) / size[0]
    elif kind == GeoType.BOX:
        t0 = float(-FAR)
        t1 = float(FAR)
        for k in range(3):
            if wp.abs(d[k]) < EPSILON:
                if wp.abs(o[k]) > size[k]:
                    t1 = -FAR
                continue
            near = (-wp.sign(d[k]) * size[k] - o[k]) / d[k]
            far = (wp.sign(d[k]) * size[k] - o[k]) / d[k]
            if near > t0:
                t0 = near
                if v.normal:
                    n = wp.vec3(0.0, 0.0, 0.0)
                    n[k] = -wp.sign(d[k])
            if far < t1:
                t1 = far
                if v.normal:
                    n_out = wp.vec3(0.0, 0.0, 0.0)
                    n_out[k] = wp.sign(d[k])
        if t0 <= t1:
            t = t0
            if t < 0.0:
                t = t1
                if v.normal:
                    n = n_out
    elif kind == GeoType.PLANE:
        if d[2] < -EPSILON:
            t = -o[2] / d[2]
    if t < 0.0 or t > ray.max_distance:
        return
    ray.distance = t
    if v.normal:
        ray.normal = wp.transform_vector(shape.pose, n)
    if v.count:
        shape.hit_count += 1
