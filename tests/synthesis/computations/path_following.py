"""What the computations of ``path_following`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def move_wheeled_robot(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    steered = r.speed * np.tan(r.steer) / r.wheel_base
    rate = {"unicycle": r.turn_rate, "bicycle": steered}.get(v.kind)
    if rate is None:
        rate = np.choose(r.kind, [r.turn_rate, steered, r.turn_rate])
    middle = r.heading + n.dt / 2 * rate
    position = r.position + (n.dt * r.speed)[:, None] * np.stack([np.cos(middle), np.sin(middle)], axis=1)
    heading = r.heading + n.dt * rate
    wrapped = (heading + np.pi) % (2 * np.pi) - np.pi
    return {"robot.position": position, "robot.heading": wrapped if v.wrap else heading}


def pure_pursuit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, curvature, steer = t.robot, t.robot.curvature.copy(), t.robot.steer.copy()
    for i, path in enumerate(r.path):
        c, s = np.cos(r.heading[i]), np.sin(r.heading[i])
        local = (t.point.position[path] - r.position[i]) @ np.array([[c, -s], [s, c]])
        far = np.linalg.norm(local, axis=1) >= n.lookahead
        if v.behind:
            far &= local[:, 0] >= 0.0
        if far.any():
            target = local[np.argmax(far)]
            curvature[i] = 2.0 * target[1] / (target @ target)
        elif v.missing == "zero":
            curvature[i] = 0.0
        else:
            continue
        steer[i] = np.clip(np.arctan(curvature[i] * r.wheel_base[i]), -n.steer_limit, n.steer_limit)
    return {"robot.steer": steer} if v.output == "steer" else {"robot.curvature": curvature}


def nearest_path_point(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, waypoint, speed = t.robot, np.full_like(t.robot.waypoint, -1), t.robot.speed.copy()
    for i, path in enumerate(r.path):
        away = np.linalg.norm(t.point.position[path] - r.position[i], axis=1)
        near = len(path) > 0 and not (v.far and away.min() > n.off_path)
        if near:
            waypoint[i] = np.argmin(away)
            speed[i] = t.point.speed[path[waypoint[i]]]
        elif not v.far:
            speed[i] = 0.0
    return {"robot.waypoint": waypoint, **({"robot.speed": speed} if v.speed else {})}


def advance_waypoint(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    waypoint, done, lap, steps = r.waypoint.copy(), r.done.copy(), r.lap.copy(), r.steps.copy()
    for i, path in enumerate(r.path):
        if r.done[i]:
            continue
        steps[i] += 1
        k = r.waypoint[i]
        if k >= len(path) or np.linalg.norm(t.point.position[path[k]] - r.position[i]) >= n.reach:
            continue
        if k + 1 < len(path):
            waypoint[i] = k + 1
        elif v.end == "stop":
            done[i] = True
        else:
            waypoint[i], lap[i] = 0, lap[i] + 1
    out = {"robot.waypoint": waypoint}
    out |= {"robot.done": done} if v.end == "stop" else {"robot.lap": lap}
    return out | ({"robot.steps": steps} if v.steps else {})


def path_curvature(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, bend, speed = t.point, t.point.bend.copy(), t.point.speed.copy()
    for k, (before, after) in enumerate(zip(p.before, p.after, strict=True)):
        if before < 0 or after < 0:
            if v.ends == "zero":
                bend[k], speed[k] = 0.0, n.speed_limit
            continue
        a, b, c = p.position[before], p.position[k], p.position[after]
        sides = np.prod([np.linalg.norm(x) for x in (b - a, c - b, c - a)])
        # the inverse radius of the circle through three points
        bend[k] = 2.0 * np.linalg.det(np.stack([b - a, c - b])) / sides if sides >= 1e-6 else 0.0
        speed[k] = min(n.speed_limit, np.sqrt(n.lateral_limit / max(abs(bend[k]), 1e-9)))
    return {"point.bend": bend, **({"point.speed": speed} if v.speed else {})}


def differential_drive(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    speed = np.clip(r.speed, -n.speed_limit, n.speed_limit) if v.limit else r.speed
    rate = np.clip(r.turn_rate, -n.turn_limit, n.turn_limit) if v.limit else r.turn_rate
    sides = np.array([-1.0, 1.0]) * (rate * r.track / 2)[:, None]
    return {"robot.wheel_speeds": (speed[:, None] + sides) / r.wheel_radius[:, None]}
