"""What the computations of smoothed particles beside walls and bodies must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import cubic, rotate, wendland
from tests.synthesis.computations.sph_bodies import center_of


def sph_move_boundary(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.boundary
    x, vel = b.position.copy(), np.zeros_like(b.position)
    for i, body in enumerate(b.body):
        if body < 0:
            x[i] = b.offset[i] if v.default == "zero" else x[i]
            continue
        pose = t.body.pose[body]
        x[i] = pose[:3] + rotate(pose[3:], b.offset[i])
        arm = x[i] - center_of(t, body)
        if v.velocity:
            vel[i] = t.body.twist[body][:3] + np.cross(t.body.twist[body][3:], arm)
    return {"boundary.position": x, **({"boundary.velocity": vel} if v.velocity else {})}


def sph_body_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.boundary
    out = (b.reaction * b.outward).sum(1) >= 0
    dry = out & v.wet
    found = {"body.wrench": t.body.wrench.copy()}
    for i in np.flatnonzero((b.body >= 0) & ~dry):
        f, body = b.reaction[i], b.body[i]
        found["body.wrench"][body] += np.append(f, np.cross(b.position[i] - center_of(t, body), f))
    if v.counted:
        wet = b.body[(b.body >= 0) & ~out]
        found["body.pushed_count"] = t.body.pushed_count + np.bincount(wet, minlength=len(t.body.pushed_count))
    return found


def sph_boundary_volume(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.boundary
    volume = np.zeros(len(b.position))
    for i, near in enumerate(b.neighbours):
        kernel = cubic if v.kernel == "cubic" else wendland
        volume[i] = 1 / sum(kernel(np.linalg.norm(b.position[i] - b.position[j]), n.h) for j in [i, *near[near != i]])
    return {"boundary.volume": volume}


def sph_advance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    after = p.velocity + p.acceleration * n.dt
    drift = {"symplectic": after, "explicit": p.velocity, "smooth": p.smooth_velocity}[v.order]
    x = p.position + drift * n.dt
    inward = np.where(x < n.lower, 1.0, -1.0) * np.abs(after)
    vel = np.where((x < n.lower) | (x > n.upper), n.restitution * inward, after)
    x = np.clip(x, n.lower, n.upper)
    keep = (p.flags & 1 == 0)[:, None] if v.guarded else np.zeros((len(x), 1), bool)
    return {"particle.position": np.where(keep, p.position, x), "particle.velocity": np.where(keep, p.velocity, vel)}


def sph_kind_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    along = (p.velocity * p.inflow).sum(1, keepdims=True)
    inlet, inward = along * p.inflow, np.maximum(along, 0) * p.inflow
    outlet = p.velocity + (p.acceleration * n.dt if v.outlet == "free" else -inward)
    by_kind = np.stack([p.velocity, 0 * p.velocity, inlet, outlet])
    return {"particle.transport": by_kind[p.kind, np.arange(len(p.kind))]}


def sph_emit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, e = t.particle, t.emitter
    names = ["position", "velocity", "density", "flags", *["acceleration"] * v.reset]
    found = {name: getattr(p, name).copy() for name in names}
    for i, k in enumerate(p.inlet):
        if k >= 0 and e.enabled[k] and not p.flags[i] & 1:
            along = rotate(e.frame[k][3:], np.array([0, 0, 1.0])) if v.turned == "axis" else np.array([0, -1.0, 0])
            x = e.frame[k][:3] + rotate(e.frame[k][3:], p.inlet_place[i])
            new = (x, e.speed[k] * along, t.phase.rest_density[e.phase[k]], p.flags[i] | 1, np.zeros(3))
            for name, value in zip(names, new, strict=False):
                found[name][i] = value
    return {f"particle.{name}": value for name, value in found.items()}


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
