"""What the computations of ``estimation`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def predict_robot_position(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    way = np.stack([np.cos(r.heading), np.sin(r.heading)], axis=1)
    added = np.eye(2) if v.noise == "round" else way[:, :, None] * way[:, None, :]
    out = {
        "robot.position": r.position + (n.dt * r.speed)[:, None] * way,
        "robot.spread": r.spread + n.dt * n.slip * added,
    }
    return out | ({"robot.heading": r.heading + n.dt * r.turn_rate} if v.heading else {})


def correct_robot_position(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, position, spread = t.robot, t.robot.position.copy(), t.robot.spread.copy()
    for i, k in enumerate(r.landmark):
        if k < 0:
            continue
        error = t.obstacle.center[k] - r.sighting[i] - position[i]
        expected = spread[i] + n.noise * np.eye(2)
        if v.gate and error @ np.linalg.solve(expected, error) > n.gate**2:
            continue
        gain = spread[i] @ np.linalg.inv(expected)
        position[i] += gain @ error
        # two uncertain sources in parallel
        spread[i] = np.linalg.inv(np.linalg.inv(spread[i]) + np.eye(2) / n.noise)
    return {"robot.position": position, "robot.spread": spread}


def choose_window_motion(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, wanted = t.robot, t.robot.wanted_motion.copy()
    for i in range(len(wanted)):
        best = 1e6
        active = [k for k in r.obstacles[i] if t.obstacle.active[k]]
        for speed in n.speed_limit * np.array([1, 2, 3, 4]) / 4:
            for rate in n.turn_limit * np.linspace(-1.0, 1.0, 5):
                headings = r.heading[i] + n.dt * rate * np.arange(4)
                end = r.position[i] + n.dt * speed * np.array([np.cos(headings).sum(), np.sin(headings).sum()])
                cost = np.linalg.norm(r.goal[i] - end)
                cost += n.smooth_weight * abs(rate - r.turn_rate[i]) if v.turn == "smooth" else 0.0
                gaps = [np.linalg.norm(end - t.obstacle.center[k]) - t.obstacle.radius[k] - r.radius[i] for k in active]
                if v.obstacles:
                    if min(gaps, default=0.0) < 0.0:
                        continue
                    cost += sum(max(n.influence - gap, 0.0) for gap in gaps)
                if cost < best:
                    best, wanted[i] = cost, (speed, rate)
        if best == 1e6:
            wanted[i] = 0.0
    return {"robot.wanted_motion": wanted}


def stanley_steering(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, steer = t.robot, np.zeros_like(t.robot.steer)
    for i, path in enumerate(r.path):
        if not len(path):
            continue
        away = r.position[i] - t.point.position[path]
        k = int(np.argmin((away**2).sum(axis=1)))
        psi = t.point.direction[path[k]]
        aside = np.array([-np.sin(psi), np.cos(psi)]) @ away[k]
        speed = max(abs(r.speed[i]) + (n.soft_speed if v.soft else 0.0), 1e-6)
        turn = (psi - r.heading[i] + np.pi) % (2 * np.pi) - np.pi
        steer[i] = turn * (-1 if r.speed[i] < 0 else 1) - np.arctan2(n.approach * aside, speed)
        if v.limit:
            steer[i] = np.clip(steer[i], -n.steer_limit, n.steer_limit)
    return {"robot.steer": steer}
