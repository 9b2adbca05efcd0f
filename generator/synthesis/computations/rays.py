"""Rays against spheres and boxes: roots, intervals, the nearest of many."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

EPSILON = 1.0e-6
NO_HIT = -1.0
HIT = 1


@law
def ray_sphere_distance(origin: wp.vec3, direction: wp.vec3, center: wp.vec3, radius: float) -> float:
    """Distance along a ray of unit direction to a sphere, from inside to its far side; -1 for a miss."""
    oc = origin - center
    b = wp.dot(oc, direction)
    c = wp.dot(oc, oc) - radius * radius
    disc = b * b - c
    if disc < 0.0:
        return NO_HIT
    root = wp.sqrt(disc)
    t = -b - root
    # the origin lies inside, or the sphere behind it
    if t < 0.0:
        t = -b + root
    if t < 0.0:
        return NO_HIT
    return t


@law
def ray_slab(o: float, d: float, lower: float, upper: float) -> tuple[float, float]:
    """Distances along a ray to the nearer and the farther plane of a slab across one axis."""
    # a ray along the slab meets its planes far away: one ahead and one behind if it is inside
    inv = 1.0 / wp.where(wp.abs(d) < EPSILON, EPSILON, d)
    t1 = (lower - o) * inv
    t2 = (upper - o) * inv
    return wp.min(t1, t2), wp.max(t1, t2)


@law
def ray_box_interval(o: wp.vec3, d: wp.vec3, lower: wp.vec3, upper: wp.vec3) -> tuple[float, float]:
    """Distances at which a ray enters and leaves a box, the first one larger where it misses."""
    x0, x1 = ray_slab(o[0], d[0], lower[0], upper[0])
    y0, y1 = ray_slab(o[1], d[1], lower[1], upper[1])
    z0, z1 = ray_slab(o[2], d[2], lower[2], upper[2])
    return wp.max(x0, wp.max(y0, z0)), wp.min(x1, wp.min(y1, z1))


@computation(
    RAYS,
    "intersect each ray with its sphere by the quadratic formula, from inside with its far side,",
    outputs={
        "distance": "storing the distance, -1 for a miss",
        "point": "storing distance and hit point",
        "normal": "storing distance, hit point and normal",
    },
    miss={True: "with -1 where it has no sphere, and the sphere's number", False: ""},
)
def ray_sphere(ray: Any) -> None:
    ball = ray.sphere
    if v.miss:
        if not exists(ball):
            ray.distance = NO_HIT
            ray.target_id = -1
            return
    o = ray.origin
    d = ray.direction
    t = ray_sphere_distance(o, d, ball.center, ball.radius)
    ray.distance = t
    if v.miss:
        ray.target_id = wp.where(t < 0.0, -1, ball.index)
    if v.outputs != "distance":
        if t >= 0.0:
            p = o + d * t
            ray.point = p
            if v.outputs == "normal":
                ray.normal = (p - ball.center) / ball.radius


@computation(
    RAYS,
    "clip the interval [near, far] of each ray to its box by the slab method",
    empty={"flag": "and flag rays that meet it", "swap": "leaving an interval of length zero where it misses"},
)
def clip_ray_to_box(ray: Any) -> None:
    box = ray.box
    t0, t1 = ray_box_interval(ray.origin, ray.direction, box.lower, box.upper)
    t0 = wp.max(t0, ray.near)
    t1 = wp.min(t1, ray.far)
    if v.empty == "flag":
        if t0 > t1:
            ray.status = 0
            return
        ray.near = t0
        ray.far = t1
        ray.status = HIT
    else:
        ray.near = wp.min(t0, t1)
        ray.far = t1


@computation(
    RAYS,
    "find the nearest of the spheres of each ray",
    limit={"ray": "within its largest distance", "open": ""},
    outputs={
        "index": "storing number and distance, -1 for a miss",
        "count": "storing number and distance, -1 for a miss, and count those that it crosses",
    },
)
def nearest_sphere(ray: Any) -> None:
    o = ray.origin
    d = ray.direction
    best = float(1.0e10)
    hit = int(-1)
    if v.outputs == "count":
        n = int(0)
    for ball in ray.balls:
        t = ray_sphere_distance(o, d, ball.center, ball.radius)
        if t < 0.0:
            continue
        if v.limit == "ray":
            if t >= ray.max_distance:
                continue
        if v.outputs == "count":
            n += 1
        if t < best:
            best = t
            hit = ball.index
    ray.target_id = hit
    if v.outputs == "count":
        ray.hit_count = n
    if hit >= 0:
        ray.distance = best
    else:
        ray.distance = NO_HIT
