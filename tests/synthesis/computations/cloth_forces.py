"""What the computations of ``cloth_forces`` give, in NumPy: forces are the slopes of energies, by differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def _slope(energy: Callable[[Any], float], x: Any) -> Any:
    out = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-5
        out[place] = (energy(x + step) - energy(x - step)) / 2e-5
    return out


def _membrane(material: str, shape: Any, mu: float, lam: float, x: Any) -> float:
    f = np.stack([x[1] - x[0], x[2] - x[0]], axis=1) @ shape
    if material == "stvk":
        strain = (f.T @ f - np.eye(2)) / 2
        return float(mu * (strain**2).sum() + lam / 2 * np.trace(strain) ** 2)
    area = np.sqrt(np.linalg.det(f.T @ f))
    return float(mu / 2 * (f**2).sum() + lam / 2 * (area - 1.0 - mu / lam) ** 2)


def triangle_membrane_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    force = t.vertex.force.copy()
    m = t.triangle
    for k, corners in enumerate(zip(m.a, m.b, m.c, strict=True)):
        shape, mu, lam = m.inverse_rest[k], m.mu[k], m.lam[k]
        area, x = np.linalg.det(np.linalg.inv(shape)) / 2, t.vertex.position[list(corners)]
        corners_force = -area * _slope(lambda y, s=shape, a=mu, b=lam: _membrane(v.material, s, a, b, y), x)
        if not (v.torn and m.torn[k]):
            np.add.at(force, list(corners), corners_force)
    return {"vertex.force": force}


def _angle(x: Any) -> float:
    n1, n2 = np.cross(x[2] - x[0], x[3] - x[0]), np.cross(x[3] - x[1], x[2] - x[1])
    e = (x[3] - x[2]) / np.linalg.norm(x[3] - x[2])
    return float(np.arctan2(np.cross(n1, n2) @ e, n1 @ n2))


def hinge_bending_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, h = t.vertex, t.hinge
    force, angle = p.force.copy(), h.angle.copy()
    for k, four in enumerate(np.stack([h.opposite, h.across, h.start, h.end], axis=1)):
        flat = {four[2], four[3]} & {four[0], four[1]} or four[2] == four[3]
        if min(four) < 0 or flat:
            continue
        x = p.position[four]
        slope = _slope(_angle, x)
        angle[k] = _angle(x)
        pull = h.stiffness[k] * (_angle(x) - h.rest_angle[k])
        if v.damped:
            pull += h.damping[k] * (slope * p.velocity[four]).sum()
        np.add.at(force, four, -pull * slope)
    return {"vertex.force": force, **({"hinge.angle": angle} if v.angle else {})}


def triangle_wind_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, m = t.vertex, t.triangle
    force = p.force.copy()
    for k, corners in enumerate(np.stack([m.a, m.b, m.c], axis=1)):
        x = p.position[corners]
        area = np.cross(x[1] - x[0], x[2] - x[0]) / 2
        size, u = np.linalg.norm(area), p.velocity[corners].mean(axis=0) - n.wind
        if 2 * size < 1e-6:
            continue
        up, square = area / size, u @ u
        along = up @ u
        if v.law == "normal":
            f = -0.5 * n.air_density * size * abs(along) * along * up
        else:
            # the part of the normal that lies across the flow
            across = up - along / square * u
            f = -0.5 * n.air_density * size * (m.drag[k] * abs(along) * u)
            f -= 0.5 * n.air_density * size * np.sqrt(square) * m.lift[k] * along * across
        for corner in corners:
            force[corner] += f / 3
    return {"vertex.force": force}


def repel_vertices(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    force = p.force.copy()
    for i, near in enumerate(p.neighbours):
        for j in near:
            d, rest = p.position[i] - p.position[j], np.linalg.norm(p.rest[i] - p.rest[j])
            reach, size = p.radius[i] + p.radius[j], np.linalg.norm(d)
            if i == j or size < 1e-6 or size >= reach or (v.rest and rest < reach):
                continue
            over = reach - size
            force[i] += (n.cubic_stiffness * over**3 if v.law == "cubic" else n.stiffness * over) * d / size
    return {"vertex.force": force}


def gather_vertex_normal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    normal = np.zeros_like(t.vertex.normal)
    for i, ring in enumerate(t.vertex.triangles):
        for k in ring:
            each = t.triangle.normal[k]
            normal[i] += each if v.weight == "area" else each / np.linalg.norm(each)
        if len(ring):
            normal[i] /= np.linalg.norm(normal[i])
    return {"vertex.normal": normal}


def scatter_triangle_normal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, x = t.triangle, t.vertex.position
    each = np.cross(x[m.b] - x[m.a], x[m.c] - x[m.a])
    normal = t.vertex.normal.copy()
    for corner in (m.a, m.b, m.c):
        np.add.at(normal, corner, each)
    return {"vertex.normal": normal, **({"triangle.normal": each} if v.stored else {})}
