"""What the computations of ``particle_groups`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def sum_group_moments(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, g = t.particle, t.group
    of = p.group[p.group >= 0]
    mass, moment, size = g.mass.copy(), g.moment.copy(), g.size.copy()
    np.add.at(mass, of, p.mass[p.group >= 0])
    np.add.at(moment, of, (p.mass[:, None] * p.position)[p.group >= 0])
    np.add.at(size, of, 1)
    return {"group.mass": mass, "group.moment": moment, **({"group.size": size} if v.sized else {})}


def finish_group_center(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.group
    heavy = (g.mass >= n.least_mass if v.empty == "light" else g.mass > 0.0)[:, None]
    mean = g.moment / np.where(heavy, g.mass[:, None], 1.0)
    return {"group.center": np.where(heavy, mean, 0.0)}


def average_group_members(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g, p = t.group, t.particle
    center, mass, size = np.zeros_like(g.center), np.zeros_like(g.mass), np.zeros_like(g.size)
    for k, members in enumerate(g.members):
        real = [i for i in members if not p.flags[i] & 4]
        weight = p.mass[real] if v.weight == "mass" else np.ones(len(real))
        mass[k], size[k] = weight.sum(), len(real)
        if real:
            center[k] = np.average(p.position[real], axis=0, weights=weight)
    out = {"group.center": center, **({"group.mass": mass} if v.weight == "mass" else {})}
    return out | ({"group.size": size} if v.out == "all" else {})


def grow_group_bounds(t: Any, v: Any, n: Any) -> dict[str, Any]:
    lower, upper = t.group.lower.copy(), t.group.upper.copy()
    for i, g in enumerate(t.particle.group):
        if g >= 0:
            r = t.particle.radius[i] if v.margin else 0.0
            lower[g] = np.minimum(lower[g], t.particle.position[i] - r)
            upper[g] = np.maximum(upper[g], t.particle.position[i] + r)
    return {"group.lower": lower, "group.upper": upper}


def max_world_speed(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    fastest, momentum = t.world.max_speed.copy(), t.world.momentum.copy()
    for i, w in enumerate(p.world):
        if w >= 0 and (p.flags[i] & 1 or not v.masked):
            fastest[w] = max(fastest[w], np.linalg.norm(p.velocity[i]))
            momentum[w] += p.mass[i] * p.velocity[i]
    return {"world.max_speed": fastest, **({"world.momentum": momentum} if v.momentum else {})}


def mark_awake_groups(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    fast = np.linalg.norm(p.velocity, axis=1) > n.sleep_speed
    awake = t.group.awake.copy()
    of = p.group[fast & (p.group >= 0)]
    awake[of] = np.maximum(awake[of], 1)
    slow = ~fast & (p.group >= 0)
    return {"group.awake": awake, **({"particle.velocity": np.where(slow[:, None], 0.0, p.velocity)} if v.ends else {})}
