"""What the computations of ``rigid_motion`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    axis_angle,
    point_of,
    quaternion_product,
    rotate,
    rotate_back,
    rotation_matrix,
    unit_of,
)


def _spun(q: Any, omega: Any, dt: float) -> Any:
    return unit_of(q + dt / 2 * quaternion_product(np.append(omega, 0.0), q))


def integrate_rigid_body(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, pose, twist = t.body, t.body.pose.copy(), t.body.twist.copy()
    for i in np.flatnonzero(b.flags & 1 == 0):
        q, omega = pose[i, 3:], twist[i, 3:]
        falls = v.gravity == "always" or not b.flags[i] & 4
        acc = b.wrench[i, :3] / b.mass[i] + (t.world.gravity[b.world[i]] if falls else 0.0)
        local = rotate_back(q, omega)
        moment = rotate_back(q, b.wrench[i, 3:])
        if v.gyro:
            moment = moment - np.cross(local, b.inertia[i] @ local)
        spin_up = rotate(q, np.linalg.solve(b.inertia[i], moment))
        if v.damped:
            spin_up = spin_up - n.angular_damping * omega
        center = point_of(pose[i], b.center[i])
        twist[i] += n.dt * np.concatenate([acc, spin_up])
        turned = _spun(q, twist[i, 3:], n.dt)
        pose[i, :3] = center + n.dt * twist[i, :3] - rotate(turned, b.center[i])
        pose[i, 3:] = turned
    return {"body.pose": pose, "body.twist": twist}


def drift_body(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, pose = t.body, t.body.pose.copy()
    for i in range(len(pose)):
        if b.flags[i] & 2:
            continue
        omega, center = b.twist[i, 3:], point_of(b.pose[i], b.center[i]) + n.dt * b.twist[i, :3]
        if v.turn == "linear":
            pose[i, 3:] = _spun(pose[i, 3:], omega, n.dt)
        else:
            turn = axis_angle(unit_of(omega), n.dt * np.linalg.norm(omega))
            pose[i, 3:] = quaternion_product(turn, pose[i, 3:])
        pose[i, :3] = center - rotate(pose[i, 3:], b.center[i])
    return {"body.pose": pose}


def kick_body(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, twist, wrench = t.body, t.body.twist.copy(), t.body.wrench.copy()
    for i in np.flatnonzero(b.flags & 2 == 0):
        r = rotation_matrix(b.pose[i, 3:])
        twist[i, :3] += n.dt / b.mass[i] * b.wrench[i, :3]
        twist[i, 3:] += n.dt * np.linalg.solve(r @ b.inertia[i] @ r.T, b.wrench[i, 3:])
        if v.damped:
            twist[i] *= 1.0 - n.dt * np.repeat([n.linear_damping, n.angular_damping], 3)
        wrench[i] = 0.0
    return {"body.twist": twist, **({"body.wrench": wrench} if v.clear else {})}


def clamp_body_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    twist = t.body.twist.copy()
    parts = {"both": (0, 3), "linear": (0,), "angular": (3,)}[v.part]
    for start in parts:
        limit = n.speed_limit if start == 0 else n.spin_limit
        part = twist[:, start : start + 3]
        part *= np.minimum(1.0, limit / np.linalg.norm(part, axis=1, keepdims=True))
    return {"body.twist": twist}


def check_body_state(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    fine = np.isfinite(b.twist).all(axis=1)
    fine &= np.linalg.norm(b.twist[:, :3], axis=1) <= n.speed_limit
    if v.spin:
        fine &= np.linalg.norm(b.twist[:, 3:], axis=1) <= n.spin_limit
    fault = t.world.fault.copy()
    np.maximum.at(fault, b.world[~fine], 1)
    out = {
        "body.valid": fine.astype(int),
        "body.pose": np.where(fine[:, None], b.pose, b.former),
        "body.twist": np.where(fine[:, None], b.twist, 0.0),
    }
    return out | ({"world.fault": fault} if v.note else {})
