"""What the rates of smoothed particles must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import spiky


def sph_rates(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, ph = t.particle, t.phase
    rate, a, heat = np.zeros(len(p.density)), np.zeros_like(p.position), np.zeros(len(p.density))
    for i, near in enumerate(p.neighbours):
        if v.guarded and not p.flags[i] & 1:
            continue
        own = p.pressure[i] / p.density[i] ** 2
        for j in near:
            d, dv = p.position[i] - p.position[j], p.velocity[i] - p.velocity[j]
            r2, rho2 = d @ d, p.density[i] * p.density[j]
            if not 0 < r2 < n.h**2 or (v.guarded and not p.flags[j] & 1):
                continue
            g = spiky(d, n.h)
            rate[i] += p.mass[j] * dv @ g
            share = own + p.pressure[j] / p.density[j] ** 2
            if v.viscosity == "artificial":
                mu = n.h * min(dv @ d, 0) / (r2 + 0.01 * n.h**2)
                mean = (p.density[i] + p.density[j]) / 2
                share += n.alpha * mu * (2 * mu - ph.sound_speed[p.phase[[i, j]]].mean()) / mean
            a[i] -= p.mass[j] * share * g
            if v.viscosity == "laminar":
                mu = ph.viscosity[p.phase[i]] + ph.viscosity[p.phase[j]]
                a[i] += p.mass[j] * mu * (d @ g) / (rho2 * r2) * dv
            if v.heat:
                k = p.conductivity[i] + p.conductivity[j]
                heat[i] += p.mass[j] * k * (p.temperature[i] - p.temperature[j]) * (d @ g) / (rho2 * r2)
        for b in p.samples[i] if v.walls else ():
            g = spiky(p.position[i] - t.boundary.position[b], n.h)
            mass = ph.rest_density[p.phase[i]] * t.boundary.volume[b]
            rate[i] += mass * (p.velocity[i] - t.boundary.velocity[b]) @ g
            a[i] -= mass * own * g
        if v.gravity and p.world[i] >= 0:
            a[i] += t.world.gravity[p.world[i]]
    found = {"particle.density_rate": rate, "particle.acceleration": a}
    return {**found, **({"particle.heating": heat} if v.heat else {})}
