"""Whole runs of reactors and membranes: several events in a row, all gates and the voltage at once."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

MOST_EVENTS = 6
FEW = 1.0e-6
EVENT_SIZE = 0.01
"""What an event turns over, in mol/m^3."""

SODIUM = 120.0
SODIUM_VOLTAGE = 50.0
POTASSIUM = 36.0
POTASSIUM_VOLTAGE = -77.0


@law
def waiting_time(u: float, total: float) -> float:
    """Exponentially distributed time to the next event at a total rate, by the inverse transform."""
    return -wp.log(1.0 - u) / total


@law
def relax_gate(x: float, opening: float, closing: float, dt: float) -> float:
    """Open share of a gate after a step, exact while both rates stay as they are (Rush and Larsen)."""
    total = opening + closing
    limit = opening / total
    return limit + (x - limit) * wp.exp(-total * dt)


@law
def sloped_speed(voltage: float, middle: float, speed: float) -> float:
    """Gate rate of Hodgkin and Huxley that grows linearly far above a middle voltage in millivolts."""
    d = 0.1 * (voltage - middle)
    if wp.abs(d) < 1.0e-3:
        return speed
    return speed * d / (1.0 - wp.exp(-d))


@computation(
    REACTIONS,
    "run Gillespie's direct method in each reactor over a horizon, at most six events with fixed propensities, whose sum is stored,",
    enabled={True: "among reactions that are switched on, which are counted,", False: ""},
    heat={True: "changing the temperature by the heat of each event, which turns over 0.01 mol/m^3,", False: ""},
    last={True: "and store the last reaction", False: ""},
)
def run_events(reactor: Any, seed: Any, step: Any, horizon: Any) -> None:
    total = float(0.0)
    if v.enabled:
        running = int(0)
    for r in reactor.reactions:
        if v.enabled:
            if r.enabled == 0:
                continue
            running += 1
        total += r.propensity
    reactor.total = total
    if v.enabled:
        reactor.running = running
    time = float(reactor.time)
    end = time + horizon
    if v.last:
        last = int(-1)
    if v.heat:
        t = float(reactor.temperature)
    if total > FEW:
        state = wp.rand_init(seed, step * count(reactor) + reactor.index)
        for _k in range(MOST_EVENTS):
            time += waiting_time(wp.randf(state), total)
            if time > end:
                time = end
                break
            mark = wp.randf(state) * total
            passed = float(0.0)
            for r in reactor.reactions:
                if v.enabled:
                    if r.enabled == 0:
                        continue
                passed += r.propensity
                if mark < passed:
                    r.new_events += 1
                    if v.heat:
                        t -= EVENT_SIZE * r.heat / reactor.capacity
                    if v.last:
                        last = r.index
                    break
    else:
        # nothing happens until then
        time = end
    reactor.end_time = time
    if v.heat:
        reactor.next_temperature = t
    if v.last:
        reactor.last = last


@computation(
    REACTIONS,
    "advance a Hodgkin-Huxley membrane of unit capacitance by a step and mark where it crosses the threshold upwards,",
    why={"exponential": "exponential Euler is exact while speeds stay as they are, and keeps shares between 0 and 1"},
    gates={"exponential": "its gates by exponential Euler", "explicit": "its gates by explicit Euler"},
    order={
        "gates": "and its voltage by explicit Euler from the new gates",
        "voltage": "and its voltage by explicit Euler from the old gates",
    },
)
def membrane_step(membrane: Any, membrane_dt: Any, rest: Any, conductance: Any, threshold: Any) -> None:
    dt = membrane_dt
    u = membrane.voltage
    mhn = membrane.opening
    opening = wp.vec3(sloped_speed(u, -40.0, 1.0), 0.07 * wp.exp(-(u + 65.0) / 20.0), sloped_speed(u, -55.0, 0.1))
    closing = wp.vec3(
        4.0 * wp.exp(-(u + 65.0) / 18.0), 1.0 / (1.0 + wp.exp(-0.1 * (u + 35.0))), 0.125 * wp.exp(-(u + 65.0) / 80.0)
    )
    opened = wp.vec3()
    for k in range(3):
        if v.gates == "exponential":
            opened[k] = relax_gate(mhn[k], opening[k], closing[k], dt)
        else:
            opened[k] = mhn[k] + dt * (opening[k] * (1.0 - mhn[k]) - closing[k] * mhn[k])
    membrane.next_opening = opened
    g = opened if v.order == "gates" else mhn
    sodium = SODIUM * g[0] * g[0] * g[0] * g[1] * (u - SODIUM_VOLTAGE)
    potassium = POTASSIUM * g[2] * g[2] * g[2] * g[2] * (u - POTASSIUM_VOLTAGE)
    moved = u + dt * (membrane.drive - sodium - potassium - conductance * (u - rest))
    membrane.next_voltage = moved
    membrane.spike = 1 if u < threshold and moved >= threshold else 0
