"""What random forces and moves must be, for the numbers that Warp draws."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import normal_draws, uniform_draws
from tests.synthesis.computations.md_pairs import lennard_jones, mixed, nearest


def md_dissipative_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    force = p.force.copy()
    for i in range(len(force)):
        force[i] = 0
        for j in p.neighbours[i]:
            d = nearest(p.position[i] - p.position[j], n.box)
            r = np.linalg.norm(d)
            if r < 1e-6 or r >= n.cutoff:
                continue
            w = 1 - r / n.cutoff
            drag = w**2 if v.power == "square" else w**4
            strength = -n.drag * drag * (d / r) @ (p.velocity[i] - p.velocity[j])
            if v.repulsion:
                # minus the slope of depth (1 - r / cutoff)^2
                depth = np.sqrt(t.species.depth[p.species[i]] * t.species.depth[p.species[j]])
                strength += depth * 2 * (1 - r / n.cutoff) / n.cutoff
            place = n.step * len(p.position) ** 2 + min(i, j) * len(p.position) + max(i, j)
            draw = uniform_draws(int(n.seed), int(place), 1)[0]
            strength += np.sqrt(24 * n.drag * n.kt * drag / n.dt) * (draw - 0.5)
            force[i] += strength * d / r
    return {"atom.force": force}


def md_brownian_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    x = p.position.copy()
    for i in np.flatnonzero(p.group >= 0):
        if v.mobile and not p.flags[i] & 1:
            continue
        mobility = t.species.mobility[p.species[i]]
        spread = np.sqrt(2 * mobility * t.group.target[p.group[i]] * n.dt)
        x[i] += spread * normal_draws(int(n.seed), int(n.step) * len(x) + int(i), 3)
        x[i] += mobility * n.dt * p.force[i] if v.drift else 0
    return {"atom.position": x}


def md_trial_move(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    trial, energy = p.trial.copy(), p.energy.copy()
    for i in range(len(trial)):
        if v.molecule and p.molecule[i] >= 0:
            trial[i] = p.position[i]
            continue
        if p.group[i] < 0:
            continue

        def total(x: Any, i: int = i) -> float:
            found = 0.0
            for j in p.neighbours[i]:
                d = nearest(x - p.position[j], n.box)
                if j == i:
                    continue
                found += lennard_jones(d, *mixed(t, i, j))[0] if d @ d < n.cutoff**2 else 0
            return found

        draws = uniform_draws(int(n.seed), int(n.step) * len(trial) + i, 4)
        moved = p.position[i] + n.largest_step * (2 * np.array(draws[:3]) - 1)
        change = total(moved) - total(p.position[i])
        trial[i] = moved if draws[3] < np.exp(min(-change / t.group.target[p.group[i]], 0)) else p.position[i]
        energy[i] = total(trial[i])
    return {"atom.trial": trial, **({"atom.energy": energy} if v.energy else {})}


def md_draw_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    vel = np.zeros_like(p.velocity) if v.default == "zero" else p.velocity.copy()
    for i in np.flatnonzero(p.group >= 0):
        vel[i] = np.sqrt(t.group.target[p.group[i]] / p.mass[i]) * normal_draws(int(n.seed), int(i), 3)
    return {"atom.velocity": vel}
