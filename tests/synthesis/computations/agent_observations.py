"""Whole observations of agents, commands and gaits, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import matrix


def observe_heading(t, v, n):
    e = t.environment
    forward = matrix(e.root_pose[:, 3:])[:, :2, 0]
    c, s = (forward / np.linalg.norm(forward, axis=1, keepdims=True)).T
    flat = np.array([[c, s, 0 * c], [-s, c, 0 * c], [0 * c, 0 * c, 0 * c + 1]]).transpose(2, 0, 1)
    rows = [e.root_twist[:, :3], e.root_twist[:, 3:], e.target - e.root_pose[:, :3]]
    velocity, spin, offset = (np.einsum("nij,nj->ni", flat, row) for row in rows)
    if v.clip:
        velocity, spin = np.clip(velocity, -1, 1), np.clip(spin, -1, 1)
    last = offset if v.target else e.command
    height = e.root_pose[:, 2:3]
    return {"environment.full_observation": np.hstack([height, velocity, spin, last, c[:, None], s[:, None]])}


def observe_joints_in_turn(t, v, n):
    j, history = t.joint, t.environment.full_observation.copy()
    position = (j.position - j.lower) / (j.upper - j.lower) * 2 - 1 if v.scale else j.position
    for row, joints in zip(history, t.environment.joints, strict=True):
        seen = np.stack([position[joints], j.last_action[joints]], -1)[:6].reshape(-1)
        row[: len(seen)] = seen
        if v.rest == "zero":
            row[len(seen) :] = 0.0
    return {"environment.full_observation": history}


def gait_state(t, v, n):
    e, f = t.environment, t.foot
    on = f.touching.astype(bool)[e.feet]
    state = np.select([on.all(1), ~on.any(1)], [1, 3], 2)
    if v.fast:
        slow = np.linalg.norm(e.root_twist[:, :2], axis=1) < 0.3
        state = np.where((state == 2) & slow, 1, state)
    found = {"environment.gait": state}
    if v.reward:
        air = (f.air_time[e.feet] * ~on).sum(1)
        found["environment.reward"] = e.reward + np.where(state == 3, -air, n.alive_bonus)
    return found


def regularise_reward(t, v, n):
    e, j = t.environment, t.joint
    each = n.effort_weight * j.torque**2 + (n.velocity_weight * j.velocity**2 if v.rate else 0.0)
    if v.limits:
        inner = (3 * j.lower + j.upper) / 4, (j.lower + 3 * j.upper) / 4
        each = each + n.limit_weight * np.maximum(0, np.maximum(inner[0] - j.position, j.position - inner[1]))
    cost = np.array([each[k].sum() for k in e.joints])
    if v.feet:
        cost = cost + n.force_weight * np.clip(np.linalg.norm(t.foot.force, axis=1) - 2, 0, None)[e.feet].sum(1)
    return {"environment.reward": e.reward - cost}


def next_command(t, v, n):
    e, k = t.environment, t.template
    due = e.steps % 10 == 0 if v.hold == "steps" else e.done.astype(bool)
    turn = e.steps // 10 if v.hold == "steps" else n.step
    command = k.command[(turn + np.arange(len(due))) % len(k.level)]
    if v.level:
        command = command * (e.level[:, None] + 1) / 6
    if v.small:
        command[np.hypot(command[:, 0], command[:, 1]) < 0.3, :2] = 0.0
    return {"environment.command": np.where(due[:, None], command, e.command)}


def update_level(t, v, n):
    e, rows = t.environment, np.arange(len(t.environment.level))
    if v.by == "distance":
        distance = np.linalg.norm(e.target - e.root_pose[:, :3], axis=1)
        change = (distance < n.reach) * 1 - (distance > 2 * n.reach)
    else:
        change = (e.steps > n.max_steps // 2) * 1 - (e.steps < n.max_steps // 4)
    level = np.maximum(e.level + change, 0)
    level = np.where(level > 5, rows % 6 if v.top else 5, level)
    return {"environment.level": np.where(e.done, level, e.level)}
