"""Sleep, as NumPy states it."""

from __future__ import annotations

import numpy as np


def update_sleep_timer(t, v, n):
    b = t.body
    speeds = np.linalg.norm(b.twist.reshape(-1, 2, 3), axis=2) * np.array([1.0, n.sleep_arm])
    speed = np.hypot(*speeds.T) if v.size == "law" else speeds.max(1)
    rests = (speed <= n.sleep_speed) & (b.flags & 10 == 0)
    timer = (b.timer + n.dt) * rests
    asleep = timer > n.rest_time
    found = {"body.timer": timer, "body.asleep": asleep * 1}
    return {**found, "body.twist": np.where(asleep[:, None], 0.0, b.twist)} if v.stop else found


def tree_can_sleep(t, v, n):
    b = t.body
    motion = b.twist * np.repeat([1.0, n.sleep_arm], 3)
    rests = b.timer >= n.rest_time if v.test == "timer" else np.linalg.norm(motion, axis=1) <= n.sleep_speed
    if v.contact:
        rests = rests & (b.touched == 0)
    can = [rests[k].all() and (v.empty == "yes" or len(k) > 0) for k in t.tree.bodies]
    return {"tree.can_sleep": np.array(can) * 1}


def wake_by_contact(t, v, n):
    c, awake = t.contact, t.tree.awake.copy()
    counts = t.world.contact_count.copy() if v.count else None
    for k, (a, b) in enumerate(zip(c.a, c.b, strict=True)):
        if c.distance[k] > (n.margin if v.reach == "margin" else 0.0) or min(a, b) < 0:
            continue
        bodies = t.shape.body[[a, b]]
        if bodies.min() < 0:
            continue
        trees, asleep = t.body.tree[bodies], t.body.asleep[bodies]
        if trees.min() < 0 or trees[0] == trees[1] or asleep[0] == asleep[1]:
            continue
        awake[trees[np.argmax(asleep)]] = 1
        if v.count:
            counts[c.world[k]] += 1
    return {"tree.awake": awake, **({"world.contact_count": counts} if v.count else {})}


def wake_by_force(t, v, n):
    b = t.body
    sizes = np.linalg.norm(b.wrench.reshape(-1, 2, 3), axis=2)
    pushed = sizes[:, 0] > 1.0 if v.part == "force" else sizes.max(1) > 1.0
    pushed = pushed & (b.tree >= 0)
    awake = t.tree.awake.copy()
    awake[b.tree[pushed]] = np.maximum(awake[b.tree[pushed]], 1)
    return {"tree.awake": awake, **({"body.timer": np.where(pushed, 0.0, b.timer)} if v.timers else {})}


def spread_tree_sleep(t, v, n):
    b = t.body
    inside = b.tree >= 0
    asleep = (inside & (t.tree.asleep[b.tree] >= 0)) * 1
    taken = inside if v.loose == "skip" else np.ones(len(inside), bool)
    found = {"body.asleep": np.where(taken, asleep, b.asleep)}
    if v.count:
        found["world.awake_count"] = t.world.awake_count.copy()
        np.add.at(found["world.awake_count"], b.world[taken], 1 - asleep[taken])
    return found


def tree_sleep_countdown(t, v, n):
    state = t.tree.asleep
    after = np.where(state == -1, np.arange(len(state)), state + 1)
    if v.keep:
        after = np.where(t.tree.can_sleep == 0, -11, after)
    return {"tree.asleep": np.where(state >= 0, state, after)}


def freeze_sleeping_dofs(t, v, n):
    d = t.dof
    frozen = (d.tree >= 0) & (t.tree.asleep[d.tree] >= 0)
    words = ["velocity", "force", *(["acceleration"] if v.acceleration else [])]
    return {f"dof.{word}": np.where(frozen, 0.0, getattr(d, word)) for word in words}
