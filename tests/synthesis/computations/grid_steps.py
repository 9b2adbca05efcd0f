"""What finite differences on a plane grid must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside

SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def around(values: Any, steps: Any = SIDES) -> Any:
    """Sum over the neighbours."""
    return sum(beside(values, *step) for step in steps)


def grid_heat_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T = t.cell.temperature
    laplacian = around(T) - 4 * T
    if v.stencil == "nine":
        laplacian = (4 * around(T) + around(T, CORNERS) - 20 * T) / 6
    new = T + n.dt * n.diffusivity / n.dx**2 * laplacian
    return {"cell.temperature_next": np.where(t.cell.solid, T, new) if v.solid else new}


def grid_heat_layers(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T, k = t.cell.temperature, t.cell.conductivity
    flux = 0 * T
    for step in SIDES:
        far = beside(k, *step)
        mean = 2 / (1 / k + 1 / far) if v.mean == "harmonic" else (k + far) / 2
        share = mean * (beside(T, *step) - T)
        flux = flux + (np.where(beside(t.cell.solid, *step), 0, share) if v.insulated else share)
    new = T + n.dt / n.dx**2 * flux / t.cell.capacity
    return {"cell.temperature_next": np.where(t.cell.solid, T, new) if v.insulated else new}


def grid_wave_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u, before = t.cell.height, t.cell.height_before
    pull = (n.wave_speed * n.dt / n.dx) ** 2 * (around(u) - 4 * u)
    half = n.damping * n.dt / 2 if v.damped else 0
    new = (2 * u - (1 - half) * before + pull) / (1 + half)
    return {"cell.height_next": np.where(t.cell.solid, 0, new) if v.fixed else new}


def grid_gray_scott(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, b = t.cell.substrate, t.cell.catalyst
    five = v.stencil == "five"
    laplacians = [around(x) - 4 * x if five else 0.2 * around(x) + 0.05 * around(x, CORNERS) - x for x in (a, b)]
    new_a = a + n.long_dt * (n.spread * laplacians[0] - a * b**2 + n.feed * (1 - a))
    new_b = b + n.long_dt * (n.spread / 2 * laplacians[1] + a * b**2 - (n.feed + n.kill) * b)
    return {"cell.substrate_next": new_a, "cell.catalyst_next": new_b}


def grid_advect(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T, vel = t.cell.temperature, t.cell.velocity
    new = T.copy()
    if v.scheme == "trace":
        x, y = (np.minimum(np.abs(vel[..., axis]) * n.long_dt / n.dx, 1) for axis in range(2))
        new = np.zeros_like(T)
        for a in (0, 1):
            for b in (0, 1):
                share = (x if a else 1 - x) * (y if b else 1 - y)
                for i in (-1, 1):
                    for j in (-1, 1):
                        # the cell that the flow comes from
                        there = ((vel[..., 0] > 0) == (i < 0)) & ((vel[..., 1] > 0) == (j < 0))
                        new += np.where(there, share * beside(T, a * i, b * j), 0)
    else:
        for axis in range(2):
            step = np.eye(2, dtype=int)[axis]
            up, down, speed = beside(T, *step), beside(T, *-step), vel[..., axis]
            new = new - n.dt / n.dx * (np.maximum(speed, 0) * (T - down) + np.minimum(speed, 0) * (up - T))
    return {"cell.temperature_next": np.where(t.cell.solid, T, new) if v.solid else new}
