"""Rows of dense matrices against each other, stated for all rows at once."""

from __future__ import annotations

import numpy as np


def dense_equilibrate(t, v, n):
    size = np.abs(t.line.a).max(1) if v.norm == "max" else np.abs(t.line.a).sum(1)
    scale = np.where(size > 1.0e-4, 1.0 / np.maximum(size, 1.0e-9), 1.0)
    made = {"line.out": scale[:, None] * t.line.a}
    return {**made, "line.scale": scale} if v.kept else made


def dense_find_pivot(t, v, n):
    pivots = np.full(len(t.line.a), -1)
    for i, row in enumerate(np.abs(t.line.a)):
        first = t.line.place[i] if v.span == "diagonal" else 0
        if first >= len(row) or row[first:].max() == 0.0:
            continue
        pivots[i] = first + int(np.argmax(row[first:]))
        if v.small and row[first:].max() < n.threshold:
            pivots[i] = -1
    return {"line.pivot": pivots}


def dense_eliminate(t, v, n):
    lead = t.line.a[t.line.lead]
    usable = np.abs(lead[:, 0]) > 1.0e-4
    factor = np.where(usable, t.line.a[:, 0] / np.where(usable, lead[:, 0], 1.0), 0.0)
    own = (t.line.lead == np.arange(len(t.line.lead))) | ~usable
    factor = np.where(own, 0.0, factor)
    out = t.line.a - factor[:, None] * lead
    out[:, 0] = np.where(own, t.line.a[:, 0], factor if v.kept == "factor" else 0.0)
    made = {"line.out": out}
    if v.rhs:
        made["line.rhs_out"] = t.line.rhs - factor * t.line.rhs[t.line.lead]
    return made


def dense_householder(t, v, n):
    """Checked by what it is for: I - scale v v^T takes the row to a multiple of the first axis."""
    out, scale = t.line.out.copy(), t.line.scale.copy()
    for i, x in enumerate(t.line.a):
        norm = np.linalg.norm(x)
        if norm < 1.0e-4:
            scale[i] = 0.0
            continue
        u = x.copy()
        u[0] += norm if x[0] >= 0.0 else -norm
        if v.unit:
            u = u / u[0]
        out[i], scale[i] = u, 2.0 / (u @ u)
        assert np.allclose((x - scale[i] * u * (u @ x))[1:], 0.0, atol=1.0e-4)
    return {"line.out": out, "line.scale": scale}


def dense_compare_rows(t, v, n):
    a, b = t.line.a[t.pair.a], t.line.a[t.pair.b]
    distance = ((a - b) ** 2).sum(1)
    kinds = {
        "dot": (a * b).sum(1),
        "distance": distance,
        "kernel": np.exp(-n.sharpness * distance),
        "l1": np.abs(a - b).sum(1),
    }
    return {"pair.value": kinds[v.kind]}


def dense_row_moments(t, v, n):
    mean = t.line.a.mean(1)
    made = {"line.mean": mean, "line.spread": t.line.a.var(1, ddof=1 if v.form == "sample" else 0)}
    if v.centered:
        made["line.out"] = t.line.a - mean[:, None]
    return made


def dense_count_filled(t, v, n):
    _, k = np.indices(t.line.a.shape)
    large = np.abs(t.line.a) > n.threshold
    if v.limit == "used":
        large &= k < t.line.used[:, None]
    filled = large.sum(1)
    made = {"line.filled": filled}
    if v.total:
        made["batch.filled_total"] = t.batch.filled_total.copy()
        np.add.at(made["batch.filled_total"], t.line.batch, filled)
    return made
