"""What the computations of ``rigid_frames`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    point_of,
    pose_inverse,
    pose_product,
    quaternion_inverse,
    quaternion_product,
    rotate,
    rotate_back,
    rotation_matrix,
    unit_of,
)

SPHERE, BOX, CAPSULE, CYLINDER = range(4)


def place_shape(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, placed = t.shape, t.shape.placed.copy()
    for k, body in enumerate(s.body):
        if body >= 0:
            placed[k] = pose_product(t.body.pose[body], s.frame[k])
        elif v.static == "own":
            placed[k] = s.frame[k]
    return {"shape.placed": placed}


def _extent(kind: int, scale: Any, q: Any) -> Any:
    r = np.abs(rotation_matrix(q))
    if kind == SPHERE:
        return np.full(3, scale[0])
    if kind == CAPSULE:
        return r[:, 2] * scale[1] + scale[0]
    if kind == BOX:
        return r @ scale
    return r[:, 2] * scale[1] + np.hypot(r[:, 0], r[:, 1]) * scale[0]


def shape_world_box(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, lower, upper = t.shape, np.zeros_like(t.shape.lower), np.zeros_like(t.shape.upper)
    for k, body in enumerate(s.body):
        pose = pose_product(t.body.pose[body], s.frame[k]) if body >= 0 else s.frame[k]
        wide = _extent(s.kind[k], s.scale[k], pose[3:]) + (s.margin[k] if v.margin else 0.0)
        step = n.dt * t.body.twist[body, :3] if v.swept and body >= 0 else np.zeros(3)
        lower[k] = pose[:3] - wide + np.minimum(step, 0.0)
        upper[k] = pose[:3] + wide + np.maximum(step, 0.0)
    return {"shape.lower": lower, "shape.upper": upper}


def body_center_state(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, pose, twist = t.body, np.zeros_like(t.body.center_pose), t.body.twist.copy()
    for i in range(len(pose)):
        pose[i, :3] = point_of(b.pose[i], b.center[i])
        axes = b.principal_axes[i] if v.frame == "principal" else np.array([0, 0, 0, 1.0])
        pose[i, 3:] = quaternion_product(b.pose[i, 3:], axes)
        twist[i, :3] += np.cross(rotate(b.pose[i, 3:], b.center[i]), twist[i, 3:])
    return {"body.center_pose": pose, **({"body.origin_twist": twist} if v.twist else {})}


def body_pose_error(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, error = t.body, np.zeros_like(t.body.error)
    for i in range(len(error)):
        q = b.pose[i, 3:]
        turn = quaternion_product(b.target[i, 3:], quaternion_inverse(q))
        turn = turn * (-1.0 if turn[3] < 0.0 else 1.0)
        size = 2.0 * np.arccos(np.clip(turn[3], -1.0, 1.0)) if v.rotation == "log" else 2 * np.linalg.norm(turn[:3])
        parts = [b.target[i, :3] - b.pose[i, :3], size * unit_of(turn[:3])]
        error[i] = np.concatenate([rotate_back(q, x) if v.frame == "body" else x for x in parts])
    return {"body.error": error}


def relative_body_pose(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, pose, twist = t.body, t.body.relative_pose.copy(), t.body.relative_twist.copy()
    for i, parent in enumerate(b.parent):
        if parent < 0:
            pose[i], twist[i] = b.pose[i], b.twist[i]
            continue
        pose[i] = pose_product(pose_inverse(b.pose[parent]), b.pose[i])
        apart = (b.twist[i] - b.twist[parent]).reshape(2, 3)
        twist[i] = np.concatenate([rotate_back(b.pose[parent, 3:], x) for x in apart])
    return {"body.relative_pose": pose, **({"body.relative_twist": twist} if v.twist else {})}


def body_frame_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    turn = rotate if v.back else rotate_back
    parts = (t.body.local_wrench if v.back else t.body.wrench).reshape(-1, 2, 3)
    rows = [[turn(q, x) for x in both] for q, both in zip(t.body.pose[:, 3:], parts, strict=True)]
    return {"body.wrench" if v.back else "body.local_wrench": np.array(rows).reshape(-1, 6)}


def blend_body_pose(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out = t.body, t.body.pose.copy()
    for i, (x0, x1) in enumerate(zip(b.former, b.pose, strict=True)):
        if v.still and b.flags[i] & 2:
            continue
        sign = np.append(np.ones(3), np.full(4, -1.0 if x0[3:] @ x1[3:] < 0.0 else 1.0))
        out[i] = (1.0 - n.alpha) * x0 + n.alpha * sign * x1
        out[i, 3:] = unit_of(out[i, 3:])
    return {"body.drawn_pose": out}
