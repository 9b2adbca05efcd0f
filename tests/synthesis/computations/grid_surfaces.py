"""What level sets, labels and borders on a plane grid must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside
from tests.synthesis.computations.grid_steps import CORNERS, around


def grid_reinitialize(t: Any, v: Any, n: Any) -> dict[str, Any]:
    phi = t.cell.distance
    s = phi / np.hypot(phi, n.dx) if v.sign == "smooth" else np.sign(phi)
    square = 0
    for step in ((1, 0), (0, 1)):
        back = (phi - beside(phi, *np.negative(step))) / n.dx
        ahead = (beside(phi, *step) - phi) / n.dx
        out = np.maximum(np.maximum(back, 0), -np.minimum(ahead, 0))
        into = np.maximum(-np.minimum(back, 0), np.maximum(ahead, 0))
        square = square + np.where(s > 0, out, into) ** 2
    new = phi - n.pseudo_dt * s * (np.sqrt(square) - 1)
    return {"cell.distance_next": np.where(np.abs(phi) > n.width, phi, new) if v.band else new}


def grid_curvature(t: Any, v: Any, n: Any) -> dict[str, Any]:
    phi, h = t.cell.distance, n.dx
    px, py = (beside(phi, 1, 0) - beside(phi, -1, 0)) / (2 * h), (beside(phi, 0, 1) - beside(phi, 0, -1)) / (2 * h)
    pxx = (beside(phi, 1, 0) + beside(phi, -1, 0) - 2 * phi) / h**2
    pyy = (beside(phi, 0, 1) + beside(phi, 0, -1) - 2 * phi) / h**2
    pxy = sum(i * j * beside(phi, i, j) for i, j in CORNERS) / (4 * h**2)
    k = (pxx * py**2 - 2 * px * py * pxy + pyy * px**2) / np.maximum(px**2 + py**2, 1e-4) ** 1.5
    return {"cell.curvature": np.clip(k, -1 / h, 1 / h) if v.limited else k}


def grid_arrival_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    old = t.cell.arrival
    come = np.where(t.cell.solid, 1e6, old) if v.solid else old
    a, b = (np.minimum(beside(come, *s), beside(come, *np.negative(s))) for s in ((1, 0), (0, 1)))
    d = n.dx * t.cell.slowness
    both = (a + b + np.sqrt(np.maximum(2 * d**2 - (a - b) ** 2, 0))) / 2
    new = np.where(np.abs(a - b) >= d, np.minimum(a, b) + d, both)
    new = np.minimum(new, old)
    return {"cell.arrival_next": np.where(t.cell.solid, old, new) if v.solid else new}


def grid_border(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    inner = beside(c.temperature, -1, 0)
    share = np.maximum(c.velocity[..., 0], 0) * n.dt / n.dx if v.outflow == "convect" else 1.0
    outflow = (1 - share) * c.temperature + share * inner
    return {"cell.temperature_next": np.choose(c.kind, [c.temperature, c.value, inner + n.dx * c.value, outflow])}


def grid_residual(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.cell.pressure
    laplacian = around(p) - 4 * p
    if v.solid:
        fluid = 1.0 - t.cell.solid
        laplacian = around(p * fluid) - around(fluid) * p
    r = t.cell.divergence - laplacian / n.dx**2
    name, r = ("cell.scaled_residual", r * n.dx**2) if v.scaled else ("cell.residual", r)
    return {name: np.where(t.cell.solid, 0, r) if v.solid else r}
