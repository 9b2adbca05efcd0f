"""Rays of sensors: what they hit, how far it is, and what a sensor makes of its rays."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS

NO_HIT = -1.0
SECTORS = 8


@law
def ray_ball_distance(origin: wp.vec3, direction: wp.vec3, center: wp.vec3, radius: float) -> float:
    offset = origin - center
    b = wp.dot(offset, direction)
    c = wp.dot(offset, offset) - radius * radius
    disc = b * b - c
    if disc < 0.0:
        return NO_HIT
    root = wp.sqrt(disc)
    t = -b - root
    if t < 0.0:
        # from inside, the far side is hit
        t = -b + root
    if t < 0.0:
        return NO_HIT
    return t


@computation(
    SENSORS,
    "find the nearest ball that every ray hits",
    limit={True: "up to the largest range", False: ""},
    hit={True: "and where it hits", False: ""},
    seen={True: "and count for each ball the rays that hit it", False: ""},
)
def cast_sensor_ray(ray: Any, far: Any) -> None:
    sensor = ray.sensor
    site = sensor.site
    X = site.pose
    o = wp.transform_get_translation(X)
    d = wp.transform_vector(X, ray.direction)
    best = float(NO_HIT)
    found = int(-1)
    for k in range(count(ball)):
        t = ray_ball_distance(o, d, ball[k].center, ball[k].radius)
        if t < 0.0:
            continue
        if found < 0 or t < best:
            best = t
            found = k
    if v.limit:
        if best > far:
            best = NO_HIT
            found = -1
    ray.distance = best
    ray.ball = found
    if found < 0:
        return
    if v.hit:
        ray.hit = o + best * d
    if v.seen:
        wp.atomic_add(ball[found].seen, 1)


@computation(
    SENSORS,
    "find the shortest of the rays of every sensor",
    none={"far": "with the largest range where none hits", "minus": "with -1 where none hits"},
    which={True: "and which one it is", False: ""},
)
def shortest_ray(sensor: Any, far: Any) -> None:
    best = float(far)
    found = int(-1)
    for r in sensor.rays:
        t = r.distance
        if t < 0.0:
            continue
        if t < best:
            best = t
            found = r.index
    if v.none == "minus":
        if found < 0:
            best = NO_HIT
    sensor.reading = best
    if v.which:
        sensor.closest = found


@computation(
    SENSORS,
    "let every ray shorten the range of its sensor",
    hits={True: "and count the rays that hit", False: ""},
    limit={True: "within the largest range", False: ""},
)
def shorten_sensor_range(ray: Any, far: Any) -> None:
    t = ray.distance
    if t < 0.0:
        return
    if v.limit:
        if t >= far:
            return
    sensor = ray.sensor
    wp.atomic_min(sensor.nearest, t)
    if v.hits:
        sensor.hits += 1


@computation(
    SENSORS,
    "average the rays of every sensor by their weights",
    form={"mean": "", "near": "with near hits counting more"},
    none={"far": "with the largest range where none hits", "zero": ""},
)
def mean_ray_distance(sensor: Any, far: Any) -> None:
    total = float(0.0)
    weight = float(0.0)
    for r in sensor.rays:
        t = r.distance
        if t < 0.0:
            continue
        w = r.weight
        if v.form == "near":
            w = w / (1.0 + t * t)
        total += w * t
        weight += w
    y = float(0.0)
    if v.none == "far":
        y = far
    if weight > 0.0:
        y = total / weight
    sensor.reading = y


@computation(
    SENSORS,
    "keep the shortest ray of every sector of a sensor",
    empty={"far": "with the largest range where none hits", "minus": "with -1 where none hits"},
)
def sector_ranges(sensor: Any, far: Any) -> None:
    for k in range(SECTORS):
        best = float(far)
        hit = bool(False)
        for r in sensor.rays:
            if r.sector != k or r.distance < 0.0:
                continue
            best = wp.min(best, r.distance)
            hit = True
        if v.empty == "minus":
            if not hit:
                best = NO_HIT
        sensor.sector_range[k] = best


@computation(
    SENSORS,
    "turn the distance of every ray into a point",
    frame={"world": "", "sensor": "in the axes of the sensor"},
    none={"zero": "and none at the origin where it hits nothing", "far": "at the largest range where it hits nothing"},
)
def ray_point(ray: Any, far: Any) -> None:
    t = ray.distance
    if t < 0.0:
        if v.none == "zero":
            ray.hit = wp.vec3(0.0)
            return
        t = far
    p = t * ray.direction
    if v.frame == "world":
        p = wp.transform_point(ray.sensor.site.pose, p)
    ray.hit = p


@computation(
    SENSORS,
    "give up rays that are too long",
    far={"minus": "as ones that hit nothing", "clamp": "or rather shorten them"},
    near={True: "and rays shorter than the radius of the sensor", False: ""},
)
def limit_rays(ray: Any, far: Any) -> None:
    t = ray.distance
    if v.near:
        if t < ray.sensor.radius:
            t = NO_HIT
    if t > far:
        if v.far == "minus":
            t = NO_HIT
        else:
            t = far
    ray.distance = t
