"""Sparse products, stated by sums over the entries that have a column."""

from __future__ import annotations

import numpy as np


def _terms(t, i):
    """Pairs (entry, column) of a row."""
    return [(e, t.entry.column[e]) for e in t.row.entries[i] if t.entry.column[e] >= 0]


def sparse_product(t, v, n):
    y = t.row.y.copy()
    for i in range(len(y)):
        kept = [(e, c) for e, c in _terms(t, i) if not v.skip or abs(t.entry.value[e]) >= n.drop]
        total = sum(t.entry.value[e] * t.row.x[c] for e, c in kept)
        if v.scaled != "none":
            total = n.alpha * total
        y[i] = total + n.beta * t.row.y[i] if v.scaled == "both" else total
    return {"row.y": y}


def sparse_residual(t, v, n):
    r = t.row.b.copy()
    for i in range(len(r)):
        r[i] -= sum(t.entry.value[e] * t.row.x[c] for e, c in _terms(t, i))
        if v.fixed and t.row.fixed[i]:
            r[i] = 0.0
    made = {"row.residual": r}
    if v.measured:
        made["pattern.error"] = t.pattern.error.copy()
        made["pattern.error"][0] += (r**2).sum()
    return made


def sparse_transpose_product(t, v, n):
    y = t.row.y.copy()
    for i in range(len(y)):
        for e, c in () if v.guarded and t.row.fixed[i] else _terms(t, i):
            y[c] += t.entry.value[e] * t.row.x[i] * (n.alpha if v.scaled else 1.0)
    return {"row.y": y}


def sparse_block_product(t, v, n):
    made = t.row.v.copy() if v.half == "symmetric" else np.zeros_like(t.row.v)
    for i in range(len(made)):
        for e, c in _terms(t, i):
            block = t.entry.block[e]
            made[i] += (block.T if v.half == "transposed" else block) @ t.row.u[c]
            if v.half == "symmetric" and c != i:
                made[c] += block.T @ t.row.u[i]
    return {"row.v": made}


def sparse_ell_product(t, v, n):
    y = t.row.diagonal * t.row.x if v.tail == "diagonal" else np.zeros_like(t.row.y)
    for i in range(len(y)):
        for a, c in zip(t.row.band[i], t.row.lanes[i], strict=True):
            if c >= 0 and not (v.others and c == i):
                y[i] += a * t.row.x[c]
    return {"row.y": n.alpha * y if v.tail == "alpha" else y}


def sparse_graph_laplacian(t, v, n):
    y = np.zeros_like(t.row.y)
    root = np.sqrt(t.row.degree)
    x = t.row.x
    for i in range(len(y)):
        for e, c in _terms(t, i):
            w = t.entry.edge_weight[e]
            if v.form == "normalized":
                y[i] += w * (x[i] / root[i] - x[c] / root[c]) / root[i]
            elif v.form == "power":
                y[i] += w * abs(x[i] - x[c]) * (x[i] - x[c])
            else:
                y[i] += w * (x[i] - x[c])
    return {"row.y": y}
