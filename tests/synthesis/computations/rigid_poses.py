"""What the computations of ``rigid_poses`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    point_of,
    quaternion_inverse,
    quaternion_product,
    unit_of,
)


def _turn(q0: Any, q1: Any) -> Any:
    """Twice the vector part of the shorter turn from one orientation to another."""
    q = quaternion_product(q1, quaternion_inverse(q0))
    return 2.0 * (-1.0 if q[3] < 0.0 else 1.0) * q[:3]


def twist_from_poses(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, twist = t.body, np.zeros_like(t.body.twist)
    for i in range(len(twist)):
        twist[i, :3] = (point_of(b.pose[i], b.center[i]) - point_of(b.former[i], b.center[i])) / n.dt
        twist[i, 3:] = _turn(b.former[i, 3:], b.pose[i, 3:]) / n.dt
    return {"body.twist": twist, **({"body.former": b.pose} if v.shift else {})}


def track_target_pose(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, twist = t.body, t.body.twist.copy()
    rate = 1.0 / n.dt if v.gain == "step" else n.gain
    for i in range(len(twist)):
        if b.flags[i] & 1:
            turn = _turn(b.pose[i, 3:], b.target[i, 3:])
            way = point_of(b.target[i], b.center[i]) - point_of(b.pose[i], b.center[i])
            twist[i] = rate * np.concatenate([way, turn])
        elif v.others == "stop":
            twist[i] = 0.0
    return {"body.twist": twist}


def interpolate_keyframes(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, key, pose = t.body, t.keyframe, t.body.pose.copy()
    for i, (k0, k1) in enumerate(zip(b.begin, b.end, strict=True)):
        if k0 < 0 or k1 < 0:
            continue
        span = key.time[k1] - key.time[k0]
        s = np.clip((b.time[i] - key.time[k0]) / span, 0.0, 1.0) if span > 0.0 else 0.0
        (p0, qa), (p1, qb) = ((key.pose[k, :3], key.pose[k, 3:]) for k in (k0, k1))
        angle = np.arccos(np.clip(abs(qa @ qb), -1.0, 1.0))
        qb = qb * (-1.0 if qa @ qb < 0.0 else 1.0)
        mixed = (1.0 - s) * qa + s * qb
        if v.rotation == "slerp" and angle > 1e-6:
            mixed = np.sin((1.0 - s) * angle) * qa + np.sin(s * angle) * qb
        place = p0 + s * (p1 - p0)
        if v.position == "hermite":
            basis = np.array([2 * s**3 - 3 * s**2 + 1, s**3 - 2 * s**2 + s, -2 * s**3 + 3 * s**2, s**3 - s**2])
            place = basis @ np.stack([p0, span * key.velocity[k0], p1, span * key.velocity[k1]])
        pose[i] = np.concatenate([place, unit_of(mixed)])
    return {"body.pose": pose}
