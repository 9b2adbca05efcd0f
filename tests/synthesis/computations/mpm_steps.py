"""What whole steps of material points must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import quaternion_product, rotate, turn_back
from tests.synthesis.computations.mpm_material import ONE, fluid, moved, neo_hookean, of
from tests.synthesis.computations.mpm_transfer import stencil


def mpm_scatter_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    mass, momentum = t.node.mass.copy(), t.node.momentum.copy()
    ratio, deformation = p.volume_ratio.copy(), p.deformation.copy()
    for i, nodes in enumerate(p.nodes):
        if v.guarded and not p.flags[i] & 1:
            continue
        mu, lam = of(t, "mu")[i], of(t, "lam")[i]
        if p.kind[i] in (0, 2):
            deformation[i] = moved(t, n)[i]
        elif p.kind[i] == 1 or v.sand:
            ratio[i] *= 1 + n.dt * np.trace(p.affine[i])
        J = ratio[i]
        stress = J * lam * (J - 1) * ONE if v.sand and J < 1 else np.zeros((3, 3))
        if p.kind[i] == 0:
            stress = neo_hookean(moved(t, n)[i], mu, lam)
        elif p.kind[i] == 1:
            stress = fluid(p.affine[i], J, lam, of(t, "viscosity")[i])
        elif p.kind[i] == 2:
            h = np.clip(of(t, "hardening")[i] * (1 - p.plastic_ratio[i]) + 1, 0.1, 2)
            stress = neo_hookean(moved(t, n)[i], mu * h, lam * h)
        w, _, d = stencil(p.fraction[i])
        pull = n.dt * t.world.gravity[p.world[i]] if v.gravity and p.world[i] >= 0 else 0
        slope = p.mass[i] * p.affine[i] - 4 * n.dt * p.volume[i] / n.dx**2 * stress
        np.add.at(mass, nodes, w * p.mass[i])
        np.add.at(momentum, nodes, w[:, None] * (p.mass[i] * (p.velocity[i] + pull) + n.dx * d @ slope.T))
    made = {"node.mass": mass, "node.momentum": momentum}
    return {**made, "particle.volume_ratio": ratio, "particle.deformation": deformation}


def mpm_gather_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    x, vel, affine, F = p.position.copy(), p.velocity.copy(), p.affine.copy(), p.deformation.copy()
    low, high = n.padding * n.dx, (n.side - n.padding) * n.dx
    for i, nodes in enumerate(p.nodes):
        if v.guarded and not p.flags[i] & 1:
            continue
        w, _, d = stencil(p.fraction[i])
        g = t.node.velocity[nodes]
        vel[i] = w @ g
        affine[i] = 4 / n.dx * np.einsum("k,ki,kj->ij", w, g, d)
        x[i] = p.position[i] + n.dt * vel[i]
        F[i] = F[i] + n.dt * affine[i] @ F[i]
        if v.inside:
            out = ((x[i] < low) & (vel[i] < 0)) | ((x[i] > high) & (vel[i] > 0))
            vel[i] = np.where(out, 0, vel[i])
            x[i] = np.where(x[i] < low, low, np.where(x[i] > high, high, x[i]))
    found = {"particle.position": x, "particle.velocity": vel, "particle.affine": affine}
    return {**found, **({"particle.deformation": F} if v.deformation else {})}


def mpm_collide_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, c = t.particle, t.collider
    vel = p.velocity.copy()
    total = c.impulse.copy() if v.reaction else None
    for i, k in enumerate(p.collider):
        if k < 0:
            continue
        arm = p.position[i] - c.pose[k][:3]
        r = np.linalg.norm(arm)
        normal = arm / r if v.shape == "sphere" else rotate(c.pose[k][3:], np.array([0, 1.0, 0]))
        gap = r - c.size[k][0] if v.shape == "sphere" else normal @ arm
        wall = c.twist[k][:3] + np.cross(c.twist[k][3:], arm)
        along = (vel[i] - wall) @ normal
        if gap > n.dx or along >= 0:
            continue
        slide = vel[i] - wall - along * normal
        if v.friction:
            slide = slide * max(1 + c.friction[k] * along / np.linalg.norm(slide), 0)
        vel[i] = wall + slide
        if total is not None:
            impulse = p.mass[i] * (p.velocity[i] - vel[i])
            total[k] += np.append(impulse, np.cross(arm, impulse))
    return {"particle.velocity": vel, **({"collider.impulse": total} if total is not None else {})}


def mpm_collider_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.collider
    twist, pose = c.twist.copy(), c.pose.copy()
    for i, q in enumerate(pose[:, 3:].copy()):
        if not (v.fixed and c.kinematic[i]):
            twist[i, :3] += c.impulse[i, :3] / c.mass[i]
            twist[i, 3:] += rotate(q, np.linalg.solve(c.inertia[i], turn_back(q, c.impulse[i, 3:])))
        new = q + n.dt / 2 * quaternion_product(np.append(twist[i, 3:], 0), q) if v.position else q
        pose[i, 3:] = new / np.linalg.norm(new)
        pose[i, :3] += n.dt * twist[i, :3] if v.position else 0
    return {"collider.twist": twist, **({"collider.pose": pose} if v.position else {})}


def mpm_node_distance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g, c = t.node, t.collider
    d = np.zeros(len(g.collider))
    for i, k in enumerate(g.collider):
        if k < 0:
            d[i] = n.dx
            continue
        q = np.abs(turn_back(c.pose[k][3:], g.position[i] - c.pose[k][:3])) - c.size[k]
        d[i] = np.linalg.norm(np.maximum(q, 0)) + min(q.max(), 0)
    return {"node.distance": d, **({"node.inner": ((d <= 0) & (g.collider >= 0)).astype(int)} if v.mark else {})}


def mpm_mark_border(t: Any, v: Any, n: Any) -> dict[str, Any]:
    low, high = t.node.place < n.padding, t.node.place >= n.side - n.padding
    sides = np.where(low, 2 * np.arange(3) + 1, np.where(high, 2 * np.arange(3) + 2, 0))
    mark = sides.max(1)
    found = {"node.mark": np.minimum(mark, 1) if v.kind == "any" else mark}
    return {**found, **({"node.sides": (sides > 0).sum(1)} if v.corner else {})}
