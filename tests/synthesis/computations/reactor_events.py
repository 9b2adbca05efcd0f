"""What the computations of the family ``reactor_events`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random


def run_events(t, v, n):
    k, r = t.reactor, t.reaction
    events, totals, running, times, heats, lasts = r.new_events.copy(), [], [], [], [], []
    for i, some in enumerate(k.reactions):
        if v.enabled:
            some = some[r.enabled[some] != 0]
        steps = np.cumsum(r.propensity[some])
        total, time = (steps[-1] if len(some) else 0.0), k.time[i]
        done = []
        draw = Random(n.seed, n.step * len(k.time) + i)
        for _ in range(6 if total > 1e-6 else 0):
            time -= np.log1p(-draw.uniform()) / total
            if time > k.time[i] + n.horizon:
                time = k.time[i] + n.horizon
                break
            done.append(some[np.searchsorted(steps, draw.uniform() * total, side="right")])
        np.add.at(events, done, 1)
        totals.append(total)
        running.append(len(some))
        times.append(time if total > 1e-6 else k.time[i] + n.horizon)
        heats.append(r.heat[done].sum() if v.heat else 0.0)
        lasts.append(done[-1] if done else -1)
    made = {"reaction.new_events": events, "reactor.total": np.array(totals)}
    made["reactor.end_time"] = np.array(times)
    if v.enabled:
        made["reactor.running"] = np.array(running)
    if v.heat:
        made["reactor.next_temperature"] = k.temperature - 0.01 * np.array(heats) / k.capacity
    if v.last:
        made["reactor.last"] = np.array(lasts)
    return made


def _speed(u, middle, width):
    """Of gates that open faster the higher the voltage."""
    return (u - middle) / width / -np.expm1(-(u - middle) / width)


def membrane_step(t, v, n):
    s = t.membrane
    u = s.voltage
    opening = [_speed(u, -40, 10), 0.07 * np.exp(-(u + 65) / 20), 0.1 * _speed(u, -55, 10)]
    closing = [4 * np.exp(-(u + 65) / 18), 1 / (1 + np.exp(-(u + 35) / 10)), np.exp(-(u + 65) / 80) / 8]
    opening, closing = np.stack(opening, axis=1), np.stack(closing, axis=1)
    limit = opening / (opening + closing)
    opened = limit - (limit - s.opening) * np.exp(-n.membrane_dt * (opening + closing))
    if v.gates == "explicit":
        opened = s.opening + n.membrane_dt * (opening + closing) * (limit - s.opening)
    m, h, k = (opened if v.order == "gates" else s.opening).T
    current = 120 * m**3 * h * (u - 50) + 36 * k**4 * (u + 77) + n.conductance * (u - n.rest)
    after = u + n.membrane_dt * (s.drive - current)
    crosses = (u < n.threshold) & (after >= n.threshold)
    return {"membrane.next_opening": opened, "membrane.next_voltage": after, "membrane.spike": crosses}
