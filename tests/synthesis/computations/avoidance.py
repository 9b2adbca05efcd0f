"""What the computations of ``avoidance`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _gap(t: Any, i: int, k: int, ahead: float = 0.0) -> tuple[float, Any]:
    o, r = t.obstacle, t.robot
    d = r.position[i] - o.center[k] - ahead * o.velocity[k]
    size = np.linalg.norm(d)
    return float(size - r.radius[i] - o.radius[k]), d / size


def potential_field(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, push = t.robot, n.approach * (t.robot.goal - t.robot.position)
    for i, around in enumerate(r.obstacles):
        for k in around:
            gap, away = _gap(t, i, k)
            if gap > n.influence or (v.active and not t.obstacle.active[k]):
                continue
            near = max(gap, 0.05)
            steep = n.repulsion * (1.0 / near - 1.0 / n.influence) / near**2
            push[i] += (steep if v.law == "potential" else n.push_gain * (n.influence - gap)) * away
    if v.limit:
        push = push * np.minimum(1.0, n.speed_limit / np.linalg.norm(push, axis=1, keepdims=True))
    return {"robot.push": push}


def nearest_obstacle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    nearest, clearance = np.full_like(r.nearest, -1), np.full_like(r.clearance, 1e6)
    for i, around in enumerate(r.obstacles):
        gaps = {k: _gap(t, i, k, n.dt if v.moving else 0.0)[0] for k in around if t.obstacle.active[k]}
        if gaps:
            nearest[i] = min(gaps, key=gaps.__getitem__)
            clearance[i] = gaps[nearest[i]]
    out = {"robot.nearest": nearest, "robot.clearance": clearance}
    return out | ({"robot.speed": np.where(clearance < 0.0, 0.0, r.speed)} if v.blocked else {})


def follow_robot_ahead(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, u = t.robot, t.robot.wanted_speed.copy()
    for i, k in enumerate(r.ahead):
        if k < 0:
            u[i] = n.speed_limit
            continue
        gap = np.linalg.norm(r.position[k] - r.position[i]) - r.radius[i] - r.radius[k]
        wanted = n.headway + (0.5 * abs(r.speed[i]) if v.gap == "time" else 0.0)
        u[i] = np.clip(n.approach * (gap - wanted), 0.0, n.speed_limit)
    return {"robot.wanted_speed": u}


def occupy_cells(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, occupancy, owner = t.robot, t.cell.occupancy.copy(), t.cell.owner.copy()
    for i, k in enumerate(r.cell):
        if k >= 0 and not (v.active and r.done[i]):
            occupancy[k] += 1
            owner[k] = max(owner[k], i)
    return {"cell.occupancy": occupancy, **({"cell.owner": owner} if v.owner else {})}
