"""Wrenches that joints put on their bodies, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import quaternion_inverse, quaternion_product, rotate, unit_of
from tests.synthesis.computations.joint_kinematics import HINGE, NONE, SLIDE, child_frame, parent_frame


def apply_joint_effort(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, wrench = t.joint, t.body.wrench.copy()
    for k, kind in enumerate(j.kind):
        if kind != HINGE and not (kind == SLIDE and v.kinds == "both"):
            continue
        frame, child = parent_frame(t, k), j.child[k]
        effort = t.coord.effort[j.coord[k]] * rotate(frame[3:], j.axis[k])
        for body, sign in ((child, 1.0), (j.parent[k], -1.0)):
            if body < 0:
                continue
            arm = frame[:3] - t.body.pose[body, :3]
            load = [effort, np.cross(arm, effort)] if kind == SLIDE else [NONE, effort]
            wrench[body] += sign * np.concatenate(load)
    return {"body.wrench": wrench}


def joint_attach_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, b, wrench = t.joint, t.body, t.body.wrench.copy()
    for k, (parent, child) in enumerate(zip(j.parent, j.child, strict=True)):
        if v.enabled and not j.enabled[k]:
            continue
        ends = [(parent, parent_frame(t, k)[:3]), (child, child_frame(t, k)[:3])]
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
        qp, qc = parent_frame(t, k)[3:], child_frame(t, k)[3:]
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
