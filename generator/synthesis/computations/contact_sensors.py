"""Sensors of contact: what presses on a site, slots of contacts, wrenches on both bodies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS


@law
def site_contains(pose: wp.transform, size: wp.vec3, p: wp.vec3) -> bool:
    x = wp.transform_point(wp.transform_inverse(pose), p)
    return wp.abs(x[0]) <= size[0] and wp.abs(x[1]) <= size[1] and wp.abs(x[2]) <= size[2]


@computation(
    SENSORS,
    "add up what presses on the site of every sensor that a contact reports to",
    zone={"box": "", "sphere": "within its radius"},
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
    wp.atomic_add(sensor.pressure, touch.push)
    if v.count:
        wp.atomic_add(sensor.hits, 1)
    if v.force:
        wp.atomic_add(sensor.force, touch.push * touch.normal)


@computation(
    SENSORS,
    "give every contact a slot of the sensor that it reports to",
    full={"minus": "and -1 where all are taken", "drop": ""},
    side={"any": "", "first": "if the body of the sensor is its first"},
)
def assign_contact_slot(touch: Any, slots: Any) -> None:
    sensor = touch.sensor
    if v.side == "first":
        site = sensor.site
        a = touch.a
        body = site.body
        if a != body:
            touch.slot = -1
            return
    n = wp.atomic_add(sensor.hits, 1)
    if n >= slots:
        if v.full == "minus":
            touch.slot = -1
        return
    touch.slot = sensor.index * slots + n


@computation(
    SENSORS,
    "sum the contact forces on both bodies of every contact",
    friction={"none": "", "depth": "where they overlap"},
    torque={True: "with their torques", False: ""},
)
def contact_wrenches(touch: Any) -> None:
    if v.friction == "depth":
        if touch.distance >= 0.0:
            return
    f = touch.push * touch.normal
    p = touch.point
    if exists(touch.a):
        a = touch.a
        if v.torque:
            ra = p - wp.transform_get_translation(a.pose)
            a.wrench -= wp.spatial_vector(f, wp.cross(ra, f))
        else:
            a.wrench -= wp.spatial_vector(f, wp.vec3(0.0))
    if exists(touch.b):
        b = touch.b
        if v.torque:
            rb = p - wp.transform_get_translation(b.pose)
            b.wrench += wp.spatial_vector(f, wp.cross(rb, f))
        else:
            b.wrench += wp.spatial_vector(f, wp.vec3(0.0))
