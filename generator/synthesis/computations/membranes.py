"""Excitable membranes: gates, currents, firing."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

SODIUM = 120.0
SODIUM_VOLTAGE = 50.0
POTASSIUM = 36.0
POTASSIUM_VOLTAGE = -77.0


@law
def gate_step(x: float, opening: float, closing: float, dt: float) -> float:
    """Share of open gates after a step, exact for constant rates of opening and closing."""
    total = opening + closing
    limit = opening / total
    return limit + (x - limit) * wp.exp(-total * dt)


@law
def opening_speed(voltage: float, middle: float, width: float, speed: float) -> float:
    """Opening rate of a Hodgkin-Huxley gate, zero far below its middle voltage and linear far above."""
    d = (voltage - middle) / width
    # the limit where both sides vanish
    if wp.abs(d) < 1.0e-4:
        return speed
    return speed * d / (1.0 - wp.exp(-d))


@computation(
    REACTIONS,
    "advance the Hodgkin-Huxley gates of each membrane by exponential Euler",
    gates={1: "for the sodium activation m", 3: "for m, h and n"},
)
def membrane_gates(membrane: Any, membrane_dt: Any) -> None:
    u = membrane.voltage
    mhn = membrane.opening
    m = gate_step(mhn[0], opening_speed(u, -40.0, 10.0, 1.0), 4.0 * wp.exp(-(u + 65.0) / 18.0), membrane_dt)
    h = mhn[1]
    n = mhn[2]
    if v.gates == 3:
        h = gate_step(h, 0.07 * wp.exp(-(u + 65.0) / 20.0), 1.0 / (1.0 + wp.exp(-(u + 35.0) / 10.0)), membrane_dt)
        n = gate_step(n, opening_speed(u, -55.0, 10.0, 0.1), 0.125 * wp.exp(-(u + 65.0) / 80.0), membrane_dt)
    membrane.next_opening = wp.vec3(m, h, n)


@computation(
    REACTIONS,
    "advance the Hodgkin-Huxley voltage of membranes of 1 uF/cm^2 by sodium, potassium, leak and drive currents",
    spike={True: "marking upward threshold crossings", False: ""},
)
def membrane_voltage(membrane: Any, membrane_dt: Any, rest: Any, conductance: Any, threshold: Any) -> None:
    u = membrane.voltage
    mhn = membrane.opening
    m = mhn[0]
    n = mhn[2]
    sodium = SODIUM * m * m * m * mhn[1] * (u - SODIUM_VOLTAGE)
    potassium = POTASSIUM * n * n * n * n * (u - POTASSIUM_VOLTAGE)
    leak = conductance * (u - rest)
    moved = u + membrane_dt * (membrane.drive - sodium - potassium - leak)
    membrane.next_voltage = moved
    if v.spike:
        membrane.spike = 1 if u < threshold and moved >= threshold else 0


@computation(
    REACTIONS,
    "step a leaky integrate-and-fire neuron of 1 uF/cm^2 by its synaptic current, back to the voltage of its leak when it fires,",
    pause={True: "where it stays for a refractory period", False: ""},
)
def integrate_and_fire(membrane: Any, neuron_dt: Any, rest: Any, conductance: Any, firing: Any, pause: Any) -> None:
    u = membrane.potential
    if v.pause:
        if membrane.refractory > 0:
            membrane.next_voltage = rest
            membrane.next_refractory = membrane.refractory - 1
            membrane.spike = 0
            return
    u += neuron_dt * (membrane.synaptic - conductance * (u - rest))
    spike = int(0)
    if u >= firing:
        u = rest
        spike = 1
    membrane.next_voltage = u
    membrane.spike = spike
    if v.pause:
        membrane.next_refractory = pause if spike != 0 else 0
