"""Reports of a step and what follows from them, as NumPy states them."""

from __future__ import annotations

import numpy as np


def collect_overflow(t, v, n):
    w = t.world
    tests = [w.contact_demand > n.contact_max, w.row_demand > n.row_max, np.zeros(len(w.errors), bool)]
    if v.slots:
        tests[2] = tests[2] | (n.slot_demand > n.slot_max)
    invalid = w.errors // 32 % 2 == 1
    bits = tests[0] * 1 + tests[1] * 2 + tests[2] * 16 + (invalid * 32 if v.repair else 0)
    found = {
        "world.status": np.bitwise_or(bits, w.errors) if v.sticky else bits,
        "world.contact_count": np.where(tests[0], n.contact_max, w.contact_demand),
        "world.row_count": np.where(tests[1], n.row_max, w.row_demand),
    }
    return {**found, "world.done": w.done.astype(bool) | invalid} if v.repair else found


def rebuild_body_sleep(t, v, n):
    b, marked = t.body, t.world.reset.astype(bool)[t.body.world]
    kinematic = (b.flags & 2) != 0
    moved = (kinematic | ((b.parent >= 0) & kinematic[b.parent])) & (v.loose == "parent")
    state = np.where(b.tree >= 0, 1 + (t.tree.asleep[b.tree] >= 0), moved)
    awake = marked & (state == 1)
    found = {
        "body.sleep_state": np.where(marked, state, b.sleep_state),
        "body.timer": np.where(awake, 0.0, b.timer),
    }
    if v.count:
        counts = np.bincount(b.world[awake], minlength=len(t.world.awake_count))
        found["world.awake_count"] = t.world.awake_count + counts
    return found


def join_contact_trees(t, v, n):
    c, roots, changed = t.contact, t.contact.root.copy(), t.tree.changed.copy()
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        bodies = [t.shape.body[s] for s in ends if s >= 0]
        trees = [t.body.tree[b] for b in bodies if b >= 0]
        trees = [k for k in trees if k >= 0]
        touching = c.status[i] % 2 == 1
        roots[i] = min(trees) if touching and trees else -1
        if v.mark and touching:
            changed[trees] = np.maximum(changed[trees], 1)
    return {"contact.root": roots, **({"tree.changed": changed} if v.mark else {})}


def limit_joint_rates(t, v, n):
    j, velocity = t.joint, t.dof.velocity.copy()
    for dofs, child in zip(j.dofs, j.child, strict=True):
        share = np.minimum(1.0, t.dof.velocity_limit[dofs] / np.maximum(np.abs(t.dof.velocity[dofs]), 1e-12))
        ratio = share.min(initial=1.0)
        tree = t.body.tree[child]
        if v.sleep and tree >= 0 and t.tree.asleep[tree] >= 0:
            ratio = 0.0
        if not (v.kinematic and t.body.flags[child] & 2):
            velocity[dofs] = ratio * t.dof.velocity[dofs]
    return {"dof.velocity": velocity}


def substep_count(t, v, n):
    speed = np.linalg.norm(t.body.twist[:, :3], axis=1) * (t.body.asleep == 0)
    steps = np.array([1 + int(speed[k].max(initial=0.0) * n.dt / n.max_travel) for k in t.world.bodies])
    steps = np.minimum(steps, n.max_substeps) if v.bound else steps
    return {"world.substeps": np.where(t.world.done, 0, steps) if v.still else steps}
