"""What labels, marks and totals on a plane grid must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside
from tests.synthesis.computations.grid_steps import CORNERS, SIDES, around


def grid_mark_band(t: Any, v: Any, n: Any) -> dict[str, Any]:
    phi = t.cell.distance
    band = np.abs(phi) < n.width
    if v.crossing:
        band |= np.any([phi * beside(phi, *step) < 0 for step in SIDES], axis=0)
    return {"cell.band": (band & (t.cell.solid == 0) if v.solid else band).astype(int)}


def grid_label_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    best = c.label.copy()
    for step in SIDES:
        allowed = np.ones(best.shape, bool)
        if v.kind:
            allowed &= beside(c.kind, *step) == c.kind
        if v.solid:
            allowed &= beside(c.solid, *step) == 0
        best = np.where(allowed, np.minimum(best, beside(c.label, *step)), best)
    return {"cell.label_next": np.where(c.solid, -1, best) if v.solid else best}


def grid_open_count(t: Any, v: Any, n: Any) -> dict[str, Any]:
    free = 1 - t.cell.solid.astype(int)
    count = around(free) + (around(free, CORNERS) if v.corners else 0)
    return {"cell.open_count": count * free if v.own else count}


def grid_peak_divergence(t: Any, v: Any, n: Any) -> dict[str, Any]:
    region, size = t.cell.region.ravel(), np.abs(t.cell.divergence.ravel())
    chosen = region >= 0
    if v.solid:
        chosen &= t.cell.solid.ravel() == 0
    found = {"region.peak": t.region.peak.copy()}
    np.maximum.at(found["region.peak"], region[chosen], size[chosen])
    if v.counted:
        high = region[chosen & (size > n.tolerance)]
        found["region.diverging"] = t.region.diverging + np.bincount(high, minlength=len(t.region.peak))
    return found


def grid_prolong(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.cell.pressure
    if v.by == "linear":
        x, y = np.moveaxis(t.cell.coarse_place, -1, 0)
        weights = np.stack([(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y], -1)
        error = (t.coarse.value[t.cell.corners].reshape(weights.shape) * weights).sum(-1)
    else:
        error = t.coarse.value[t.cell.coarse].reshape(p.shape)
    new = p + error * (n.relaxation if v.damped else 1)
    return {"cell.pressure": np.where(t.cell.solid, p, new) if v.open else new}


def grid_region_total(t: Any, v: Any, n: Any) -> dict[str, Any]:
    region = t.cell.region.ravel()
    chosen = (region >= 0) & (t.cell.solid.ravel() == 0)
    if v.band:
        chosen &= t.cell.distance.ravel() >= 0
    total = t.region.total.copy()
    np.add.at(total, region[chosen], t.cell.temperature.ravel()[chosen])
    found = {"region.total": total}
    if v.counted:
        found["region.cell_count"] = t.region.cell_count + np.bincount(region[chosen], minlength=len(total))
    return found
