"""What the computations of ``joint_kinematics`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    axis_angle,
    pose_inverse,
    pose_product,
    quaternion_inverse,
    quaternion_product,
    rotate,
)

HINGE, SLIDE, BALL, FIXED = range(4)
NONE = np.zeros(3)


def parent_frame(t: Any, k: int) -> Any:
    parent = t.joint.parent[k]
    return pose_product(t.body.pose[parent], t.joint.parent_frame[k]) if parent >= 0 else t.joint.parent_frame[k]


def child_frame(t: Any, k: int) -> Any:
    return pose_product(t.body.pose[t.joint.child[k]], t.joint.child_frame[k])


def place_joint_child(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, pose, twist = t.joint, t.joint.pose.copy(), t.joint.twist.copy()
    for k, kind in enumerate(j.kind):
        q, rate = t.coord.position[j.coord[k]], t.coord.velocity[j.coord[k]]
        frame, axis = parent_frame(t, k), j.axis[k]
        shift = q * axis if kind == SLIDE else NONE
        turn = {HINGE: axis_angle(axis, q), BALL: j.turn[k]}.get(kind, np.array([0.0, 0.0, 0.0, 1.0]))
        moved = pose_product(frame, np.concatenate([shift, turn]))
        pose[k] = pose_product(moved, pose_inverse(j.child_frame[k]))
        motion = rate * rotate(frame[3:], axis)
        spin = {HINGE: motion, BALL: rotate(frame[3:], j.spin[k])}.get(kind, NONE)
        twist[k] = np.concatenate([motion if kind == SLIDE else NONE, spin])
    return {"joint.pose": pose, **({"joint.twist": twist} if v.twist else {})}


def joint_motion_subspace(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, motion = t.joint, np.zeros_like(t.joint.motion)
    for k, kind in enumerate(j.kind):
        frame = parent_frame(t, k)
        axis = rotate(frame[3:], j.axis[k])
        lever = frame[:3] if v.at == "origin" else NONE
        if kind == SLIDE:
            motion[k, :3] = axis
        elif kind == HINGE:
            motion[k] = np.concatenate([np.cross(lever, axis), axis])
        if v.disabled and not j.enabled[k]:
            motion[k] = 0.0
    return {"joint.motion": motion}


def joint_frame_error(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, error = t.joint, np.zeros_like(t.joint.error)
    for k, kind in enumerate(j.kind):
        parent, child = parent_frame(t, k), child_frame(t, k)
        axis = rotate(parent[3:], j.axis[k])
        across = np.eye(3) - np.outer(axis, axis)
        shift = child[:3] - parent[:3]
        turn = quaternion_product(child[3:], quaternion_inverse(parent[3:]))
        turn = 2.0 * (-1.0 if turn[3] < 0.0 else 1.0) * turn[:3]
        if v.free:
            shift = across @ shift if kind == SLIDE else shift
            turn = across @ turn if kind == HINGE else 0.0 * turn if kind == BALL else turn
        error[k] = np.concatenate([shift, turn if v.angular else NONE])
    return {"joint.error": error}


def joint_position_from_bodies(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, measured = t.joint, t.joint.measured.copy()
    for k, kind in enumerate(j.kind):
        between = pose_product(pose_inverse(parent_frame(t, k)), child_frame(t, k))
        if kind == HINGE:
            q = between[3:] * (-1.0 if between[6] < 0.0 else 1.0)
            measured[k] = 2.0 * np.arctan2(q[:3] @ j.axis[k], q[3])
        elif kind == SLIDE and v.kinds == "both":
            measured[k] = between[:3] @ j.axis[k]
    return {"joint.measured": measured}
