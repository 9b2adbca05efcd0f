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
    unit_of,
)

HINGE, SLIDE, BALL, FIXED = range(4)
NONE = np.zeros(3)


def _parent_frame(t: Any, k: int) -> Any:
    parent = t.joint.parent[k]
    return pose_product(t.body.pose[parent], t.joint.parent_frame[k]) if parent >= 0 else t.joint.parent_frame[k]


def _child_frame(t: Any, k: int) -> Any:
    return pose_product(t.body.pose[t.joint.child[k]], t.joint.child_frame[k])


def place_joint_child(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, pose, twist = t.joint, t.joint.pose.copy(), t.joint.twist.copy()
    for k, kind in enumerate(j.kind):
        q, rate = t.coord.position[j.coord[k]], t.coord.velocity[j.coord[k]]
        frame, axis = _parent_frame(t, k), j.axis[k]
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
        frame = _parent_frame(t, k)
        axis = rotate(frame[3:], j.axis[k])
        lever = frame[:3] if v.at == "origin" else NONE
        if kind == SLIDE:
            motion[k, :3] = axis
        elif kind == HINGE:
            motion[k] = np.concatenate([np.cross(lever, axis), axis])
        if v.disabled and not j.enabled[k]:
            motion[k] = 0.0
    return {"joint.motion": motion}


def apply_joint_effort(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, wrench = t.joint, t.body.wrench.copy()
    for k, kind in enumerate(j.kind):
        if kind != HINGE and not (kind == SLIDE and v.kinds == "both"):
            continue
        frame, child = _parent_frame(t, k), j.child[k]
        effort = t.coord.effort[j.coord[k]] * rotate(frame[3:], j.axis[k])
        for body, sign in ((child, 1.0), (j.parent[k], -1.0)):
            if body < 0:
                continue
            arm = frame[:3] - t.body.pose[body, :3]
            load = [effort, np.cross(arm, effort)] if kind == SLIDE else [NONE, effort]
            wrench[body] += sign * np.concatenate(load)
    return {"body.wrench": wrench}


def joint_frame_error(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, error = t.joint, np.zeros_like(t.joint.error)
    for k, kind in enumerate(j.kind):
        parent, child = _parent_frame(t, k), _child_frame(t, k)
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


def joint_attach_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, b, wrench = t.joint, t.body, t.body.wrench.copy()
    for k, (parent, child) in enumerate(zip(j.parent, j.child, strict=True)):
        if v.enabled and not j.enabled[k]:
            continue
        ends = [(parent, _parent_frame(t, k)[:3]), (child, _child_frame(t, k)[:3])]
        levers = [x - b.pose[body, :3] for body, x in ends]
        # the world stands still
        speeds = [
            b.twist[body, :3] + np.cross(b.twist[body, 3:], r) if body >= 0 else NONE
            for (body, _), r in zip(ends, levers, strict=True)
        ]
        force = j.stiffness[k] * (ends[0][1] - ends[1][1])
        if v.damped:
            force = force + j.damping[k] * (speeds[0] - speeds[1])
        for (body, _), r, sign in zip(ends, levers, (-1.0, 1.0), strict=True):
            if body >= 0:
                wrench[body] += sign * np.concatenate([force, np.cross(r, force)])
    return {"body.wrench": wrench}


def swing_twist_limit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, b, wrench = t.joint, t.body, t.body.wrench.copy()
    for k, (parent, child) in enumerate(zip(j.parent, j.child, strict=True)):
        qp, qc = _parent_frame(t, k)[3:], _child_frame(t, k)[3:]
        q = quaternion_product(quaternion_inverse(qp), qc)
        q = q if q[3] >= 0.0 else -q
        # the turn about the axis that leaves no turn about it
        twist = unit_of(np.append(j.axis[k] * (q[:3] @ j.axis[k]), q[3]))
        part = twist if v.limit == "twist" else quaternion_product(q, quaternion_inverse(twist))
        part = part if part[3] >= 0.0 else -part
        angle = 2.0 * np.arctan2(np.linalg.norm(part[:3]), part[3])
        limit = j.twist_limit[k] if v.limit == "twist" else j.swing_limit[k]
        if angle <= limit:
            continue
        axis = rotate(qp, unit_of(part[:3]))
        moment = j.turn_stiffness[k] * (angle - limit)
        if v.damped:
            still = b.twist[parent, 3:] if parent >= 0 else np.zeros(3)
            moment += j.turn_damping[k] * axis @ (b.twist[child, 3:] - still)
        if parent >= 0:
            wrench[parent, 3:] += moment * axis
        wrench[child, 3:] -= moment * axis
    return {"body.wrench": wrench}


def joint_position_from_bodies(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, measured = t.joint, t.joint.measured.copy()
    for k, kind in enumerate(j.kind):
        between = pose_product(pose_inverse(_parent_frame(t, k)), _child_frame(t, k))
        if kind == HINGE:
            q = between[3:] * (-1.0 if between[6] < 0.0 else 1.0)
            measured[k] = 2.0 * np.arctan2(q[:3] @ j.axis[k], q[3])
        elif kind == SLIDE and v.kinds == "both":
            measured[k] = between[:3] @ j.axis[k]
    return {"joint.measured": measured}
