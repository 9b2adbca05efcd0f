"""What the computations of ``legs`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def advance_leg_phase(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.leg
    phase = (e.phase + n.dt * n.frequency) % 1.0
    if v.command:
        phase = np.where(np.linalg.norm(t.robot.command[e.robot, :2], axis=1) < n.stand_speed, 0.0, phase)
    if v.locked:
        phase = np.where(e.flags & 1 > 0, e.phase, phase)
    return {"leg.phase": phase}


def sync_leg_phase(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.leg
    phase = (t.robot.steps[e.robot] * n.dt * n.frequency + e.offset) % 1.0
    anew = t.robot.done[e.robot].astype(bool) & bool(v.reset)
    return {"leg.phase": np.where(anew, e.offset, phase)}


def swing_foot_target(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.leg
    s = ((e.phase - e.duty) / (1.0 - e.duty))[:, None]
    arc = (1.0 - s) * e.lift + s * e.landing
    arc[:, 2] += n.swing_height * (1.0 - (2.0 * s[:, 0] - 1.0) ** 2)
    return {"leg.swing": np.where((e.phase < e.duty)[:, None], e.foot if v.stand == "keep" else e.landing, arc)}


def update_foot_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.leg
    down = (e.flags & 2 > 0) & (e.force[:, 2] > n.contact_force)
    out = {"leg.contact": np.where(down, 1, 0)}
    if v.air:
        out["leg.air_time"] = np.where(down, 0.0, e.air_time + n.dt)
    if v.count:
        out["robot.feet_down"] = t.robot.feet_down + np.bincount(e.robot[down], minlength=len(t.robot.feet_down))
    return out


def air_time_reward(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, reward = t.leg, t.robot.reward.copy()
    lands = (e.contact != 0) & (e.air_time > n.dt)
    for k in np.flatnonzero(lands):
        if not v.command or np.linalg.norm(t.robot.command[e.robot[k], :2]) >= n.stand_speed:
            reward[e.robot[k]] += e.air_time[k] - n.step_time
    return {"robot.reward": reward, **({"leg.air_time": np.where(e.contact != 0, 0, e.air_time)} if v.reset else {})}


def gait_agreement(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, feet, reward = t.leg, t.robot.gait_matches.copy(), t.robot.reward.copy()
    for k, i in enumerate(e.robot):
        if (e.phase[k] < e.duty[k]) == bool(e.contact[k]):
            feet[i] += 1
        elif e.contact[k]:
            square = e.force[k] @ e.force[k]
            reward[i] -= n.force_weight * np.sqrt(square) if v.out == "penalty" else -np.expm1(-square / n.force_scale)
    return {"robot.gait_matches": feet} if v.out == "count" else {"robot.reward": reward}
