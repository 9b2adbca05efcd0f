"""What the computations of ``grid_integrals`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def perona_malik_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T = t.cell.temperature
    flow = np.zeros_like(T)
    for step in SIDES:
        d = beside(T, *step) - T
        g = np.exp(-((d / n.contrast) ** 2)) if v.law == "exponential" else n.contrast**2 / (n.contrast**2 + d**2)
        flow = flow + np.where(v.solid & (t.cell.solid | beside(t.cell.solid, *step)), 0, g * d)
    return {"cell.temperature_next": T + n.diffusivity * n.dt * flow / n.dx**2}


def radiated_power(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T = t.cell.temperature
    slopes = []
    for x, y in ((1, 0), (0, 1)):
        before, after = T - beside(T, -x, -y), beside(T, x, y) - T
        slopes.append(np.where(before * after > 0, np.sign(before) * np.minimum(abs(before), abs(after)), 0.0))
    points = np.array([-1, 1]) / np.sqrt(12)
    mean = 0.0
    for a in points:
        for b in points:
            mean = mean + (T + a * slopes[0] + b * slopes[1]) ** 4 / 4
    if v.ambient:
        mean = mean - n.ambient**4
    return {"cell.radiated": 5.67037e-8 * 1000**4 / 1000 * t.cell.emissivity * mean * n.dx**2}


def wave_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u, total, highest = t.cell.height, t.region.total.copy(), t.region.highest.copy()
    rate = (u - t.cell.height_before) / n.dt
    stretch = (beside(u, 1, 0) - u) ** 2 + (beside(u, 0, 1) - u) ** 2
    energy = (rate**2 * n.dx**2 + n.wave_speed**2 * stretch) / 2
    regions = t.cell.region.reshape(u.shape)
    # the last row and column have no slope
    there = np.pad(np.ones((u.shape[0] - 1, u.shape[1] - 1), bool), ((0, 1), (0, 1))) & (regions >= 0)
    np.add.at(total, regions[there], energy[there])
    np.maximum.at(highest, regions[there], abs(u[there]))
    return {"region.total": total} | ({"region.highest": highest} if v.largest else {})
