"""Sensors of contact: what presses on a site, slots of contacts, wrenches on both bodies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS

TOUCHING = 1
BEGAN = 2
ENDED = 4


@law
def site_contains(pose: wp.transform, size: wp.vec3, p: wp.vec3) -> bool:
    """Whether a point lies in the box of a site, given by its half sides, faces included."""
    x = wp.transform_point(wp.transform_inverse(pose), p)
    return wp.abs(x[0]) <= size[0] and wp.abs(x[1]) <= size[1] and wp.abs(x[2]) <= size[2]


@computation(
    SENSORS,
    "add the normal force of each contact that presses to that of its sensor,",
    zone={
        "box": "if it lies in the box of the sensor's site",
        "sphere": "if it lies within the sensor's radius of its site",
    },
    count={True: "and count the contacts", False: ""},
    force={True: "with their forces as vectors", False: ""},
)
def touch_reading(touch: Any) -> None:
    if touch.push <= 0.0:
        return
    sensor = touch.sensor
    site = sensor.site
    if v.zone == "box":
        if not site_contains(site.pose, site.size, touch.point):
            return
    else:
        if wp.length(touch.point - wp.transform_get_translation(site.pose)) > sensor.radius:
            return
    wp.atomic_add(sensor.normal_force, touch.push)
    if v.count:
        wp.atomic_add(sensor.hits, 1)
    if v.force:
        wp.atomic_add(sensor.force, touch.push * touch.normal)


@computation(
    SENSORS,
    "give every contact a slot of the sensor that it reports to (-1 where all are taken)",
    side={"any": "", "first": "and -1 to those whose first body is not that of the sensor"},
)
def assign_contact_slot(touch: Any, slots: Any) -> None:
    touch.slot = -1
    sensor = touch.sensor
    if v.side == "first":
        site = sensor.site
        a = touch.a
        body = site.body
        if a != body:
            return
    n = wp.atomic_add(sensor.hits, 1)
    if n < slots:
        touch.slot = sensor.index * slots + n


@computation(
    SENSORS,
    "add the normal force of every contact, with its torque about their origins, to the wrenches of both bodies,",
    overlap={True: "where they overlap", False: ""},
    pushing={True: "unless it pulls", False: ""},
)
def contact_wrenches(touch: Any) -> None:
    if v.overlap:
        if touch.distance >= 0.0:
            return
    push = touch.push
    if v.pushing:
        if push <= 0.0:
            return
    f = push * touch.normal
    p = touch.point
    a, b = touch.a, touch.b
    if exists(a):
        ra = p - wp.transform_get_translation(a.pose)
        a.wrench -= wp.spatial_vector(f, wp.cross(ra, f))
    if exists(b):
        rb = p - wp.transform_get_translation(b.pose)
        b.wrench += wp.spatial_vector(f, wp.cross(rb, f))


@computation(
    SENSORS,
    "read from all contacts that report to a sensor what it feels",
    reduce={"net": "as one force", "strongest": "from the strongest of them"},
    zone={True: "inside its site", False: ""},
    local={True: "in the axes of its site", False: ""},
    center={True: "and where they act on average", False: ""},
)
def contact_match_reading(sensor: Any) -> None:
    site = sensor.site
    X = site.pose
    total = wp.vec3(0.0)
    center = wp.vec3(0.0)
    weight = float(0.0)
    best = int(-1)
    strongest = float(0.0)
    n = int(0)
    for c in range(count(touch)):
        if touch[c].sensor.index != sensor.index:
            continue
        push = touch[c].push
        if push <= 0.0:
            continue
        if v.zone:
            if not site_contains(X, site.size, touch[c].point):
                continue
        n += 1
        total += push * touch[c].normal
        center += push * touch[c].point
        weight += push
        if push > strongest:
            strongest = push
            best = c
    sensor.hits = n
    if n == 0:
        sensor.force = wp.vec3(0.0)
        sensor.normal_force = 0.0
        return
    y = total
    if v.reduce == "strongest":
        y = strongest * touch[best].normal
    if v.local:
        y = wp.quat_rotate_inv(wp.transform_get_rotation(X), y)
    sensor.force = y
    if v.reduce == "strongest":
        sensor.normal_force = strongest
    else:
        sensor.normal_force = weight
    if v.center:
        p = center / weight
        if v.local:
            p = wp.transform_point(wp.transform_inverse(X), p)
        sensor.point = p


@computation(
    SENSORS,
    "count for every sensor the steps without contact, and tell whether the bodies that it watches touch, begin or end to,",
    force={True: "by the force between them,", False: ""},
    lost={True: "with a contact that is missed for less than the release steps taken for one that goes on", False: ""},
)
def contact_switch(sensor: Any, release_steps: Any) -> None:
    if v.force:
        on = sensor.normal_force > sensor.high
    else:
        on = sensor.hits > 0
    was = sensor.level != 0
    silent = sensor.silent
    status = int(0)
    if on:
        silent = 0
        status = TOUCHING
        if not was:
            status = status | BEGAN
        sensor.level = 1
    else:
        silent += 1
        if v.lost:
            if was and silent < release_steps:
                status = TOUCHING
                sensor.level = 1
            else:
                sensor.level = 0
                if was:
                    status = ENDED
        else:
            sensor.level = 0
            if was:
                status = ENDED
    sensor.silent = silent
    sensor.status = status
