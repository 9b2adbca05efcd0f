"""What the computations of ``actuator_drives`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def muscle_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a = t.actuator
    x = (a.length / a.optimal_length - 1.0) / 0.45
    pull = np.clip(a.activation, 0.0, 1.0) * np.maximum(1.0 - x**2, 0.0)
    if v.rate:
        rate = 0.1 * a.rate / a.optimal_length
        shortening = np.maximum(1.0 + rate, 0.0) / (1.0 + 4.0 * np.abs(rate))
        pull = pull * np.where(rate <= 0.0, shortening, 1.5 - 0.125 / (np.abs(rate) + 0.25))
    if v.passive:
        pull = pull + np.maximum(x, 0.0) ** 2
    return {"actuator.force": -a.max_force * pull}


def dc_motor_torque(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, force, current = t.actuator, t.actuator.force.copy(), t.actuator.current.copy()
    level = np.clip(a.control, -1.0, 1.0)
    if v.supply == "signed":
        level = np.where(np.abs(a.control) > n.dead_band, np.sign(a.control), 0.0)
    for k, i in enumerate(a.coord):
        if i >= 0:
            speed = a.gear[k] * t.coord.velocity[i]
            current[k] = (level[k] * n.voltage - a.torque_constant[k] * speed) / a.resistance[k]
            force[k] = a.torque_constant[k] * current[k]
    return {"actuator.force": force, **({"actuator.current": current} if v.current else {})}
