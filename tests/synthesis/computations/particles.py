"""What the computations of ``particles`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def spring_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    force = t.particle.force.copy()
    for s, (a, b) in enumerate(zip(t.spring.a, t.spring.b, strict=True)):
        if a < 0 or b < 0:
            continue
        d = t.particle.position[a] - t.particle.position[b]
        length = np.linalg.norm(d)
        if length < 1.0e-6:
            continue
        stretch = length - t.spring.rest_length[s]
        strain = length / t.spring.rest_length[s] - 1
        pull = t.spring.stiffness[s] * stretch * (1 if v.law == "linear" else strain**2)
        if v.damped:
            pull += t.spring.damping[s] * (d @ (t.particle.velocity[a] - t.particle.velocity[b])) / length
        force[a] -= pull * d / length
        force[b] += pull * d / length
    return {"particle.force": force}


def integrate_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    position, velocity = p.position.copy(), p.velocity.copy()
    for i in range(len(position)):
        if not p.flags[i] & 1:
            velocity[i] = 0.0
            continue
        if p.world[i] < 0:
            continue
        u = velocity[i] + n.dt * (p.force[i] / p.mass[i] + t.world.gravity[p.world[i]])
        if v.drag:
            u = u * (1.0 - n.drag * n.dt)
        if v.limited:
            u = u * min(1.0, n.speed_limit / max(np.linalg.norm(u), 1.0e-12))
        velocity[i] = u
        position[i] += n.dt * u
    return {"particle.position": position, "particle.velocity": velocity}


def kinetic_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    energy, active = t.world.energy.copy(), t.world.active_count.copy()
    for i, w in enumerate(t.particle.world):
        if w >= 0 and (t.particle.flags[i] % 2 or not v.counted):
            energy[w] += 0.5 * t.particle.mass[i] * (t.particle.velocity[i] ** 2).sum()
            active[w] += 1
    return {"world.energy": energy, **({"world.active_count": active} if v.counted else {})}


def velocity_from_positions(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    active = (p.flags & 1 > 0)[:, None]
    vel = (p.position - p.previous) / n.dt * (max(1 - n.drag * n.dt, 0) if v.damped else 1)
    rests = active & (np.linalg.norm(p.position - p.previous, axis=1, keepdims=True) < n.rest_step)
    if not v.resting:
        return {"particle.velocity": np.where(active, vel, p.velocity)}
    return {
        "particle.velocity": np.where(active, np.where(rests, 0.0, vel), p.velocity),
        "particle.position": np.where(rests, p.previous, p.position),
    }


def apply_particle_correction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    active = (p.flags & 1 > 0)[:, None]
    share = np.where(p.delta_count > 0, 1 / np.maximum(p.delta_count, 1), 0)[:, None] if v.averaged else 1
    moved = p.position + n.relaxation * p.delta * share
    out = {"particle.position": np.where(active, moved, p.position)}
    if v.velocity:
        out["particle.velocity"] = np.where(active, (moved - p.previous) / n.dt, p.velocity)
    return out


def truncate_particle_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    step = p.position - p.previous
    size = np.linalg.norm(step, axis=1, keepdims=True)
    position = p.previous + step * np.minimum(1.0, n.max_step / size)
    if v.flagged:
        fixed = p.flags & 2 > 0
        position[fixed] = p.previous[fixed]
    return {"particle.position": position}


def boris_push(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    ratio = (p.charge * n.dt / (2 * p.mass))[:, None]
    kick = ratio * n.electric_field if v.electric else 0.0 * p.velocity
    # the turn solves u' - u = (u' + u) x t
    u = p.velocity + kick
    turned = np.empty_like(u)
    for i, angle in enumerate(ratio * n.magnetic_field):
        k = np.array([[0, -angle[2], angle[1]], [angle[2], 0, -angle[0]], [-angle[1], angle[0], 0]])
        turned[i] = np.linalg.solve(np.eye(3) + k, (np.eye(3) - k) @ u[i])
    return {"particle.velocity": turned + kick}


def verlet_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    keep = 1.0 - n.drag * n.dt if v.damped else 1.0
    moved = p.position + keep * (p.position - p.previous) + n.dt**2 * p.force / p.mass[:, None]
    return {"particle.position": moved, "particle.previous": p.position}
