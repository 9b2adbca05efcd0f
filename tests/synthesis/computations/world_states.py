"""Clocks, snapshots and starting states of simulated worlds, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import chain, turn


def advance_or_restart_time(t, v, n):
    runs = ~t.world.reset.astype(bool)
    found = {"world.time": (t.world.time + n.dt) * runs}
    if v.counted:
        found["world.step_count"] = (t.world.step_count + 1) * runs
    return found


def save_body_state(t, v, n):
    b = t.body
    taken = t.world.errors[b.world] & 32 == 0
    if v.moving:
        taken = taken & (b.asleep != 1)
    found = {"body.saved_pose": np.where(taken[:, None], b.pose, b.saved_pose)}
    if v.twist:
        found["body.saved_twist"] = np.where(taken[:, None], b.twist, b.saved_twist)
    return found


def restore_body_state(t, v, n):
    b = t.body
    failed = (t.world.errors[b.world] != 0)[:, None]
    twist = b.saved_twist if v.twist == "saved" else 0.0
    found = {"body.pose": np.where(failed, b.saved_pose, b.pose), "body.twist": np.where(failed, twist, b.twist)}
    if v.forces:
        found["body.wrench"] = np.where(failed, 0.0, b.wrench)
    return found


def repeat_reference(t, v, n):
    c = t.coord
    value = np.resize(t.reference.value * (t.reference.scale if v.scaled else 1.0), len(c.value))
    if v.masked:
        value = np.where(t.world.reset[c.world], value, c.value)
    return {"coord.value": value}


def place_bodies_in_world(t, v, n):
    b = t.body
    marked, origin = t.world.reset[b.world].astype(bool)[:, None], t.world.origin[b.world]
    pose = chain(origin, b.initial_pose)
    twist = np.zeros_like(b.twist)
    if v.twist == "turned":
        q = origin[:, 3:]
        twist = np.hstack([turn(q, b.initial_twist[:, :3]), turn(q, b.initial_twist[:, 3:])])
    return {"body.pose": np.where(marked, pose, b.pose), "body.twist": np.where(marked, twist, b.twist)}


def overwrite_coord(t, v, n):
    c = t.coord
    marked = t.world.reset[c.world].astype(bool)
    moved = marked & (np.abs(c.initial - c.value) > n.tolerance)
    found = {"coord.value": np.where(marked, c.initial, c.value)}
    if v.optional:
        changed = t.tree.changed.copy()
        np.maximum.at(changed, c.tree[moved & (c.tree >= 0)], 1)
        return {**found, "tree.changed": changed}
    counts = t.world.changed_count.copy()
    np.add.at(counts, c.world[moved], 1)
    return {**found, "world.changed_count": counts}
