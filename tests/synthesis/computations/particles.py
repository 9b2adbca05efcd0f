"""Point masses and springs, as NumPy states them."""

from __future__ import annotations

import numpy as np


def spring_force(t, v, n):
    force = t.particle.force.copy()
    for s, (a, b) in enumerate(zip(t.spring.a, t.spring.b, strict=True)):
        if a < 0 or b < 0:
            continue
        offset = t.particle.position[a] - t.particle.position[b]
        length = np.linalg.norm(offset)
        if length < 1e-6:
            continue
        direction = offset / length
        stretch = length - t.spring.rest_length[s]
        size = t.spring.stiffness[s] * (stretch if v.law == "linear" else stretch**3)
        if v.damped:
            size += t.spring.damping[s] * direction @ (t.particle.velocity[a] - t.particle.velocity[b])
        force[a] -= size * direction
        force[b] += size * direction
    return {"particle.force": force}


def integrate_particle(t, v, n):
    p = t.particle
    frozen = ((p.flags & 1) == 0) | (p.inverse_mass == 0.0)
    velocity = p.velocity + (p.force * p.inverse_mass[:, None] + t.world.gravity[p.world]) * n.dt
    if v.drag:
        velocity = velocity * (1.0 - n.drag * n.dt)
    if v.limited:
        speed = np.linalg.norm(velocity, axis=1, keepdims=True)
        velocity = velocity * np.minimum(1.0, n.speed_limit / speed)
    velocity[frozen] = 0.0
    position = np.where(frozen[:, None], p.position, p.position + velocity * n.dt)
    return {"particle.position": position, "particle.velocity": velocity}


def kinetic_energy(t, v, n):
    p, energy = t.particle, t.world.energy.copy()
    there = p.world >= 0
    np.add.at(energy, p.world[there], (0.5 * p.mass * (p.velocity**2).sum(1))[there])
    found = {"world.energy": energy}
    if v.counted:
        found["world.active_count"] = t.world.active_count + np.bincount(p.world[there], minlength=len(energy))
    return found


def velocity_from_positions(t, v, n):
    p = t.particle
    moved = (p.position - p.previous) / n.dt
    return {"particle.velocity": np.where((p.group >= 0)[:, None], moved, 0.0)}
