"""What the computations of smoothed particles beside walls and bodies must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import rotate


def sph_move_boundary(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.boundary
    x, vel = b.position.copy(), b.velocity.copy()
    for i, body in enumerate(b.body):
        if body < 0:
            x[i] = b.offset[i] if v.default == "zero" else x[i]
            vel[i] = 0
        else:
            pose, twist = t.body.pose[body], t.body.twist[body]
            arm = rotate(pose[3:], b.offset[i])
            x[i] = pose[:3] + arm
            vel[i] = twist[:3] + np.cross(twist[3:], arm)
    return {"boundary.position": x, **({"boundary.velocity": vel} if v.velocity else {})}


def sph_body_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    wrench, wet = t.body.wrench.copy(), t.body.wet_count.copy()
    for f, x, out, body in zip(
        t.boundary.reaction, t.boundary.position, t.boundary.outward, t.boundary.body, strict=True
    ):
        if body >= 0 and not (v.wet and f @ out > 0):
            wrench[body] += np.append(f, np.cross(x - t.body.pose[body][:3], f))
            wet[body] += 1
    return {"body.wrench": wrench, **({"body.wet_count": wet} if v.counted else {})}


def sph_boundary_volume(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.boundary
    volume = np.zeros(len(b.volume))
    for i, near in enumerate(b.neighbours):
        r = np.array([np.linalg.norm(b.position[i] - b.position[j]) for j in near])
        total = (np.maximum(1 - r / n.h, 0) ** 3).sum()
        if total > 0:
            volume[i] = 1 / total if v.form == "inverse" else min(1 / total, n.h**3)
    return {"boundary.volume": volume}


def sph_advance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    after = p.velocity + p.acceleration * n.dt
    drift = p.smooth_velocity if v.smooth else (after if v.order == "symplectic" else p.velocity)
    x = p.position + drift * n.dt
    out = (x < n.lower) | (x > n.upper)
    vel = np.where(out, -n.restitution * after, after)
    x = np.clip(x, n.lower, n.upper)
    keep = (p.flags & 2 > 0)[:, None] if v.guarded else np.zeros((len(x), 1), bool)
    return {"particle.position": np.where(keep, p.position, x), "particle.velocity": np.where(keep, p.velocity, vel)}


def sph_kind_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    along = p.normal / np.linalg.norm(p.normal, axis=1, keepdims=True)
    inlet = (p.velocity * along).sum(1, keepdims=True) * along
    outlet = p.velocity + p.acceleration * n.dt if v.outlet == "free" else 0 * p.velocity
    by_kind = np.stack([p.velocity, 0 * p.velocity, inlet, outlet])
    return {"particle.smooth_velocity": by_kind[p.kind, np.arange(len(p.kind))]}


def sph_emit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, e = t.particle, t.emitter
    x, vel, rho, flags, a = (getattr(p, k).copy() for k in ("position", "velocity", "density", "flags", "acceleration"))
    for i, slot in enumerate(e.slot):
        if e.enabled[i] and slot >= 0:
            along = rotate(e.frame[i][3:], np.array([0, 0, 1.0])) if v.turned == "axis" else np.array([0, -1.0, 0])
            x[slot], vel[slot], rho[slot] = e.frame[i][:3], e.speed[i] * along, t.phase.rest_density[e.phase[i]]
            flags[slot], a[slot] = 1, 0
    found = {"particle.position": x, "particle.velocity": vel, "particle.density": rho, "particle.flags": flags}
    return {**found, **({"particle.acceleration": a} if v.reset else {})}


def sph_drop_outside(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    left = ((p.position < n.lower) | (p.position > n.upper)).any(1) & (p.flags & 1 > 0)
    found = {"particle.flags": np.where(left, p.flags - 1, p.flags)}
    if v.stopped:
        found["particle.velocity"] = np.where(left[:, None], 0, p.velocity)
    if v.counted:
        lost = t.world.lost_count.copy()
        np.add.at(lost, p.world[left & (p.world >= 0)], 1)
        found["world.lost_count"] = lost
    return found
