"""What the computations of ``soft_bodies`` give, in NumPy: forces and corrections from slopes of energy and volume."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def _edges(x: Any) -> Any:
    return (x[1:] - x[0]).T


def _slope(function: Callable[[Any], float], x: Any) -> Any:
    out = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        step = np.zeros_like(x)
        step[place] = 1e-5
        out[place] = (function(x + step) - function(x - step)) / 2e-5
    return out


def _energy(t: Any, k: int, material: str, x: Any) -> float:
    e = t.tetrahedron
    f = _edges(x) @ e.inverse_rest[k]
    mu, lam, grows = e.mu[k], e.lam[k], np.linalg.det(f) - 1.0
    if material == "neo":
        density = mu / 2 * ((f**2).sum() - 3.0) - mu * grows + (lam + mu) / 2 * grows**2
    else:
        strain = (f.T @ f - np.eye(3)) / 2
        density = mu * (strain**2).sum() + lam / 2 * np.trace(strain) ** 2
    return float(_volume(e, k) * density)


def _volume(e: Any, k: int) -> float:
    return float(np.linalg.det(np.linalg.inv(e.inverse_rest[k])) / 6)


def tetrahedron_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, force, inverted = t.tetrahedron, t.vertex.force.copy(), t.tetrahedron.inverted.copy()
    for k, nodes in enumerate(e.nodes):
        x = t.vertex.position[nodes]
        pull = -_slope(lambda y, k=k: _energy(t, k, v.material, y), x)
        if v.damped:
            # the slope of half the square of the rate of deformation
            rate = _edges(t.vertex.velocity[nodes]) @ e.inverse_rest[k]
            inner = -_volume(e, k) * e.damping[k] * rate @ e.inverse_rest[k].T
            pull += np.concatenate([-inner.sum(axis=1, keepdims=True), inner], axis=1).T
        np.add.at(force, nodes, pull)
        inverted[k] = np.linalg.det(_edges(x) @ e.inverse_rest[k]) < -1e-6
    return {"vertex.force": force, **({"tetrahedron.inverted": inverted} if v.inverted else {})}


def tetrahedron_rest_shape(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.tetrahedron
    shape, volume = e.inverse_rest.copy(), e.volume.copy()
    for k, nodes in enumerate(e.nodes):
        edges = _edges(t.vertex.rest[nodes])
        size = abs(np.linalg.det(edges))
        if size > 1e-6 * np.prod(np.linalg.norm(t.vertex.rest[nodes[1:]] - t.vertex.rest[nodes[0]], axis=1)):
            shape[k], volume[k] = np.linalg.inv(edges), size / 6
        elif v.flat == "zero":
            shape[k], volume[k] = 0.0, 0.0
    return {"tetrahedron.inverse_rest": shape, **({"tetrahedron.volume": volume} if v.volume else {})}


def solve_tetrahedron_volume(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, p = t.tetrahedron, t.vertex
    delta, counts, multiplier = p.delta.copy(), p.delta_count.copy(), e.multiplier.copy()
    for k, nodes in enumerate(e.nodes):
        x = p.position[nodes]
        error = np.linalg.det(_edges(x)) / 6 - e.volume[k]
        slope = _slope(lambda y: float(np.linalg.det(_edges(y)) / 6), x)
        moves = p.inverse_mass[nodes][:, None] * slope
        soft = e.compliance[k] / n.dt**2 if v.kind == "xpbd" else 0.0
        stiff = (moves * slope).sum()
        if v.kind == "rigid" and stiff <= 0.0:
            continue
        step = -(error + soft * multiplier[k]) / (stiff + soft)
        multiplier[k] += step
        np.add.at(delta, nodes, step * moves)
        np.add.at(counts, nodes, 1)
    out = {"vertex.delta": delta}
    if v.kind == "xpbd":
        out["tetrahedron.multiplier"] = multiplier
    return out | ({"vertex.delta_count": counts} if v.counted else {})


def lump_tetrahedron_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, mass = t.tetrahedron, t.vertex.mass.copy()
    for k, nodes in enumerate(e.nodes):
        volume = abs(np.linalg.det(_edges(t.vertex.position[nodes]))) / 6 if v.now else e.volume[k]
        np.add.at(mass, nodes, e.density[k] * volume / 4)
    return {"vertex.mass": mass}


def tetrahedron_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.vertex.position[t.tetrahedron.nodes]
    return {"tetrahedron.energy": np.array([_energy(t, k, v.material, each) for k, each in enumerate(x)])}
