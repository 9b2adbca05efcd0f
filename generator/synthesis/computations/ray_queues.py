"""Rays between two casts: fresh hits, frames, queues, counts by shape and body, new rays from old ones."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

NO_HIT = -1.0
HIT = 1


@law
def refracted(direction: wp.vec3, normal: wp.vec3, eta: float) -> wp.vec3:
    cosine = -wp.dot(direction, normal)
    k = 1.0 - eta * eta * (1.0 - cosine * cosine)
    if k < 0.0:
        # total internal reflection
        return direction + normal * (2.0 * cosine)
    return direction * eta + normal * (eta * cosine - wp.sqrt(k))


@law
def facing(normal: wp.vec3, direction: wp.vec3) -> wp.vec3:
    if wp.dot(normal, direction) > 0.0:
        return -normal
    return normal


@computation(
    RAYS, "switch off the rays of worlds that have ended", keep={True: "and keep those that were off", False: ""}
)
def stop_rays_of_ended_worlds(ray: Any) -> None:
    if v.keep:
        ray.active = ray.active and not ray.world.done
    else:
        if ray.world.done:
            ray.active = False


@computation(
    RAYS,
    "carry a ray into the frame of its target shape",
    chain={True: "through the body that the shape is fixed to", False: ""},
)
def ray_into_shape_frame(ray: Any) -> None:
    shape = ray.target
    xf = shape.pose
    if v.chain:
        if exists(shape.body):
            xf = wp.transform_multiply(shape.body.pose, xf)
    inv = wp.transform_inverse(xf)
    ray.local_origin = wp.transform_point(inv, ray.origin)
    ray.local_direction = wp.transform_vector(inv, ray.direction)


@computation(
    RAYS,
    "bring a hit back from the frame of its shape to the world",
    normal={True: "with its normal", False: ""},
)
def hit_to_world(ray: Any) -> None:
    if ray.distance < 0.0:
        return
    xf = ray.target.pose
    p = ray.local_origin + ray.local_direction * ray.distance
    ray.point = wp.transform_point(xf, p)
    if v.normal:
        ray.normal = wp.quat_rotate(wp.transform_get_rotation(xf), ray.normal)


@computation(
    RAYS,
    "put the rays that are traced into the queue of their world",
    packed={"index": "", "ray": "with their origins and directions"},
    test={"active": "", "missed": "if they have not hit anything"},
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
    "count the hits of each shape",
    by={"shape": "", "body": "and of each body", "world": "and of each world"},
    nearest={True: "and keep the smallest distance", False: ""},
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
        if exists(shape.body):
            shape.body.ray_count += 1
    elif v.by == "world":
        if exists(ray.world):
            ray.world.hit_count += 1


@computation(
    RAYS,
    "look up the material of what a ray hit",
    miss={"default": "with -1 for a miss", "status": "with -1 for a miss, and flag hits"},
)
def material_of_hit(ray: Any) -> None:
    kind = int(-1)
    if exists(ray.target):
        kind = ray.target.material
    ray.hit_kind = kind
    if v.miss == "status":
        if kind >= 0:
            ray.status = HIT
        else:
            ray.status = 0


@computation(
    RAYS,
    "send a ray on from where it hit",
    law={"mirror": "as a mirror does", "refract": "refracted by the surface", "through": "straight through"},
    stop={True: "and switch off those that hit nothing", False: ""},
)
def continue_ray(ray: Any, bias: Any, eta: Any) -> None:
    t = ray.distance
    if t < 0.0:
        if v.stop:
            ray.active = False
        return
    d = ray.direction
    if v.law != "through":
        n = facing(ray.normal, d)
    p = ray.origin + d * t
    if v.law == "mirror":
        ray.origin = p + n * bias
        ray.direction = d - n * (2.0 * wp.dot(d, n))
    elif v.law == "refract":
        new_dir = refracted(d, n, eta)
        ray.origin = p + new_dir * bias
        ray.direction = new_dir
    else:
        ray.origin = p + d * bias


@computation(RAYS, "flip the normal of a hit towards its ray", near={True: "and shorten the ray to it", False: ""})
def face_normal_to_ray(ray: Any) -> None:
    ray.normal = facing(ray.normal, ray.direction)
    if v.near:
        if ray.distance > 0.0:
            ray.far = wp.min(ray.far, ray.distance)


@computation(
    RAYS,
    "set the mask of a ray from the groups of the shape that it started on",
    law={"without": "without these groups", "only": "to these groups alone", "shared": "to the groups in common"},
)
def ray_mask_from_shape(ray: Any, group_mask: Any) -> None:
    groups = ray.target.groups & group_mask
    if v.law == "without":
        ray.mask = ray.mask & ~groups
    elif v.law == "only":
        ray.mask = groups
    else:
        ray.mask = ray.mask & groups


@computation(
    RAYS, "count the shapes among a ray's candidates that its mask allows", cap={True: "up to a limit", False: ""}
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
    ray.hit_count = n
