"""Sensors of contact: what presses on a site, slots of contacts, wrenches on both bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import turn_back
from tests.synthesis.computations.sensor_readings import bodies_of_sensors


def touch_reading(t, v, n):
    c, s = t.touch, t.sensor
    pressure, hits, force = s.pressure.copy(), s.hits.copy(), s.force.copy()
    for i, k in enumerate(c.sensor):
        if c.push[i] <= 0 or k < 0 or s.site[k] < 0:
            continue
        pose = t.site.pose[s.site[k]]
        inside = np.linalg.norm(c.point[i] - pose[:3]) <= s.radius[k]
        if v.zone == "box":
            inside = (np.abs(turn_back(pose[3:], c.point[i] - pose[:3])) <= t.site.size[s.site[k]]).all()
        if inside:
            pressure[k] += c.push[i]
            hits[k] += 1
            force[k] += c.push[i] * c.normal[i]
    found = {"sensor.pressure": pressure, **({"sensor.hits": hits} if v.count else {})}
    return {**found, **({"sensor.force": force} if v.force else {})}


def assign_contact_slot(t, v, n):
    c, hits, slots = t.touch, t.sensor.hits.copy(), t.touch.slot.copy()
    bodies, sites = bodies_of_sensors(t)
    for i, k in enumerate(c.sensor):
        if k < 0:
            continue
        if v.side == "first":
            if sites[k] < 0 or c.a[i] < 0 or bodies[k] < 0:
                continue
            if c.a[i] != bodies[k]:
                slots[i] = -1
                continue
        if hits[k] < n.slots:
            slots[i] = k * n.slots + hits[k]
        elif v.full == "minus":
            slots[i] = -1
        hits[k] += 1
    return {"touch.slot": slots, "sensor.hits": hits}


def contact_wrenches(t, v, n):
    c, wrench = t.touch, t.body.wrench.copy()
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        if v.friction == "depth" and c.distance[i] >= 0:
            continue
        for end, sign in zip(ends, (-1, 1), strict=True):
            if end >= 0:
                force = sign * c.push[i] * c.normal[i]
                wrench[end, :3] += force
                wrench[end, 3:] += np.cross(c.point[i] - t.body.pose[end, :3], force) if v.torque else 0.0
    return {"body.wrench": wrench}
