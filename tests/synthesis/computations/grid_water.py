"""What shallow water on a plane grid must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside


def grid_shallow_water(t: Any, v: Any, n: Any) -> dict[str, Any]:
    h, g = t.cell.depth, n.gravity
    axes = np.eye(2, dtype=int)
    q = t.cell.discharge * (h >= n.dry_depth)[..., None]
    speed = q / h[..., None]
    change = 0
    for a, axis in enumerate(axes):
        flux = np.concatenate([h[..., None], q], -1) * speed[..., a, None]
        flux[..., 1 + a] += g * h**2 / 2
        state = np.concatenate([h[..., None], q], -1)
        # the fastest wave on both sides of a face, by the largest eigenvalue of the flux across it
        wave = np.maximum(np.abs(speed[..., a] + np.sqrt(g * h)), np.abs(speed[..., a] - np.sqrt(g * h)))
        up, down = [
            (flux + beside(flux, *s)) / 2 - np.maximum(wave, beside(wave, *s))[..., None] / 2 * d
            for s, d in ((axis, beside(state, *axis) - state), (-axis, state - beside(state, *-axis)))
        ]
        change = change + n.dt / n.dx * (up - down)
    new_h = np.maximum(h - change[..., 0], 0)
    new_q = q - change[..., 1:]
    if v.bed:
        bed = t.cell.bed
        slope = np.stack([beside(bed, *axis) - beside(bed, *-axis) for axis in axes], -1)
        new_q = new_q - g * n.dt / (2 * n.dx) * h[..., None] * slope
    if v.friction:
        drag = g * n.roughness**2 * np.linalg.norm(new_q, axis=-1) / np.maximum(new_h, n.dry_depth) ** (7 / 3)
        new_q = new_q / (1 + n.dt * drag)[..., None]
    new_q = np.where((new_h < n.dry_depth)[..., None], 0, new_q)
    return {"cell.depth_next": new_h, "cell.discharge_next": new_q}


def grid_wet_neighbours(t: Any, v: Any, n: Any) -> dict[str, Any]:
    h = t.cell.depth
    found = np.zeros(h.shape, int)
    for side, step in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
        wet = beside(h, *step) >= n.dry_depth
        if v.level:
            wet &= (h >= n.dry_depth) | (beside(h + t.cell.bed, *step) > h + t.cell.bed)
        found += wet << side if v.mark == "bits" else wet
    return {"cell.wet_neighbours": found}


def grid_region_water(t: Any, v: Any, n: Any) -> dict[str, Any]:
    region, h, q = t.cell.region.ravel(), t.cell.depth.ravel(), t.cell.discharge.reshape(-1, 2)
    chosen = region >= 0
    if v.wet:
        chosen &= h >= n.dry_depth
    amount = h if v.of == "volume" else h * (((q / h[:, None]) ** 2).sum(1) + n.gravity * h) / 2
    found = {"region.total": t.region.total.copy()}
    np.add.at(found["region.total"], region[chosen], amount[chosen] * n.dx**2)
    if v.counted:
        counts = np.bincount(region[chosen], minlength=len(t.region.total))
        found["region.cell_count"] = t.region.cell_count + counts
    return found
