"""Resets and fills, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import chain, turn

KINEMATIC, FROZEN = 2, 4


def reset_coord(t, v, n):
    c = t.coord
    marked = t.world.reset[c.world]
    start = np.clip(c.initial, c.lower, c.upper) if v.bounded else c.initial
    found = {"coord.value": np.where(marked, start, c.value)}
    if v.cleared:
        found["coord.state"] = np.where(marked, 0, c.state)
    return found


def reset_dof(t, v, n):
    d = t.dof
    marked = t.world.reset[d.world] if v.masked else np.ones(len(d.velocity), bool)
    found = {"dof.velocity": 0.0 if v.start == "zero" else d.initial_velocity, "dof.force": 0.0}
    if v.history:
        found |= {"dof.acceleration": 0.0, "dof.warmstart": 0.0}
    return {path: np.where(marked, start, getattr(d, path[4:])) for path, start in found.items()}


def reset_body(t, v, n):
    b = t.body
    marked = t.world.reset[b.world]
    found = {"body.pose": b.pose.copy(), "body.twist": b.twist.copy(), "body.wrench": b.wrench.copy()}
    if v.kinematic != "reset":
        kinematic = (b.flags & KINEMATIC) != 0
        if v.kinematic == "still":
            found["body.twist"][marked & kinematic] = 0.0
        marked = marked & ~kinematic
    found["body.pose"][marked] = b.initial_pose[marked]
    found["body.twist"][marked] = b.initial_twist[marked]
    found["body.wrench"][marked] = 0.0
    if v.awake:
        found["body.asleep"] = np.where(marked, 0, b.asleep)
        found["body.timer"] = np.where(marked, 0.0, b.timer)
    return found


def zero_world_counters(t, v, n):
    w = t.world
    zero = np.zeros_like(w.contact_count)
    found = {"world.contact_count": zero, "world.row_count": zero, "world.awake_count": zero}
    if v.bounds:
        found["world.deepest"] = np.zeros(len(zero))
    if v.errors == "all" or (v.errors == "flag" and n.clear_errors):
        found["world.errors"] = zero
    elif v.errors == "flag":
        found["world.errors"] = w.errors
    return found


def clear_wrenches(t, v, n):
    wrench = t.body.wrench.copy()
    if v.part == "all":
        wrench[:] = 0.0
    elif v.part == "force":
        wrench[:, :3] = 0.0
    else:
        wrench[(t.body.flags & KINEMATIC) == 0] = 0.0
    return {"body.wrench": wrench}


def advance_world_time(t, v, n):
    runs = ~t.world.done.astype(bool) if v.frozen else np.ones(len(t.world.time), bool)
    found = {"world.time": t.world.time + n.dt * runs}
    if v.counted:
        found["world.step_count"] = t.world.step_count + runs
    return found


def advance_or_restart_time(t, v, n):
    runs = ~t.world.reset.astype(bool)
    found = {"world.time": (t.world.time + n.dt) * runs}
    if v.counted:
        found["world.step_count"] = (t.world.step_count + 1) * runs
    return found


def mark_worlds_for_reset(t, v, n):
    w = t.world
    reasons = (w.step_count >= n.max_steps) * 1 + w.done.astype(bool) * 4
    if v.errors:
        reasons = reasons + (w.errors != 0) * 2
    return {"world.reset": reasons > 0, **({"world.status": reasons} if v.status else {})}


def finish_world_reset(t, v, n):
    w = t.world
    kept = ~w.reset.astype(bool)
    found = {"world.done": w.done & kept, "world.step_count": w.step_count * kept, "world.time": w.time * kept}
    if v.episodes:
        found["world.episode"] = w.episode + ~kept
    return {**found, "world.reset": np.zeros_like(kept)}


def save_body_state(t, v, n):
    b = t.body
    taken = t.world.errors[b.world] == 0
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


def reset_tree_sleep(t, v, n):
    tree, marked = t.tree, t.world.reset[t.tree.world].astype(bool)
    found = {
        "tree.asleep": np.where(marked, -1, tree.asleep),
        "tree.awake": np.where(marked, 1, tree.awake),
        "tree.can_sleep": np.where(marked, 0, tree.can_sleep),
    }
    inside = [tree.bodies[k] for k in np.flatnonzero(marked)] if v.timers or v.counts else []
    if v.timers:
        found["body.timer"] = t.body.timer.copy()
        for bodies in inside:
            found["body.timer"][bodies] = 0.0
    if v.counts:
        awake = t.world.awake_count.copy()
        for k, bodies in zip(np.flatnonzero(marked), inside, strict=True):
            awake[tree.world[k]] += ((t.body.flags[bodies] & FROZEN) == 0).sum()
        found["world.awake_count"] = awake
    return found


def place_bodies_in_world(t, v, n):
    b = t.body
    marked, origin = t.world.reset[b.world].astype(bool)[:, None], t.world.origin[b.world]
    pose = chain(origin, b.initial_pose)
    if v.height == "local":
        pose[:, 2] = b.initial_pose[:, 2]
    twist = np.zeros_like(b.twist)
    if v.twist == "local":
        twist = b.initial_twist
    elif v.twist == "turned":
        q = origin[:, 3:]
        twist = np.hstack([turn(q, b.initial_twist[:, :3]), turn(q, b.initial_twist[:, 3:])])
    return {"body.pose": np.where(marked, pose, b.pose), "body.twist": np.where(marked, twist, b.twist)}


def clear_contacts_of_reset_worlds(t, v, n):
    c = t.contact
    marked = t.world.reset[c.world]
    found = {"contact.status": np.where(marked, 0, c.status), "contact.force": np.where(marked, 0.0, c.force)}
    if v.rows:
        found["contact.row_id"] = np.where(marked, -1, c.row_id)
    return found


def free_slots(t, v, n):
    found = {"slot.body_id": np.full_like(t.slot.body_id, -1), "slot.pair": np.full_like(t.slot.pair, -1)}
    if v.world:
        found["slot.world_id"] = np.full_like(t.slot.world_id, -1)
    return found


def overwrite_coord(t, v, n):
    c = t.coord
    marked = t.world.reset[c.world].astype(bool)
    moved = marked & (np.abs(c.initial - c.value) > n.tolerance)
    found = {"coord.value": np.where(marked, c.initial, c.value)}
    if v.optional:
        changed = t.tree.changed.copy()
        changed[c.tree[moved & (c.tree >= 0)]] = 1
        return {**found, "tree.changed": changed}
    status = t.world.status.copy()
    status[c.world[moved]] = np.maximum(status[c.world[moved]], 1)
    return {**found, "world.status": status}
