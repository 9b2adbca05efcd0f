"""What the computations of ``joint_constraints`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    pose_product,
    quaternion_inverse,
    quaternion_product,
    rotate,
)

HINGE, SLIDE, BALL, FIXED = range(4)


def _turn(q0: Any, q1: Any) -> Any:
    q = quaternion_product(q1, quaternion_inverse(q0))
    return 2.0 * (-1.0 if q[3] < 0.0 else 1.0) * q[:3]


def solve_joint_anchors(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, b = t.joint, t.body
    delta, impulse = b.delta.copy(), j.impulse.copy()
    for k, (parent, child) in enumerate(zip(j.parent, j.child, strict=True)):
        if not j.enabled[k]:
            continue
        sides = [(child, 1.0)] if parent < 0 else [(child, 1.0), (parent, -1.0)]
        xp = j.parent_frame[k] if parent < 0 else pose_product(b.pose[parent], j.parent_frame[k])
        xc = pose_product(b.pose[child], j.child_frame[k])
        apart = xc[:3] - xp[:3]
        if j.kind[k] == SLIDE:
            along = rotate(xp[3:], j.axis[k])
            apart = apart - apart @ along * along
        levers = [(xc if sign > 0.0 else xp)[:3] - b.pose[body, :3] for body, sign in sides]
        size = np.linalg.norm(apart)
        if size >= 1e-6:
            resists = 0.0
            for (body, _), r in zip(sides, levers, strict=True):
                bent = np.cross(r, apart / size)
                resists += b.inverse_mass[body] + bent @ b.inverse_inertia[body] @ bent
            push = -n.relaxation * apart / resists
        else:
            push = np.zeros(3)
        error = np.zeros(3)
        if v.turn and j.kind[k] in (FIXED, SLIDE):
            error = _turn(xp[3:], xc[3:])
        if v.turn and j.kind[k] == HINGE:
            error = np.cross(rotate(xp[3:], j.axis[k]), rotate(xc[3:], j.axis[k]))
        # one angular impulse on both, so that their angular momentum is kept
        about = sum(error @ b.inverse_inertia[body] @ error for body, _ in sides)
        turn = -n.relaxation * (error @ error) / about * error if error @ error >= 1e-12 else np.zeros(3)
        for (body, sign), r in zip(sides, levers, strict=True):
            spin = b.inverse_inertia[body] @ (np.cross(r, push) + turn)
            delta[body] += sign * np.concatenate([b.inverse_mass[body] * push, spin])
        impulse[k] = np.concatenate([push, np.cross(levers[0], push) + turn]) / n.dt
    return {"body.delta": delta, **({"joint.impulse": impulse} if v.impulse else {})}


def joint_wrench_by_kind(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, b, c = t.joint, t.body, t.coord
    wrench = b.wrench.copy()
    for k, (parent, child) in enumerate(zip(j.parent, j.child, strict=True)):
        if not j.enabled[k]:
            continue
        frames, levers, speeds, spins = [], [], [], []
        end = pose_product(b.pose[child], j.child_frame[k])[:3]
        for body, frame in ((parent, j.parent_frame[k]), (child, j.child_frame[k])):
            held = body >= 0
            frames.append(pose_product(b.pose[body], frame) if held else frame)
            levers.append(end - b.pose[body, :3] if held else np.zeros(3))
            spins.append(b.twist[body, 3:] if held else np.zeros(3))
            speeds.append(b.twist[body, :3] + np.cross(spins[-1], levers[-1]) if held else np.zeros(3))
        pull = -j.stiffness[k] * (frames[1][:3] - frames[0][:3]) - j.damping[k] * (speeds[1] - speeds[0])
        turn = -j.turn_stiffness[k] * _turn(frames[0][3:], frames[1][3:]) - j.turn_damping[k] * (spins[1] - spins[0])
        axis, i = rotate(frames[0][3:], j.axis[k]), j.coord[k]
        across, q = np.eye(3) - np.outer(axis, axis), c.position[i]
        effort = c.effort[i]
        if v.drive:
            effort += c.stiffness[i] * (c.target[i] - q) - c.damping[i] * c.velocity[i]
        if v.limits:
            effort += c.limit_stiffness[i] * (np.clip(q, c.lower[i], c.upper[i]) - q)
        if j.kind[k] == BALL:
            turn = np.zeros(3)
        if j.kind[k] == HINGE:
            turn = across @ turn + effort * axis
        if j.kind[k] == SLIDE:
            pull = across @ pull + effort * axis
        for body, r, sign in ((parent, levers[0], -1.0), (child, levers[1], 1.0)):
            if body >= 0:
                wrench[body] += sign * np.concatenate([pull, turn + np.cross(r, pull)])
    return {"body.wrench": wrench}
