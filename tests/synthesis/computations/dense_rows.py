"""Dense matrices a row at a time, stated for all rows at once."""

from __future__ import annotations

import numpy as np


def dense_row_product(t, v, n):
    active = t.batch.active[t.line.batch].astype(bool) if v.masked else np.ones(len(t.line.y), bool)
    made = np.einsum("ik,ik->i", t.line.a, t.batch.weights[t.line.batch])
    if v.scaled != "none":
        made = n.alpha * made
    if v.scaled == "both":
        made = made + n.beta * t.line.y
    return {"line.y": np.where(active, made, t.line.y)}


def dense_column_sums(t, v, n):
    sums, total = t.batch.sums.copy(), t.batch.total.copy()
    np.add.at(sums, t.line.batch, t.line.x[:, None] * t.line.a if v.weighted else t.line.a)
    np.add.at(total, t.line.batch, 1)
    return {"batch.sums": sums, "batch.total": total} if v.counted else {"batch.sums": sums}


def dense_rank_one(t, v, n):
    factor = (n.weight if v.scaled else 1.0) * (1.0 if v.sign == "plus" else -1.0)
    return {"line.out": t.line.a + factor * t.line.x[:, None] * t.batch.weights[t.line.batch]}


def dense_gather_rows(t, v, n):
    made = t.line.out.copy()
    for i, source in enumerate(t.line.source):
        if source >= 0:
            made[i] = t.line.a[source] * (t.line.x[i] if v.scaled else 1.0)
        elif v.missing == "zero":
            made[i] = 0.0
    return {"line.out": made}


def dense_copy_triangle(t, v, n):
    i, k = t.line.place[:, None], np.arange(n.columns)
    outside = {"lower": k > i, "upper": k < i, "strict": k >= i}[v.side]
    made = np.where(outside, 0.0, t.line.a)
    return {"line.out": np.where(k == i, 1.0, made) if v.diagonal == "unit" else made}


def dense_pad_rows(t, v, n):
    i, k = t.line.place[:, None], np.arange(n.columns)
    pad = (i == k) if v.pad == "identity" else 0.0
    made = np.where(k < t.line.used[:, None], t.line.a, pad)
    if v.tail == "batch":
        made = np.where(t.batch.active[t.line.batch].astype(bool)[:, None], made, t.line.out)
    return {"line.out": made}


def dense_shift_diagonal(t, v, n):
    i, k = t.line.place[:, None], np.arange(n.columns)
    added = n.shift * (t.line.a if v.scaled else 1.0)
    return {"line.out": t.line.a + np.where(i == k, added, 0.0)}
