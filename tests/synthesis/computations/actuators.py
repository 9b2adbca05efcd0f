"""What the computations of ``actuators`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _clipped(a: Any) -> Any:
    return np.where(a.limited.astype(bool), np.clip(a.control, a.control_lower, a.control_upper), a.control)


def actuator_affine_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a = t.actuator
    u = _clipped(a)
    if v.input == "kind":
        u = np.where(a.kind != 0, a.activation, u)
    basis = np.stack([np.ones_like(u), a.length, a.rate], axis=1)
    force = (basis * (a.gain * u[:, None] + a.bias)).sum(axis=1)
    if not v.held:
        return {"actuator.force": force}
    inside = np.clip(force, a.force_lower, a.force_upper)
    return {"actuator.force": inside, "actuator.clipped": np.where(inside != force, 1, 0)}


def transmit_actuator_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, effort = t.actuator, t.coord.effort.copy()
    for k, i in enumerate(a.coord):
        if i >= 0:
            tau = np.clip(a.force[k], a.force_lower[k], a.force_upper[k]) if not v.held else a.force[k]
            effort[i] += a.gear[k] * tau
    return {"coord.effort": effort}


def actuator_length(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, moves = t.actuator, t.actuator.coord >= 0
    zero = v.missing == "zero"
    length = np.where(moves, a.gear * t.coord.position[a.coord], 0.0 if zero else a.length)
    rate = np.where(moves, a.gear * t.coord.velocity[a.coord], 0.0 if zero else a.rate)
    return {"actuator.length": length, **({"actuator.rate": rate} if v.rate else {})}


def actuator_activation_rate(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a = t.actuator
    u = _clipped(a) if v.clip else a.control
    if v.law == "muscle":
        u = np.clip(u, 0.0, 1.0)
        scale = 0.5 + 1.5 * np.clip(a.activation, 0.0, 1.0)
        time = np.where(u > a.activation, a.tau_act * scale, a.tau_deact / scale)
        return {"actuator.activation_rate": (u - a.activation) / time}
    filtered = (u - a.activation) / a.tau_act
    if v.law == "kind":
        filtered = np.choose(a.kind, [np.zeros_like(u), u, filtered])
    return {"actuator.activation_rate": filtered}


def advance_activation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, u = t.actuator, _clipped(t.actuator)
    part = 1.0 - np.exp(-n.dt / a.tau_act) if v.exact else n.dt / a.tau_act
    filtered = (1.0 - part) * a.activation + part * u
    act = np.choose(a.kind, [u, a.activation + n.dt * u, filtered])
    return {"actuator.activation": np.clip(act, 0.0, 1.0) if v.clamp else act}


def limit_controls(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a = t.actuator
    limited = a.limited.astype(bool) | (not v.switch)
    u = np.clip(a.control, a.delayed - n.control_step, a.delayed + n.control_step) if v.rate else a.control
    u = np.clip(u, a.control_lower, a.control_upper)
    out = {"actuator.control": np.where(limited, u, a.control)}
    return out | ({"actuator.delayed": np.where(limited, u, a.control)} if v.rate else {})


def servo_control(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, c, control = t.actuator, t.coord, t.actuator.control.copy()
    for k, i in enumerate(a.coord):
        if i >= 0:
            wanted = {"position": c.velocity[i], "pd": 0.0, "tracking": c.target_velocity[i]}[v.law]
            u = n.stiffness * (c.target[i] - c.position[i]) + n.damping * (wanted - c.velocity[i])
            control[k] = u / a.gear[k]
    return {"actuator.control": control}
