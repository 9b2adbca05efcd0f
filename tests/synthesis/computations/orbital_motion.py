"""What the computations of the family ``orbital_motion`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def orbital_force(t, v, n):
    s, p = t.satellite, t.planet
    k = s.primary
    d = s.position - p.position[k]
    r = np.linalg.norm(d, axis=1, keepdims=True)
    mu = p.mu[k][:, None]
    pull = -mu * d / r**3
    if v.shape == "oblate":
        # gradient of the potential -mu J2 R^2 (3 (z/r)^2 - 1) / (2 r^3)
        strength = 1.5 * mu * (p.oblateness[k] * p.radius[k] ** 2)[:, None]
        z = (d * p.pole[k]).sum(axis=1, keepdims=True)
        pull = pull + strength * ((5 * z**2 / r**2 - 1) * d / r**5 - 2 * z * p.pole[k] / r**5)
    f = pull * s.mass[:, None]
    if v.drag:
        air = p.density[k] * np.exp((p.radius[k] - r[:, 0]) / p.scale_height[k])
        u = s.velocity - p.velocity[k]
        size = 0.5 * air * s.area * np.linalg.norm(u, axis=1) * (s.flags & 1)
        f = f - size[:, None] * u
    if v.light:
        sun = p.sun[k] / np.linalg.norm(p.sun[k], axis=1, keepdims=True)
        along = (d * sun).sum(axis=1)
        dark = (along <= 0) & (np.linalg.norm(np.cross(d, sun), axis=1) < p.radius[k])
        f = f - (n.pressure * s.area * (s.flags & 2 != 0) * ~dark)[:, None] * sun
    return {"satellite.force_out": f}


def kick_drift(t, v, n):
    s = t.satellite
    fires = (s.mode != 3)[:, None] & bool(v.thrust)
    kick = n.interval * (s.acceleration + np.where(fires, s.thrust_acceleration, 0))
    move = n.interval * (s.velocity + (kick / 2 if v.kick == "half" else kick))
    return {"satellite.next_position": s.position + move, "satellite.next_velocity": s.velocity + kick}


def orbital_energy(t, v, n):
    s, p = t.satellite, t.planet
    d = s.position - p.position[s.primary]
    u = s.velocity - p.velocity[s.primary]
    made = {"satellite.energy": (u**2).sum(axis=1) / 2 - p.mu[s.primary] / np.linalg.norm(d, axis=1)}
    if v.momentum:
        made["satellite.momentum"] = np.cross(d, u)
    return made


def planet_pull(t, v, n):
    p = t.planet
    d = p.position[None] - p.position[:, None]
    r2 = (d**2).sum(axis=2)
    r2 = r2 + n.softening**2 if v.softened else np.where(r2 < p.radius[:, None] ** 2, np.inf, r2)
    r2[np.diag_indices(len(r2))] = np.inf
    return {"planet.pull": (d * (p.mu[None] / r2**1.5)[:, :, None]).sum(axis=1)}


def apply_burns(t, v, n):
    s, b = t.satellite, t.burn
    velocity, fuel, burning = s.velocity.copy(), s.fuel.copy(), np.zeros(len(s.fuel), bool)
    for i, burns in enumerate(s.burns):
        for k in burns:
            if b.step[k] <= n.step < b.step[k] + b.length[k]:
                share = min(fuel[i] / b.cost[k], 1.0) if v.last == "part" else float(fuel[i] >= b.cost[k])
                velocity[i] += share * b.change[k]
                fuel[i] -= share * b.cost[k]
                burning[i] |= share > 1e-9
    made = {"satellite.next_velocity": velocity, "satellite.next_fuel": fuel}
    if v.mode:
        made["satellite.next_mode"] = 2 * burning
    return made


def close_approach(t, v, n):
    s = t.satellite
    counts, nearest = [], []
    for i, (x, velocity, others) in enumerate(zip(s.position, s.velocity, s.close, strict=True)):
        others = others[others != i]
        if v.approach:
            others = others[((s.position[others] - x) * (s.velocity[others] - velocity)).sum(axis=1) < 0]
        distance = np.linalg.norm(s.position[others] - x, axis=1)
        others, distance = others[distance < n.safe_distance], distance[distance < n.safe_distance]
        counts.append(len(others))
        nearest.append(others[distance.argmin()] if len(others) else -1)
    made = {"satellite.near_count": np.array(counts)}
    if v.nearest:
        made["satellite.nearest"] = np.array(nearest)
    return made
