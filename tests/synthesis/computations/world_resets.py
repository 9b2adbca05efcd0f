"""Resets and fills, as NumPy states them."""

from __future__ import annotations

import numpy as np

KINEMATIC = 2


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
    kinematic = (b.flags & KINEMATIC) != 0
    if v.kinematic == "keep":
        marked = marked & ~kinematic
    moved = marked & ~kinematic if v.kinematic == "still" else marked
    found["body.twist"][marked] = 0.0
    found["body.pose"][moved] = b.initial_pose[moved]
    found["body.twist"][moved] = b.initial_twist[moved]
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


def reset_tree_sleep(t, v, n):
    tree, marked = t.tree, t.world.reset[t.tree.world].astype(bool)
    found = {
        "tree.asleep": np.where(marked, -11, tree.asleep),
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
            awake[tree.world[k]] += ((t.body.flags[bodies] & KINEMATIC) == 0).sum()
        found["world.awake_count"] = awake
    return found


def clear_contacts_of_reset_worlds(t, v, n):
    c = t.contact
    marked = t.world.reset[c.world]
    found = {"contact.status": np.where(marked, 0, c.status), "contact.force": np.where(marked, 0.0, c.force)}
    if v.rows:
        found["contact.row_id"] = np.where(marked, -1, c.row_id)
    return found
