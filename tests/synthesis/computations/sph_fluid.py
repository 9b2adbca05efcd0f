"""What the computations of smoothed particles must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import cubic, spiky, wendland


def sph_density(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    kernel = cubic if v.kernel == "cubic" else wendland
    rho = np.zeros(len(p.mass))
    for i, near in enumerate(p.neighbours):
        for j in (i, *near):
            mass = p.mass[i if v.form == "number" else j]
            rho[i] += mass * kernel(np.linalg.norm(p.position[i] - p.position[j]), n.h)
        if v.solid:
            weights = [
                t.boundary.volume[b] * kernel(np.linalg.norm(p.position[i] - t.boundary.position[b]), n.h)
                for b in p.samples[i]
            ]
            rho[i] += t.phase.rest_density[p.phase[i]] * sum(weights)
    return {"particle.density": rho}


def sph_pressure_acceleration(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    a = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        if v.guarded and not p.flags[i] & 1:
            continue
        for j in near:
            if v.guarded and not p.flags[j] & 1:
                continue
            if v.form == "momentum":
                share = p.pressure[i] / p.density[i] ** 2 + p.pressure[j] / p.density[j] ** 2
            else:
                share = (p.pressure[i] + p.pressure[j]) / (2 * p.density[i] * p.density[j])
            a[i] -= p.mass[j] * share * spiky(p.position[i] - p.position[j], n.h)
        if v.gravity and p.world[i] >= 0:
            a[i] += t.world.gravity[p.world[i]]
    return {"particle.acceleration": a}


def sph_viscous_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    f = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        for j in near:
            d, dv = p.position[i] - p.position[j], p.velocity[i] - p.velocity[j]
            soft = d @ d + 0.01 * n.h**2
            grad = spiky(d, n.h)
            if v.law == "artificial":
                mu = min(n.h * (d @ dv) / soft, 0)
                speed = t.phase.sound_speed[p.phase[[i, j]]].mean()
                pi = (-n.alpha * speed * mu + 2 * n.alpha * mu**2) / (0.5 * (p.density[i] + p.density[j]))
                f[i] -= p.mass[i] * p.mass[j] * pi * grad
            else:
                mu = t.phase.viscosity[p.phase[i]] + t.phase.viscosity[p.phase[j]]
                f[i] += p.mass[i] * p.mass[j] * mu * (d @ grad) / (p.density[i] * p.density[j] * soft) * dv
    return {"particle.force": f}


def sph_smooth_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    smooth = p.velocity.copy()
    for i, near in enumerate(p.neighbours):
        chosen = [j for j in near if not v.fluid or p.kind[j] == p.kind[i]]
        w = np.array(
            [p.mass[j] / p.density[j] * cubic(np.linalg.norm(p.position[i] - p.position[j]), n.h) for j in chosen]
        )
        dv = sum((w[k] * (p.velocity[j] - p.velocity[i]) for k, j in enumerate(chosen)), np.zeros(3))
        if v.normalized and w.sum() > 1e-6:
            dv = dv / w.sum()
        smooth[i] += n.epsilon * dv
    return {"particle.smooth_velocity": smooth}


def sph_density_multiplier(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    found = np.zeros(len(p.density))
    for i, near in enumerate(p.neighbours):
        rest = t.phase.rest_density[p.phase[i]]
        c = p.density[i] / rest - 1
        grads = [p.mass[j] / rest * spiky(p.position[i] - p.position[j], n.h) for j in near]
        own = sum(grads, np.zeros(3))
        if v.solid:
            own = own + sum(
                (t.boundary.volume[b] * spiky(p.position[i] - t.boundary.position[b], n.h) for b in p.samples[i]),
                np.zeros(3),
            )
        if c > 0:
            found[i] = -c / (sum(g @ g for g in grads) + own @ own + n.relaxation)
    return {"particle.multiplier": found}


def sph_position_correction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    delta = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = p.position[i] - p.position[j]
            clumping = 0.1 * (wendland(np.linalg.norm(d), n.h) / wendland(0.3 * n.h, n.h)) ** 4 if v.spread else 0
            delta[i] += p.mass[j] * (p.multiplier[i] + p.multiplier[j] - clumping) * spiky(d, n.h)
        delta[i] /= t.phase.rest_density[p.phase[i]]
    return {"particle.correction": delta}


def sph_vorticity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    curl, div = np.zeros_like(p.position), np.zeros(len(p.position))
    for i, near in enumerate(p.neighbours):
        for j in near:
            grad = p.mass[j] / p.density[j] * spiky(p.position[i] - p.position[j], n.h)
            curl[i] += np.cross(grad, p.velocity[j] - p.velocity[i])
            div[i] += grad @ (p.velocity[j] - p.velocity[i])
    return {"particle.vorticity": curl, **({"particle.divergence": div} if v.divergence else {})}


def sph_heat_rate(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    k = p.conductivity
    rate = np.zeros(len(k))
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = p.position[i] - p.position[j]
            if d @ d > 0:
                mean = 2 / (1 / k[i] + 1 / k[j]) if v.mean == "harmonic" else (k[i] + k[j]) / 2
                slope = d @ spiky(d, n.h) / (d @ d)
                rate[i] += (
                    2 * p.mass[j] * mean * (p.temperature[i] - p.temperature[j]) * slope / (p.density[i] * p.density[j])
                )
    return {"particle.heating": rate}
