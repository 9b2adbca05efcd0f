"""What the computations of ``wheel_forces`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, rotate, rotate_back
from tests.synthesis.computations.rigid_loads import _center, _push, _velocity

UP = np.array([0.0, 0.0, 1.0])


def _ahead(t: Any, k: int, body: int) -> tuple[Any, Any]:
    """Velocity of the body at wheel ``k`` and the way it rolls, in the body's frame."""
    w, twist = t.wheel, t.body.twist[body]
    arm = point_of(t.body.pose[body], w.anchor[k]) - _center(t, body)
    local = rotate_back(t.body.pose[body, 3:], twist[:3] + np.cross(twist[3:], arm))
    way = np.cross(w.axis[k], UP)
    return local, way / max(np.linalg.norm(way), 1e-12)


def wheel_suspension(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, wrench, load = t.wheel, t.body.wrench.copy(), t.wheel.load.copy()
    for k, body in enumerate(w.body):
        if body < 0:
            continue
        point = point_of(t.body.pose[body], w.anchor[k])
        c = w.compression[k] if v.ray == "flag" else w.travel[k] + w.radius[k] - point[2]
        if (w.grounded[k] == 0) if v.ray == "flag" else (c <= 0.0):
            load[k] = 0.0
            continue
        push = w.stiffness[k] * c - w.damping[k] * _velocity(t, body, point)[2]
        if v.stop:
            push += 3 * w.stiffness[k] * max(c - w.travel[k], 0.0)
        load[k] = max(push, 0.0)
        _push(t, wrench, body, load[k] * UP, point)
    return {"body.wrench": wrench, **({"wheel.load": load} if v.load else {})}


def anti_roll_bar(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, wrench = t.wheel, t.body.wrench.copy()
    for k, (body, other) in enumerate(zip(w.body, w.opposite, strict=True)):
        if min(body, other) < 0 or (v.ground and not (w.grounded[k] and w.grounded[other])):
            continue
        force = n.anti_roll * (w.compression[k] - w.compression[other]) * rotate(t.body.pose[body, 3:], UP)
        _push(t, wrench, body, force, point_of(t.body.pose[body], w.anchor[k]))
    return {"body.wrench": wrench}


def tyre_side_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, side = t.wheel, t.wheel.side_force.copy()
    for k, body in enumerate(w.body):
        slip = w.slip[k]
        if v.slip == "found":
            if body < 0:
                continue
            local, way = _ahead(t, k, body)
            slip = np.arctan2(local @ w.axis[k], max(abs(local @ way), 0.1))
        if v.law == "magic":
            side[k] = -n.peak * w.load[k] * np.sin(n.shape_factor * np.arctan(n.stiffness_factor * slip))
        else:
            side[k] = -w.load[k] * np.clip(n.slip_stiffness * slip, -n.peak, n.peak)
    return {"wheel.side_force": side}


def spin_wheel(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, speed, force = t.wheel, t.wheel.speed.copy(), t.wheel.long_force.copy()
    for k, body in enumerate(w.body):
        if v.force and body < 0:
            continue
        torque = w.drive[k]
        if v.force:
            along = np.dot(*_ahead(t, k, body))
            slip = (w.speed[k] * w.radius[k] - along) / max(abs(along), 0.1)
            force[k] = w.load[k] * np.clip(n.slip_stiffness * slip, -n.peak, n.peak)
            torque -= force[k] * w.radius[k]
        speed[k] += n.dt / w.inertia[k] * torque
        if v.brake:
            speed[k] = np.sign(speed[k]) * max(abs(speed[k]) - n.dt * w.brake[k] / w.inertia[k], 0.0)
    return {"wheel.speed": speed, **({"wheel.long_force": force} if v.force else {})}
