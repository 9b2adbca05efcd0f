"""What the computations of the family ``membranes`` give, written from Hodgkin and Huxley's laws."""

from __future__ import annotations

import numpy as np


def _relaxed(x, opening, closing, dt):
    """The exact solution of dx/dt = opening (1 - x) - closing x."""
    limit = opening / (opening + closing)
    return limit - (limit - x) * np.exp(-dt * (opening + closing))


def membrane_gates(t, v, n):
    u, gates = t.membrane.voltage, t.membrane.opening.copy()
    speeds = [
        (0.1 * (u + 40) / -np.expm1(-(u + 40) / 10), 4 * np.exp(-(u + 65) / 18)),
        (0.07 * np.exp(-(u + 65) / 20), 1 / (1 + np.exp(-(u + 35) / 10))),
        (0.01 * (u + 55) / -np.expm1(-(u + 55) / 10), 0.125 * np.exp(-(u + 65) / 80)),
    ]
    for k in range(v.gates):
        gates[:, k] = _relaxed(gates[:, k], *speeds[k], n.membrane_dt)
    return {"membrane.next_opening": gates}


def membrane_voltage(t, v, n):
    m = t.membrane
    gates = m.opening.T
    sodium = 120 * gates[0] ** 3 * gates[1] * (m.voltage - 50)
    potassium = 36 * gates[2] ** 4 * (m.voltage + 77)
    after = m.voltage + n.membrane_dt * (m.drive - sodium - potassium - n.conductance * (m.voltage - n.rest))
    made = {"membrane.next_voltage": after}
    if v.spike:
        made["membrane.spike"] = (m.voltage < n.threshold) & (after >= n.threshold)
    return made


def integrate_and_fire(t, v, n):
    m = t.membrane
    after = m.potential + n.neuron_dt * (m.synaptic - n.conductance * (m.potential - n.rest))
    fires = after >= n.firing
    after = np.where(fires, n.rest, after)
    if not v.pause:
        return {"membrane.next_voltage": after, "membrane.spike": fires}
    waits = m.refractory > 0
    return {
        "membrane.next_voltage": np.where(waits, n.rest, after),
        "membrane.spike": fires & ~waits,
        "membrane.next_refractory": np.where(waits, m.refractory - 1, np.where(fires, n.pause, 0)),
    }
