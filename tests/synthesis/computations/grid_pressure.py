"""What a projection on a plane grid must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside
from tests.synthesis.computations.grid_steps import around


def grid_divergence(t: Any, v: Any, n: Any) -> dict[str, Any]:
    total = 0
    for axis in range(2):
        speed = (t.cell.velocity if v.layout == "centres" else t.cell.face_velocity)[..., axis]
        step = np.eye(2, dtype=int)[axis]
        up, down = beside(speed, *step), beside(speed, *-step) if v.layout == "centres" else speed
        if v.solid:
            up, down = np.where(beside(t.cell.solid, *step), 0, up), np.where(beside(t.cell.solid, *-step), 0, down)
        total = total + (up - down) / (2 * n.dx if v.layout == "centres" else n.dx)
    return {"cell.divergence": np.where(t.cell.solid, 0, total) if v.solid else total}


def grid_pressure_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.cell.pressure
    new = (around(p) - n.dx**2 * t.cell.divergence) / 4
    if v.weighted:
        new = (1 - n.relaxation) * p + n.relaxation * new
    if v.parity:
        new = np.where(np.indices(p.shape).sum(0) % 2 == n.parity, new, p)
    return {"cell.pressure_next": new}


def grid_pressure_open(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, free = t.cell.pressure, 1 - t.cell.solid.astype(int)
    count = around(free)
    new = (around(p * free) - n.dx**2 * t.cell.divergence) / np.maximum(count, 1)
    new = np.where(count > 0, new, p if v.closed == "keep" else 0) * free
    found = {"cell.pressure_next": new}
    if v.counted:
        found["cell.open_count"] = np.where(free, count, t.cell.open_count)
    return found


def grid_project_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, vel = t.cell.pressure, t.cell.velocity.copy()
    for axis in range(2):
        step = np.eye(2, dtype=int)[axis]
        drop = (beside(p, *step) - beside(p, *-step)) / 2 if v.layout == "centres" else p - beside(p, *-step)
        vel[..., axis] -= drop / n.dx
        if v.solid:
            walls = [t.cell.solid, beside(t.cell.solid, *-step)]
            walls += [beside(t.cell.solid, *step)] if v.layout == "centres" else []
            vel[..., axis] *= 1 - np.max(walls, axis=0)
    return {"cell.velocity_next": vel}
