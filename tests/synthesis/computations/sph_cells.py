"""What cells and lists of smoothed particles must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def sph_cell_key(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    cells = np.clip(np.floor((p.position - n.origin) / n.cell_size).astype(int), 0, n.side - 1)
    if v.order == "rows":
        keys = cells @ np.array([1, n.side, n.side**2])
    else:
        bits = np.arange(10)
        keys = sum((((cells[:, axis, None] >> bits) & 1) << (3 * bits + axis)).sum(1) for axis in range(3))
    return {"particle.key": np.where(p.flags & 1 == 0, -1, keys) if v.inactive else keys}


def sph_gather_sorted(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    copied = ["position", "velocity", *["density"] * v.density, *["flags"] * v.flags]
    return {f"particle.sorted_{name}": getattr(p, name)[p.order] for name in copied}


def sph_neighbour_count(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    found = np.zeros(len(p.position), int)
    for i, near in enumerate(p.neighbours):
        for j in near:
            reach = n.h if v.support == "shared" else (p.support[i] + p.support[i if v.support == "own" else j]) / 2
            found[i] += i != j and np.linalg.norm(p.position[i] - p.position[j]) < reach
    return {
        "particle.neighbour_count": found,
        **({"particle.surface": (found < n.least).astype(int)} if v.mark else {}),
    }


def sph_list_active(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    count, ids = t.counter.active.copy(), t.entry.particle_id.copy()
    phases = t.entry.phase_id.copy() if v.phase else np.zeros(len(ids))
    wanted = 5 if v.surface else 1
    for i in np.flatnonzero(p.flags & wanted == wanted):
        if count[0] < n.active_max:
            ids[count[0]] = i
            phases[count[0]] = p.phase[i] if v.phase else 0
        count[0] += 1
    found = {"counter.active": count, "entry.particle_id": ids}
    return {**found, **({"entry.phase_id": phases} if v.phase else {})}


def sph_cell_momentum(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    share = (p.mass * (p.flags & 1) if v.masked else p.mass)[:, None] * p.velocity
    return {"cell.momentum": np.array([share[members].sum(0) for members in t.cell.members])}


def sph_cell_extent(t: Any, v: Any, n: Any) -> dict[str, Any]:
    active = [members[t.particle.flags[members] & 1 == 1] for members in t.cell.members]
    made = {
        "cell.first": np.array([min(members, default=0) for members in active]),
        "cell.end": np.array([max(members, default=-1) + 1 for members in active]),
    }
    return made | ({"cell.population": np.array([len(members) for members in active])} if v.counted else {})


def sph_shepard_density(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    rho = p.density.copy()
    for i, near in enumerate(p.neighbours):
        w = np.array([max(1 - np.linalg.norm(p.position[i] - p.position[j]) / n.h, 0) ** 3 for j in (i, *near)])
        some = np.array([i, *near], int)
        enough = not v.least or p.neighbour_count[i] >= n.least
        if enough:
            rho[i] = (w * p.mass[some]).sum() / (w * p.mass[some] / p.density[some]).sum()
    return {"particle.filtered_density": rho}
