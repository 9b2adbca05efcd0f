"""Status of a simulation, as NumPy states it."""

from __future__ import annotations

import numpy as np


def flag_overflow(t, v, n):
    w = t.world
    status = (w.row_demand > n.row_max) * 2
    if v.form == "each":
        status = status + (w.contact_demand > n.contact_max)
    found = {"world.status": status}
    if v.clamp:
        found["world.contact_count"] = np.minimum(w.contact_demand, n.contact_max)
        found["world.row_count"] = np.minimum(w.row_demand, n.row_max)
    return found


def clamp_world_contacts(t, v, n):
    demand = t.world.contact_demand
    over = demand > n.contact_max
    found = {"world.contact_count": np.minimum(demand, n.contact_max)}
    if v.report != "print":
        found["world.status"] = t.world.errors | over * 1
    return found


def flag_invalid_coords(t, v, n):
    c, status = t.coord, t.world.status.copy()
    bad = (c.value < c.lower) | (c.value > c.upper)
    np.bitwise_or.at(status, c.world[bad], 4)
    found = {"world.status": status}
    if v.repair == "keep":
        return found
    mended = np.clip(c.initial if v.repair == "initial" else c.value, c.lower, c.upper)
    return {**found, "coord.value": np.where(bad, mended, c.value)}


def flag_fast_bodies(t, v, n):
    speeds = np.linalg.norm(t.body.twist.reshape(-1, 2, 3), axis=2)
    over = speeds > np.array([n.speed_max, n.turn_max])
    fast = np.flatnonzero({"both": over.any(1), "linear": over[:, 0], "angular": over[:, 1]}[v.part])
    status = t.world.status.copy()
    status[t.body.world[fast]] |= 8
    found = {"world.status": status}
    if v.first:
        found["world.fastest_body"] = t.world.fastest_body.copy()
        np.maximum.at(found["world.fastest_body"], t.body.world[fast], fast)
    return found


def coord_limit_state(t, v, n):
    c = t.coord
    margin = n.limit_margin if v.margin else 0.0
    state = (c.value >= c.upper - margin) * 1 - (c.value <= c.lower + margin)
    found = {"coord.state": state}
    if v.world:
        found["world.row_count"] = t.world.row_count.copy()
        np.add.at(found["world.row_count"], c.world, np.abs(state))
    return found


def deepest_contact(t, v, n):
    c = t.contact
    depth = n.margin - c.distance
    if v.shapes:
        depth = depth + t.shape.margin[c.a] + t.shape.margin[c.b]
        depth[(c.a < 0) | (c.b < 0)] = 0.0
    taken = depth > 0.0
    deepest = t.world.deepest.copy()
    np.maximum.at(deepest, c.world[taken], depth[taken])
    found = {"world.deepest": deepest}
    if v.count:
        found["world.contact_count"] = t.world.contact_count + np.bincount(c.world[taken], minlength=len(deepest))
    return found


def mark_touched_bodies(t, v, n):
    c, touched = t.contact, t.body.touched.copy()
    for shapes in (c.a, c.b) if v.who == "both" else (c.a,):
        counts = (shapes >= 0) & ((c.force > n.least_force) | (not v.force))
        bodies = t.shape.body[shapes[counts]]
        touched[bodies[bodies >= 0]] = 1
    return {"body.touched": touched}


def update_contact_status(t, v, n):
    now, was = t.contact.distance < n.margin, t.contact.status % 2 == 1
    if v.end == "bit":
        return {"contact.status": now * 1 + (now & ~was) * 2 + (was & ~now) * 4}
    return {"contact.status": now * 1 + was * 2}
