"""What random forces and moves must be, for the numbers that Warp draws."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import normal_draws, uniform_draws
from tests.synthesis.computations.md_pairs import nearest


def md_dissipative_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    force = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = nearest(p.position[i] - p.position[j], n.box)
            r = np.linalg.norm(d)
            if r < 1e-6 or r >= n.cutoff:
                continue
            w = 1 - r / n.cutoff
            drag = w**2 if v.power == "square" else w
            strength = -n.coupling * drag * (d / r) @ (p.velocity[i] - p.velocity[j])
            if v.repulsion:
                strength += t.species.depth[p.species[i]] * w
            if v.noise:
                draw = uniform_draws(int(n.seed), int(min(i, j) * len(p.position) + max(i, j)), 1)[0]
                strength += np.sqrt(2 * n.coupling * drag / n.dt) * (draw - 0.5)
            force[i] += strength * d / r
    return {"atom.force": force}


def md_brownian_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    x = p.position.copy()
    for i in range(len(x)):
        if v.mobile and not p.flags[i] & 1:
            continue
        mobility = t.species.mobility[p.species[i]]
        x[i] += np.sqrt(2 * mobility * n.dt) * normal_draws(int(n.seed), i, 3)
        x[i] += mobility * n.dt * p.force[i] if v.drift else 0
    return {"atom.position": x}


def md_trial_move(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    trial = p.position.copy()
    for i in range(len(trial)):
        if v.molecule and p.molecule[i] >= 0:
            continue
        moved = trial[i] + n.largest_step * (2 * np.array(uniform_draws(int(n.seed), i, 3)) - 1)
        gains = v.target == "new" or np.linalg.norm(moved - p.reference[i]) <= np.linalg.norm(trial[i] - p.reference[i])
        trial[i] = moved if gains else trial[i]
    return {"atom.trial": trial}


def md_draw_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    vel = np.zeros_like(p.velocity) if v.default == "zero" else p.velocity.copy()
    for i in np.flatnonzero(p.group >= 0):
        vel[i] = np.sqrt(t.group.target[p.group[i]] / p.mass[i]) * normal_draws(int(n.seed), int(i), 3)
    return {"atom.velocity": vel}
