"""What the computations of ``policies`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _chosen(t: Any, actions: Any) -> Any:
    """The action of each joint."""
    return actions[t.joint.robot, t.joint.slot]


def action_to_target(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, r = t.joint, t.robot
    mixed = (r.action + r.last_action) / 2 if v.blend == "half" else r.action
    target = j.default + n.action_scale * _chosen(t, mixed)
    if v.clip:
        target = np.clip(target, j.lower, j.upper)
    ended = r.done[j.robot].astype(bool) & bool(v.done)
    return {"joint.target": np.where(ended, j.default, target)}


def action_torque(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j = t.joint
    goal = j.target if v.target == "stored" else j.default + n.action_scale * _chosen(t, t.robot.action)
    return {"joint.torque": n.stiffness * (goal - j.position) - (n.spin_damping * j.velocity if v.damped else 0.0)}


def clip_actions(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    action = np.clip(r.action, -1.0, 1.0)
    if v.change == "slow":
        action = np.clip(action, r.last_action - n.step_limit, r.last_action + n.step_limit)
    return {"robot.last_action": action}


def pack_observation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    second = r.command
    if v.second == "goal":
        away = (r.goal - r.position) @ np.array([1.0, 1j])
        seen = away * np.exp(-1j * r.heading)
        second = np.stack([seen.real, seen.imag, np.abs(away)], axis=1)
    last = r.spin if v.last == "spin" else r.last_action[:, :3]
    return {"robot.observation": np.concatenate([r.up, r.velocity, second, last], axis=1)}


def command_reward(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    moved = np.column_stack([r.velocity[:, :2], r.spin[:, 2]])
    squares = (r.command - moved) ** 2
    reward = np.exp(-squares[:, :2].sum(axis=1) / n.tracking_scale) + np.exp(-squares[:, 2] / n.tracking_scale) / 2
    if v.smooth:
        reward = reward - n.smooth_weight * ((r.action - r.last_action) ** 2).sum(axis=1)
    return {"robot.reward": np.where(r.done.astype(bool) & bool(v.alive), 0.0, reward)}


def end_episode(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    steps = r.steps + (1 if v.count else 0)
    causes = [r.height < n.fall_height, r.up[:, 2] < 0.0, steps >= n.max_steps]
    reason = np.select(causes, [1, 2, 3], 0)
    out = {"robot.reason": reason}
    if v.count:
        out["robot.steps"] = steps
    return out | ({"robot.done": reason != 0} if v.flag == "both" else {})


def restart_robot(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    anew = r.done.astype(bool)
    cleared = ["steps", "waypoint", "last_action"]
    cleared += ["history"] if v.history else []
    cleared += ["speed", "turn_rate"] if v.command else []
    out = {}
    for name in cleared:
        values = getattr(r, name).copy()
        values[anew] = 0
        out[f"robot.{name}"] = values
    return out
