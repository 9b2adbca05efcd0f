"""Rays of sensors: what they hit, how far it is, and what a sensor makes of its rays."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS

NO_HIT = -1.0
SECTORS = 8


@law
def ray_ball_distance(origin: wp.vec3, direction: wp.vec3, center: wp.vec3, radius: float) -> float:
    """Distance along a ray of unit direction to a ball; negative for a miss."""
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
    "cast each ray from the site of its sensor at all balls and store distance and number of the "
    "nearest hit, -1 for none,",
    limit={True: "within the largest range", False: ""},
    hit={True: "and the hit point", False: ""},
    seen={True: "and count the rays that hit each ball", False: ""},
)
def cast_sensor_ray(ray: Any, far: Any) -> None:
    sensor = ray.sensor
    site = sensor.site
    if not exists(site):
        # a sensor without a place sees nothing
        ray.distance = NO_HIT
        ray.ball = -1
        return
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
    "read the shortest of the rays of each sensor that hit within the largest range",
    none={"far": "or that range where none does", "minus": "or -1 where none does"},
    which={True: "and its number", False: ""},
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
    "lower the nearest distance of the sensor of each ray that hits by atomic minimum",
    hits={True: "and count its hits", False: ""},
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
    "average the distances of the rays of each sensor that hit",
    form={"mean": "by their weights", "near": "by their weights over 1 + t^2, so that near hits count more"},
    none={"far": "or the largest range where none hits", "zero": "or zero where none hits"},
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
    "find the shortest ray that hits within the largest range in each of the eight sectors of a sensor,",
    empty={"far": "or that range where none does", "minus": "or -1 where none does"},
)
def sector_ranges(sensor: Any, far: Any) -> None:
    for k in range(SECTORS):
        best = float(far)
        hit = bool(False)
        for r in sensor.rays:
            if r.sector != k or r.distance < 0.0:
                continue
            if r.distance < best:
                best = r.distance
                hit = True
        if v.empty == "minus":
            if not hit:
                best = NO_HIT
        sensor.sector_range[k] = best


@computation(
    SENSORS,
    "compute the point that each ray reaches",
    frame={"world": "in the world", "sensor": "in the frame of its sensor"},
    none={
        "zero": "and the origin where it hits nothing within the largest range",
        "far": "at the largest range where it hits nothing within that",
    },
)
def ray_point(ray: Any, far: Any) -> None:
    t = ray.distance
    if t < 0.0 or t > far:
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
    "limit each ray to the largest range",
    far={"minus": "setting longer distances to -1", "clamp": "clamping longer distances"},
    near={True: "and setting those inside the radius of its sensor to -1", False: ""},
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
