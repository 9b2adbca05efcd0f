"""What search cells, marks and short steps of smoothed particles must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import cubic


def sph_density_by_cells(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    places = np.floor((p.position - n.origin) / n.h).astype(int)
    steps = np.stack(np.meshgrid(*[[-1, 0, 1]] * 3), -1).reshape(-1, 3)
    rho = np.zeros(len(p.mass))
    for i, place in enumerate(places):
        around = place + steps
        around = around[((around >= 0) & (around < n.side)).all(1)] @ np.array([1, n.side, n.side**2])
        for c in around[around < len(t.cell.members)]:
            for j in t.cell.members[c]:
                if not v.masked or p.flags[j] & 1:
                    mass = p.mass[i if v.form == "number" else j]
                    rho[i] += mass * cubic(np.linalg.norm(p.position[i] - p.position[j]), n.h)
    return {"particle.density": rho}


def sph_list_cell_neighbours(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    lists, counts = np.full((len(p.cell), 2), -1), np.zeros(len(p.cell), int)
    for i, c in enumerate(p.cell):
        near = [j for j in (t.cell.members[c] if c >= 0 else []) if j != i]
        near = [j for j in near if np.linalg.norm(p.position[i] - p.position[j]) < n.h]
        near = [j for j in near if j > i or not v.half]
        counts[i] = len(near)
        lists[i, : len(near)] = near[:2]
    found = {"particle.list": lists, "particle.neighbour_count": counts}
    return found


def sph_surface_bit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    surface = p.neighbour_count < n.least
    if v.ghost:
        surface &= p.flags & 2 == 0
    new = (p.flags & 3) + 4 * surface
    return {"particle.flags": np.where(p.flags & 1, new, p.flags) if v.inactive else new}


def sph_sleep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    speed = np.linalg.norm(p.velocity, axis=1)
    moving = speed > n.speed_limit
    if v.neighbours:
        for i, listed in enumerate(p.neighbours):
            near = [q for q in listed if np.linalg.norm(p.position[q] - p.position[i]) < n.h]
            moving[i] |= len(near) > 0 and speed[near].mean() > n.speed_limit
    steps = np.where(moving, 0, p.rest_steps + 1)
    return {"particle.rest_steps": steps, "particle.asleep": (steps >= n.patience).astype(int)}


def sph_density_excess(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    e = p.density / t.phase.rest_density[p.phase] - 1
    e = np.maximum(e, 0) if v.clamped else e
    if not v.worst:
        return {"particle.excess": e}
    worst = t.world.worst.copy()
    known = p.world >= 0
    np.maximum.at(worst, p.world[known], e[known])
    return {"particle.excess": np.where(known, e, p.excess), "world.worst": worst}


def sph_predict(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    vel = p.velocity.copy()
    if v.gravity != "none":
        vel += np.where((p.world >= 0)[:, None], n.dt * t.world.gravity[p.world], 0)
    return {
        "particle.predicted": p.position + n.dt * vel,
        **({"particle.velocity": vel} if v.gravity == "kept" else {}),
    }


def sph_half_kick(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    vel = p.velocity + n.dt / 2 * p.acceleration
    return {"particle.velocity": vel, **({"particle.position": p.position + n.dt * vel} if v.moved else {})}


def sph_kinetic_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    chosen = (p.world >= 0) & (p.flags & 1 > 0 if v.active else True)
    energy = t.world.kinetic.copy()
    np.add.at(energy, p.world[chosen], (p.mass / 2 * (p.velocity**2).sum(1))[chosen])
    found = {"world.kinetic": energy}
    if v.counted:
        active = p.world[(p.world >= 0) & (p.flags & 1 > 0)]
        found["world.active_count"] = t.world.active_count + np.bincount(active, minlength=len(energy))
    return found
