"""What the computations of ``particle_sums`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _pairs(t: Any, n: Any) -> tuple[Any, Any]:
    """Vectors from each particle to each other, and the softened distances; infinite to itself."""
    d = t.particle.position[None] - t.particle.position[:, None]
    r = np.sqrt((d**2).sum(-1) + n.softening**2)
    np.fill_diagonal(r, np.inf)
    return d, r


def all_pairs_gravity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d, r = _pairs(t, n)
    made = {"particle.acceleration": n.gravitation * np.einsum("j,ij,ijk->ik", t.particle.mass, r**-3, d)}
    if v.potential:
        made["particle.energy"] = -0.5 * n.gravitation * t.particle.mass * ((1 / r) @ t.particle.mass)
    return made


def all_pairs_field(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d, r = _pairs(t, n)
    world = t.particle.world
    there = (world >= 0)[:, None]
    felt = np.where(world[:, None] == world, n.coulomb * t.particle.charge * r**-3, 0.0)
    field = n.electric_field - np.einsum("ij,ijk->ik", felt, d)
    made = {"particle.field": np.where(there, field, t.particle.field)}
    if v.force:
        made["particle.force"] = np.where(there, t.particle.charge[:, None] * field, t.particle.force)
    return made


def world_angular_momentum(t: Any, v: Any, n: Any) -> dict[str, Any]:
    total, counts = t.world.angular_momentum.copy(), t.world.active_count.copy()
    turning = np.cross(t.particle.position, t.particle.velocity) * t.particle.mass[:, None]
    there = (t.particle.world >= 0) & ((t.particle.flags & 1 > 0) | (not v.counted))
    np.add.at(total, t.particle.world[there], turning[there])
    np.add.at(counts, t.particle.world[there], 1)
    return {"world.angular_momentum": total} | ({"world.active_count": counts} if v.counted else {})


def spring_virial(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, p, virial = t.spring, t.particle, t.world.virial.copy()
    for k, (a, b) in enumerate(zip(s.a, s.b, strict=True)):
        if min(a, b) < 0 or s.broken[k] or p.world[a] < 0:
            continue
        d = p.position[b] - p.position[a]
        length = np.linalg.norm(d)
        tension = s.stiffness[k] * (length - s.rest_length[k])
        if v.damped and length > 0:
            tension += s.damping[k] * (p.velocity[b] - p.velocity[a]) @ d / max(length, 1e-6)
        virial[p.world[a]] -= tension * length
    return {"world.virial": virial}


def group_inertia(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, inertia, spin = t.particle, t.group.inertia.copy(), t.group.spin.copy()
    for k, g in enumerate(p.group):
        if g >= 0:
            x, y, z = p.position[k] - t.group.center[g]
            skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            inertia[g] += p.mass[k] * skew @ skew.T
            spin[g] += p.mass[k] * skew @ p.velocity[k]
    return {"group.inertia": inertia} | ({"group.spin": spin} if v.spin else {})
