"""Sensors of contact: what presses on a site, slots of contacts, wrenches on both bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import turn_back
from tests.synthesis.computations.sensor_readings import bodies_of_sensors


def touch_reading(t, v, n):
    c, s = t.touch, t.sensor
    normal, hits, force = s.normal_force.copy(), s.hits.copy(), s.force.copy()
    for i, k in enumerate(c.sensor):
        if c.push[i] <= 0 or k < 0 or s.site[k] < 0:
            continue
        pose = t.site.pose[s.site[k]]
        inside = np.linalg.norm(c.point[i] - pose[:3]) <= s.radius[k]
        if v.zone == "box":
            inside = (np.abs(turn_back(pose[3:], c.point[i] - pose[:3])) <= t.site.size[s.site[k]]).all()
        if inside:
            normal[k] += c.push[i]
            hits[k] += 1
            force[k] += c.push[i] * c.normal[i]
    found = {"sensor.normal_force": normal, **({"sensor.hits": hits} if v.count else {})}
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
        else:
            slots[i] = -1
        hits[k] += 1
    return {"touch.slot": slots, "sensor.hits": hits}


def contact_wrenches(t, v, n):
    c, wrench = t.touch, t.body.wrench.copy()
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        if (v.overlap and c.distance[i] >= 0) or (v.pushing and c.push[i] <= 0):
            continue
        for end, sign in zip(ends, (-1, 1), strict=True):
            if end >= 0:
                force = sign * c.push[i] * c.normal[i]
                wrench[end, :3] += force
                wrench[end, 3:] += np.cross(c.point[i] - t.body.pose[end, :3], force)
    return {"body.wrench": wrench}


def contact_match_reading(t, v, n):
    c, s = t.touch, t.sensor
    found = {f"sensor.{word}": getattr(s, word).copy() for word in ("hits", "force", "normal_force", "point")}
    for i, site in enumerate(s.site):
        if site < 0:
            continue
        pose = t.site.pose[site]
        mine = np.flatnonzero((c.sensor == i) & (c.push > 0))
        if v.zone:
            inside = [np.abs(turn_back(pose[3:], c.point[k] - pose[:3])) <= t.site.size[site] for k in mine]
            mine = mine[np.array(inside, bool).reshape(-1, 3).all(1)]
        push = c.push[mine]
        found["sensor.hits"][i] = len(mine)
        found["sensor.force"][i], found["sensor.normal_force"][i] = 0.0, 0.0
        if not len(mine):
            continue
        forces = push[:, None] * c.normal[mine]
        force = forces.sum(0) if v.reduce == "net" else forces[push.argmax()]
        center = push @ c.point[mine] / push.sum()
        if v.local:
            force, center = turn_back(pose[3:], force), turn_back(pose[3:], center - pose[:3])
        found["sensor.force"][i], found["sensor.point"][i] = force, center
        found["sensor.normal_force"][i] = push.sum() if v.reduce == "net" else push.max()
    if not v.center:
        del found["sensor.point"]
    return found


def contact_switch(t, v, n):
    s, was = t.sensor, t.sensor.level != 0
    on = s.normal_force > s.high if v.force else s.hits > 0
    silent = np.where(on, 0, s.silent + 1)
    held = ~on & was & (silent < n.release_steps) if v.lost else np.zeros(len(on), bool)
    level = on | held
    status = level * 1 + (on & ~was) * 2 + (was & ~level) * 4
    return {"sensor.silent": silent, "sensor.level": level * 1, "sensor.status": status}
