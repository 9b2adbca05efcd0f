"""What the computations of the family ``kepler_orbits`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import applied, chosen, turn


def solve_kepler(t, v, n):
    o = t.orbit
    e = o.eccentric if v.start == "former" else o.anomaly
    for _ in range(5):
        e = e - (e - o.eccentricity * np.sin(e) - o.anomaly) / (1 - o.eccentricity * np.cos(e))
    return {"orbit.solved": chosen(o.primary, e, 0.0) if v.missing == "planet" else e}


def orbit_state(t, v, n):
    o, p = t.orbit, t.planet
    e, ecc = o.eccentric, o.eccentricity
    minor = o.axis * np.sqrt(1 - ecc**2)
    turned = turn(2, o.angles[:, 1]) @ turn(0, o.angles[:, 0]) @ turn(2, o.angles[:, 2])
    flat = np.stack([o.axis * (np.cos(e) - ecc), minor * np.sin(e), 0 * e], axis=1)
    x = applied(turned, flat)
    if v.around == "planet":
        x = x + p.position[o.primary]
    if v.around == "origin" and not v.velocity:
        return {"orbit.position": x}
    made = {"orbit.position": chosen(o.primary, x, o.position)}
    if v.velocity:
        # dE/dt = n / (1 - e cos E)
        rate = np.sqrt(p.mu[o.primary] / o.axis**3) / (1 - ecc * np.cos(e))
        moving = np.stack([-o.axis * np.sin(e), minor * np.cos(e), 0 * e], axis=1) * rate[:, None]
        u = applied(turned, moving) + (p.velocity[o.primary] if v.around == "planet" else 0)
        made["orbit.velocity"] = chosen(o.primary, u, o.velocity)
    return made


def advance_anomaly(t, v, n):
    o = t.orbit
    m = o.anomaly + n.interval * np.sqrt(t.planet.mu[o.primary] / o.axis**3)
    around = m > np.pi
    made = {"orbit.next_anomaly": m - 2 * np.pi * around}
    if v.turns:
        made["orbit.next_turns"] = o.turns + around
    return made


def orbit_apsides(t, v, n):
    o = t.orbit
    apsides = o.axis[:, None] * (1 + o.eccentricity[:, None] * [-1, 1])
    if not v.height:
        return {"orbit.apsides": apsides}
    return {"orbit.altitudes": chosen(o.primary, apsides - t.planet.radius[o.primary][:, None], o.altitudes)}
