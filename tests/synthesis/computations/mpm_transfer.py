"""What transfers between material points and nodes must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def spline(x: Any) -> Any:
    """The quadratic B-spline around zero."""
    x = np.abs(x)
    return np.where(x < 0.5, 0.75 - x**2, np.where(x < 1.5, 0.5 * (1.5 - x) ** 2, 0.0))


def spline_slope(x: Any) -> Any:
    """Its derivative."""
    return np.where(np.abs(x) < 0.5, -2 * x, np.where(np.abs(x) < 1.5, -np.sign(x) * (1.5 - np.abs(x)), 0.0))


OFFSETS = np.stack(np.meshgrid(*[np.arange(3.0)] * 3, indexing="ij"), -1).reshape(27, 3)


def stencil(f: Any) -> tuple[Any, Any, Any]:
    """Weights, gradients (in cells) and offsets of the 27 nodes of a particle at ``f``."""
    d = OFFSETS - f
    w = spline(-d)
    g = spline_slope(-d)
    grads = np.stack([g[:, 0] * w[:, 1] * w[:, 2], w[:, 0] * g[:, 1] * w[:, 2], w[:, 0] * w[:, 1] * g[:, 2]], -1)
    return w.prod(1), grads, d


def mpm_particle_to_grid(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    mass, momentum = t.node.mass.copy(), t.node.momentum.copy()
    for i, nodes in enumerate(p.nodes):
        if v.guarded and not p.flags[i] & 1:
            continue
        w, _, d = stencil(p.fraction[i])
        slope = p.mass[i] * p.affine[i] if v.affine else np.zeros((3, 3))
        if v.stress:
            slope = slope - 4 * n.dt * p.volume[i] / n.dx**2 * p.stress[i]
        for k, node in enumerate(nodes):
            mass[node] += w[k] * p.mass[i]
            momentum[node] += w[k] * p.mass[i] * p.velocity[i]
            if v.affine or v.stress:
                momentum[node] += w[k] * slope @ d[k] * n.dx
    return {"node.mass": mass, "node.momentum": momentum}


def mpm_grid_to_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    stencils = [stencil(f) for f in p.fraction]
    pic = np.array([w @ t.node.velocity[nodes] for (w, _, _), nodes in zip(stencils, p.nodes, strict=True)])
    found = {"particle.velocity": pic}
    if v.scheme == "flip":
        former = np.array([w @ t.node.former[nodes] for (w, _, _), nodes in zip(stencils, p.nodes, strict=True)])
        found["particle.velocity"] = n.blend * (p.velocity + pic - former) + (1 - n.blend) * pic
    if v.moved:
        found["particle.position"] = p.position + n.dt * pic
    if v.scheme == "apic":
        moments = [
            np.einsum("k,ki,kj->ij", w, t.node.velocity[nodes], d)
            for (w, _, d), nodes in zip(stencils, p.nodes, strict=True)
        ]
        found["particle.affine"] = 4 / n.dx * np.array(moments)
    return found


def mpm_internal_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    force = t.node.force.copy()
    for i, nodes in enumerate(p.nodes):
        w, g, _ = stencil(p.fraction[i])
        cauchy = p.cauchy[i] if v.measure == "cauchy" else p.stress[i] / p.volume_ratio[i]
        for k, node in enumerate(nodes):
            force[node] -= p.volume[i] * p.volume_ratio[i] * cauchy @ g[k] / n.dx
            if v.gravity and p.world[i] >= 0:
                force[node] += w[k] * p.mass[i] * t.world.gravity[p.world[i]]
    return {"node.force": force}


def mpm_grid_density(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    rho = np.array([stencil(f)[0] @ t.node.mass[nodes] for f, nodes in zip(p.fraction, p.nodes, strict=True)]) / n.dx**3
    if not v.volume:
        return {"particle.density": rho}
    ratio = np.where(rho > 1e-6, p.mass / (np.maximum(rho, 1e-6) * p.volume), 1)
    return {"particle.density": rho, "particle.volume_ratio": ratio}


def mpm_weights(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.particle.fraction[:, :, None] - np.arange(3.0)
    return {"particle.weights": spline(d), **({"particle.slopes": spline_slope(d)} if v.slopes else {})}


def mpm_base_node(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = (t.particle.position - n.origin) / n.dx
    cell = np.floor(p - 0.5).astype(int)
    inside = ((cell >= 0) & (cell < n.side - 2)).all(1)
    if v.outside == "clamp":
        cell, inside = np.clip(cell, 0, n.side - 3), inside | True
    base = np.where(inside, cell @ np.array([n.side**2, n.side, 1]), -1)
    place = np.clip(p - cell, 0.5, 1.5) if v.outside == "clamp" else p - cell
    fraction = np.where(inside[:, None], place, 0)
    return {"particle.base": base, **({"particle.cell_fraction": fraction} if v.fraction else {})}


def mpm_count_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    counts = t.node.touch_count.copy()
    fast = np.linalg.norm(t.particle.velocity, axis=1) > 0.5
    for nodes, counted in zip(t.particle.nodes, t.particle.flags & 1 & (fast | (not v.moving)), strict=True):
        np.add.at(counts, nodes, counted)
    return {"node.touch_count": counts}
