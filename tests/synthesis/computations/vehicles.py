"""What the computations of ``vehicles`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import axis_angle, cross_matrix, point_of, rotate, rotation_matrix

UP = np.array([0.0, 0.0, 1.0])


def wheel_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, b, wrench = t.wheel, t.body, t.body.wrench.copy()
    names = ("grounded", "load", "compression", "contact_point", "long_force", "side_force", "speed")
    out = {name: getattr(w, name).copy() for name in names}
    for k, body in enumerate(w.body):
        if body < 0:
            continue
        pose = b.pose[body]
        start = point_of(pose, w.anchor[k])
        c = w.travel[k] + w.radius[k] - start[2]
        out["grounded"][k], out["compression"][k] = c > 0.0, max(c, 0.0)
        out["speed"][k] += n.dt * w.drive[k] / w.inertia[k]
        out["load"][k] = out["long_force"][k] = out["side_force"][k] = 0.0
        if c <= 0.0:
            continue
        foot = start * [1.0, 1.0, 0.0]
        out["contact_point"][k] = foot
        lever = foot - point_of(pose, b.center[body])
        u = b.twist[body, :3] + np.cross(b.twist[body, 3:], lever)
        load = max(w.stiffness[k] * c - w.damping[k] * u[2], 0.0)
        out["load"][k] = load
        axle = rotate(pose[3:], w.axis[k])
        if v.steer:
            axle = rotate(axis_angle(rotate(pose[3:], UP), w.steer[k]), axle)
        # the axle's shadow on the ground, and what it turns to by a quarter turn clockwise
        axle = axle * [1.0, 1.0, 0.0] / np.hypot(axle[0], axle[1])
        ahead = np.array([axle[1], -axle[0], 0.0])
        rolls, slides = w.speed[k] * w.radius[k], u @ ahead
        slip = (rolls - slides) / max(abs(rolls), abs(slides), 1e-12)
        grip = n.peak * load
        pull = np.clip(n.slip_stiffness * load * np.array([slip, -np.arctan2(u @ axle, abs(slides))]), -grip, grip)
        if v.circle:
            pull = pull * min(1.0, grip / max(np.linalg.norm(pull), 1e-12))
        force = load * UP + pull[0] * ahead + pull[1] * axle
        wrench[body] += np.concatenate([force, np.cross(lever, force)])
        out["long_force"][k], out["side_force"][k] = pull
        out["speed"][k] -= n.dt * pull[0] * w.radius[k] / w.inertia[k]
    if not v.spin:
        del out["speed"]
    return {"body.wrench": wrench, **{f"wheel.{name}": values for name, values in out.items()}}


def body_spatial_inertia(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out = t.body, np.zeros_like(t.body.spatial_inertia)
    for i in range(len(out)):
        own = np.diag(b.principal[i]) if v.inertia == "principal" else b.inertia[i]
        lever = point_of(b.pose[i], b.center[i]) if v.center else np.zeros(3)
        # velocities at the centre of mass, of a twist about the origin
        move = np.eye(6)
        move[:3, 3:] = -cross_matrix(lever)
        inner = np.zeros((6, 6))
        inner[:3, :3] = b.mass[i] * np.eye(3)
        r = rotation_matrix(b.pose[i, 3:]) if v.center else b.rotation[i]
        inner[3:, 3:] = r @ own @ r.T
        out[i] = move.T @ inner @ move
    return {"body.spatial_inertia": out}
