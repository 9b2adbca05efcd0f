"""What normals, tension and adhesion of smoothed particles must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import spiky, wendland
from tests.synthesis.computations.sph_bodies import center_of


def sph_colour_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    found = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        for j in near:
            if not v.kind or p.kind[i] == p.kind[j]:
                found[i] += p.mass[j] / p.density[j] * spiky(p.position[i] - p.position[j], n.h)
        for b in p.samples[i] if v.walls else ():
            found[i] += t.boundary.volume[b] * spiky(p.position[i] - t.boundary.position[b], n.h)
    return {"particle.normal": n.h * found} if v.scaled else {"particle.color_gradient": found}


def sph_cohesion(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    force = np.zeros_like(p.position)
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = p.position[i] - p.position[j]
            q = np.linalg.norm(d) / n.h
            if q < 1e-6 or q >= 1 or (v.masked and not p.flags[i] & 1):
                continue
            weight = ((1 - q) * q) ** 3
            weight = 32 / (np.pi * n.h**3) * (weight if q > 0.5 else 2 * weight - 1 / 64)
            each = n.cohesion * p.mass[i] * p.mass[j] * weight * d / np.linalg.norm(d)
            if v.area:
                each = each + n.minimisation * p.mass[i] * (p.normal[i] - p.normal[j])
            if v.balanced:
                each = each * t.phase.rest_density[p.phase[[i, j]]].sum() / p.density[[i, j]].sum()
            force[i] -= each
    return {"particle.force": force}


def sph_curvature_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    size = np.linalg.norm(p.color_gradient, axis=1)
    unit = p.color_gradient / np.maximum(size, 1e-30)[:, None]
    force = np.zeros_like(p.position)
    least = n.least_normal if v.threshold else 1e-6
    for i, near in enumerate(p.neighbours):
        if size[i] < least:
            continue
        div = sum(
            p.mass[j] / p.density[j] * (unit[j] - unit[i]) @ spiky(p.position[i] - p.position[j], n.h)
            for j in near
            if size[j] >= least
        )
        force[i] = -n.tension * div * p.color_gradient[i] * p.mass[i] / p.density[i]
    return {"particle.force": force}


def sph_adhesion(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, b = t.particle, t.boundary
    force = p.force.copy()
    wrench = t.body.wrench.copy() if v.two_way else None
    for i, near in enumerate(p.samples):
        for k in near:
            d = p.position[i] - b.position[k]
            r = np.linalg.norm(d)
            if r < 1e-6:
                continue
            f = -n.adhesion * p.mass[i] * b.volume[k] * wendland(r, n.h) * d / r
            force[i] += f
            if wrench is not None and b.body[k] >= 0:
                arm = b.position[k] - center_of(t, b.body[k])
                wrench[b.body[k]] -= np.append(f, np.cross(arm, f))
    return {"particle.force": force, **({"body.wrench": wrench} if wrench is not None else {})}
