"""What the computations of ``particle_forces`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _lengths(t: Any) -> tuple[Any, Any]:
    """Whether both ends of a spring are there, and its length."""
    a, b = t.spring.a, t.spring.b
    length = np.linalg.norm(t.particle.position[a] - t.particle.position[b], axis=1)
    return (a >= 0) & (b >= 0), length


def spring_strain(t: Any, v: Any, n: Any) -> dict[str, Any]:
    there, length = _lengths(t)
    ratio = length / t.spring.rest_length
    laws = {
        "engineering": ratio - 1.0,
        "green": (ratio**2 - 1.0) / 2,
        "log": np.log(np.maximum(length, 1e-6) / t.spring.rest_length),
    }
    strain = np.where(there, laws[v.measure], t.spring.strain)
    out = {"spring.strain": strain}
    if v.breaking:
        out["spring.broken"] = np.where(there & (laws[v.measure] > t.spring.limit), 1, t.spring.broken)
    return out


def spring_elastic_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    there, length = _lengths(t)
    energy = t.world.energy.copy()
    stretch = length - t.spring.rest_length
    if v.tension:
        stretch = np.maximum(stretch, 0.0)
    for s, a in enumerate(t.spring.a):
        if there[s] and t.spring.broken[s] == 0 and t.particle.world[a] >= 0:
            energy[t.particle.world[a]] += t.spring.stiffness[s] * stretch[s] ** 2 / 2
    return {"world.energy": energy}


def attractor_pull(t: Any, v: Any, n: Any) -> dict[str, Any]:
    velocity = t.particle.velocity.copy()
    for i, w in enumerate(t.particle.world):
        if w < 0 or (v.frozen and t.particle.flags[i] & 2):
            continue
        for k in t.world.attractors[w]:
            d = t.attractor.center[k] - t.particle.position[i]
            r = np.linalg.norm(d)
            if v.kernel == "cutoff":
                pull = d / r**3 if r <= t.attractor.reach[k] else 0.0
            else:
                pull = d / (r**2 + n.softening**2) ** 1.5
            velocity[i] += n.dt * t.attractor.strength[k] * pull
    return {"particle.velocity": velocity}


def ground_bounce(t: Any, v: Any, n: Any) -> dict[str, Any]:
    position, velocity = t.particle.position.copy(), t.particle.velocity.copy()
    for i, w in enumerate(t.particle.world):
        if w < 0:
            continue
        up = t.world.ground_normal[w]
        gap = up @ position[i] - t.world.ground_offset[w] - t.particle.radius[i]
        if gap >= 0.0:
            continue
        along = up @ velocity[i]
        side = velocity[i] - along * up
        rebound = -n.restitution * along if along < 0.0 else along
        if v.friction == "scale":
            side = (1.0 - n.slide_loss) * side if along < 0.0 else side
        if v.friction == "cone":
            speed = np.linalg.norm(side)
            lost = n.friction * max(-along, 0.0) * (1.0 + n.restitution)
            side = side * (max(speed - lost, 0.0) / speed if speed > 0.0 else 0.0)
        position[i] -= gap * up
        velocity[i] = side + rebound * up
    return {"particle.position": position, "particle.velocity": velocity}


def particle_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    force, touching = p.force.copy(), p.contact_count.copy()
    for i in range(len(force)):
        if v.fixed and (not p.flags[i] & 1 or p.flags[i] & 2):
            continue
        total, found = np.zeros(3), 0
        for j in p.neighbours[i]:
            d = p.position[i] - p.position[j]
            size = np.linalg.norm(d)
            gap = size - p.radius[i] - p.radius[j]
            if j == i or gap > n.cohesion or size < 1e-6:
                continue
            up = d / size
            u = p.velocity[i] - p.velocity[j]
            along = u @ up
            side = u - along * up
            speed = np.linalg.norm(side)
            normal = n.stiffness * gap + n.damping * min(along, 0.0)
            grip = min(n.damping * speed, n.friction * abs(normal))
            total -= normal * up + (grip * side / speed if speed > 1e-6 else grip * side)
            found += 1
        force[i] = total + (force[i] if v.accumulate else 0.0)
        touching[i] = found
    return {"particle.force": force, **({"particle.contact_count": touching} if v.counted else {})}


def wind_drag(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    u = t.world.wind[p.world] - p.velocity
    if v.law == "stokes":
        push = 6 * np.pi * n.viscosity * p.radius[:, None] * u
    else:
        push = (
            0.5 * 0.47 * n.air_density * np.pi * p.radius[:, None] ** 2 * np.linalg.norm(u, axis=1, keepdims=True) * u
        )
    return {"particle.force": p.force + np.where(p.world[:, None] >= 0, push, 0.0)}
