"""What the computations of ``manipulators`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _turn(axis: int, angle: float, shift: float) -> Any:
    """A screw about an axis and along it."""
    out = np.eye(4)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    out[i, i] = out[j, j] = np.cos(angle)
    out[i, j], out[j, i] = -np.sin(angle), np.sin(angle)
    out[axis, 3] = shift
    return out


def _link(t: Any, k: int) -> tuple[Any, Any]:
    """The screws of a link: about z by its angle, about x by its twist."""
    e = t.link
    return _turn(2, e.angle[k], e.offset[k]), _turn(0, e.twist[k], e.length[k])


def link_transform(t: Any, v: Any, n: Any) -> dict[str, Any]:
    screws = [_link(t, k) for k in range(len(t.link.length))]
    return {"link.transform": np.array([z @ x if v.order == "standard" else x @ z for z, x in screws])}


def arm_tip_position(t: Any, v: Any, n: Any) -> dict[str, Any]:
    tip = np.zeros_like(t.robot.tip_point)
    for i, links in enumerate(t.robot.links):
        chain = np.linalg.multi_dot([screw for k in links for screw in _link(t, k)])
        tip[i] = chain[:3, 3]
    reach = {"robot.tip_distance": np.linalg.norm(tip, axis=1)} if v.output == "reach" else {}
    return {"robot.tip_point": tip, **reach}


def planar_arm_tip(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, e = t.robot, t.link
    first, second = r.links[:, 0], r.links[:, 1]
    ends = e.length[first] * np.exp(1j * e.angle[first])
    ends = ends + e.length[second] * np.exp(1j * (e.angle[first] + e.angle[second]))
    tip = np.stack([ends.real, ends.imag], axis=1)
    away = {"robot.tip_distance": np.linalg.norm(r.goal - tip, axis=1)} if v.error else {}
    return {"robot.tip": tip, **away}


def planar_arm_angles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, angles = t.robot, np.zeros_like(t.robot.arm_angles)
    for i, links in enumerate(r.links):
        a, b = t.link.length[links[:2]]
        goal = complex(*r.goal[i])
        # the law of cosines at the elbow
        bend = np.arccos(np.clip((abs(goal) ** 2 - a**2 - b**2) / (2 * a * b), -0.999, 0.999))
        bend = -bend if v.elbow == "up" else bend
        straight = np.angle(a + b * np.exp(1j * bend))
        angles[i] = np.angle(goal) - straight, bend
    return {"robot.arm_angles": angles}


def ik_joint_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j = t.joint
    along = (j.column * t.robot.tip_error[j.robot]).sum(axis=1)
    step = n.kp * along if v.law == "transpose" else along / ((j.column**2).sum(axis=1) + n.damping**2)
    if v.limits:
        # -1 at the lower limit, 1 at the upper one
        step = step - n.limit_gain * (2 * (j.position - j.lower) / (j.upper - j.lower) - 1.0)
    return {"joint.step": np.clip(step, -n.step_limit, n.step_limit) if v.clamp else step}


def arm_tip_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    rate = t.joint.velocity if v.gain == "velocity" else t.joint.step / n.dt
    return {"robot.tip_twist": np.array([rate[k] @ t.joint.column[k] for k in t.robot.joints])}


def tip_wrench_torque(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j = t.joint
    torque = (j.column * t.robot.wrench[j.robot]).sum(axis=1)
    if v.damped:
        torque = torque - n.spin_damping * j.velocity
    if v.rest:
        torque = torque + n.stiffness * (j.default - j.position)
    return {"joint.torque": torque}


def apply_joint_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j = t.joint
    moves = ~(t.robot.done[j.robot].astype(bool) & bool(v.done))
    position = np.where(moves, np.clip(j.position + j.step, j.lower, j.upper), j.position)
    velocity = np.where(moves, (position - j.position) / n.dt, j.velocity)
    return {"joint.position": position, **({"joint.velocity": velocity} if v.velocity else {})}
