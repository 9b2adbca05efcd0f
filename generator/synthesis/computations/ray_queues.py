"""Rays between two casts: fresh hits, frames, queues, counts by shape and body, new rays from old ones."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

NO_HIT = -1.0
HIT = 1


@law
def refract(direction: wp.vec3, normal: wp.vec3, eta: float) -> wp.vec3:
    """Unit direction after refraction by Snell's law, or after total internal reflection."""
    cosine = -wp.dot(direction, normal)
    k = 1.0 - eta * eta * (1.0 - cosine * cosine)
    if k < 0.0:
        # total internal reflection
        return direction + normal * (2.0 * cosine)
    return direction * eta + normal * (eta * cosine - wp.sqrt(k))


@law
def face_forward(normal: wp.vec3, direction: wp.vec3) -> wp.vec3:
    """Normal, turned round where it points along the ray, so that it faces where the ray comes from."""
    if wp.dot(normal, direction) > 0.0:
        return -normal
    return normal


@computation(
    RAYS,
    "transform origin and direction of each ray into the local frame of its target shape, through the pose of the body that "
    "carries the shape if any",
)
def ray_into_shape_frame(ray: Any) -> None:
    shape = ray.target
    xf = shape.pose
    body = shape.body
    if exists(body):
        xf = wp.transform_multiply(body.pose, xf)
    inv = wp.transform_inverse(xf)
    ray.local_origin = wp.transform_point(inv, ray.origin)
    ray.local_direction = wp.transform_vector(inv, ray.direction)


@computation(
    RAYS,
    "transform the hit point of each ray from the frame of its shape, which a body may carry, to the world,",
    normal={True: "and rotate its normal, zero for both without a hit", False: "zero without a hit"},
)
def hit_to_world(ray: Any) -> None:
    shape = ray.target
    if not exists(shape) or ray.distance < 0.0:
        ray.point = wp.vec3(0.0)
        if v.normal:
            ray.normal = wp.vec3(0.0)
        return
    xf = shape.pose
    body = shape.body
    if exists(body):
        xf = wp.transform_multiply(body.pose, xf)
    p = ray.local_origin + ray.local_direction * ray.distance
    ray.point = wp.transform_point(xf, p)
    if v.normal:
        ray.normal = wp.quat_rotate(wp.transform_get_rotation(xf), ray.normal)


@computation(
    RAYS,
    "append each active ray to the queue of its world, up to the capacity",
    packed={"index": "", "ray": "with its origin and direction"},
    test={"active": "", "missed": "if it has not hit anything"},
)
def enqueue_rays(ray: Any, capacity: Any) -> None:
    world = ray.world
    if not ray.active:
        return
    if v.test == "missed":
        if ray.distance >= 0.0:
            return
    slot = wp.atomic_add(world.ray_count, 1)
    if slot >= capacity:
        return
    world.queue[slot] = ray.index
    if v.packed == "ray":
        world.queue_origin[slot] = ray.origin
        world.queue_direction[slot] = ray.direction


@computation(
    RAYS,
    "count the rays that hit each shape",
    by={"shape": "", "body": "and each body", "world": "and in each world"},
    nearest={True: "and keep the smallest distance by atomic minimum", False: ""},
)
def count_shape_hits(ray: Any) -> None:
    t = ray.distance
    if t < 0.0:
        return
    shape = ray.target
    shape.hit_count += 1
    if v.nearest:
        wp.atomic_min(shape.nearest, t)
    if v.by == "body":
        body = shape.body
        if exists(body):
            body.ray_count += 1
    elif v.by == "world":
        if exists(ray.world):
            ray.world.hit_count += 1


@computation(
    RAYS,
    "store the material of the shape that each ray hit, -1 for a miss",
    body={True: "and the number of its body, -1 where it has none", False: ""},
    flag={True: "and a status of 1 for hits, 0 for misses", False: ""},
)
def material_of_hit(ray: Any) -> None:
    kind = int(-1)
    number = int(-1)
    target = ray.target
    if exists(target):
        kind = target.material
        if v.body:
            body = target.body
            if exists(body):
                number = body.index
    ray.material = kind
    if v.body:
        ray.body_id = number
    if v.flag:
        ray.status = HIT if kind >= 0 else 0


@computation(
    RAYS,
    "start each ray that hit something anew at its hit, moved off the surface by a bias, with what is left of its range,",
    law={
        "mirror": "in the mirrored direction",
        "refract": "in the direction refracted by Snell's law, mirrored at total internal reflection",
        "through": "in the same direction",
    },
    stop={True: "and switch off rays that missed", False: ""},
)
def continue_ray(ray: Any, bias: Any, eta: Any) -> None:
    t = ray.distance
    if t < 0.0:
        if v.stop:
            ray.active = False
        return
    d = ray.direction
    if v.law != "through":
        n = face_forward(ray.normal, d)
    p = ray.origin + d * t
    if v.law == "mirror":
        ray.origin = p + n * bias
        ray.direction = d - n * (2.0 * wp.dot(d, n))
    elif v.law == "refract":
        leaves = wp.dot(ray.normal, d) > 0.0
        new_dir = refract(d, n, 1.0 / eta if leaves else eta)
        ray.origin = p + new_dir * bias
        ray.direction = new_dir
    else:
        ray.origin = p + d * bias
    ray.max_distance = wp.max(ray.max_distance - t - bias, 0.0)


@computation(
    RAYS,
    "flip the normal of each ray to the side that the ray comes from",
    near={True: "and shorten the ray to the hit", False: ""},
)
def face_normal_to_ray(ray: Any) -> None:
    ray.normal = face_forward(ray.normal, ray.direction)
    if v.near:
        if ray.distance >= 0.0:
            ray.far = wp.min(ray.far, ray.distance)


@computation(
    RAYS,
    "count the candidate shapes of each ray whose groups its mask allows",
    cap={True: "up to the most hits", False: ""},
)
def count_candidates(ray: Any, max_hits: Any) -> None:
    n = int(0)
    for shape in ray.candidates:
        if (shape.groups & ray.mask) == 0:
            continue
        n += 1
        if v.cap:
            if n == max_hits:
                break
    ray.allowed_count = n
