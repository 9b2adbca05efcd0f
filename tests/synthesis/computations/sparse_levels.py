"""Levels of a sparse system, stated by sets of neighbours."""

from __future__ import annotations

import numpy as np


def sparse_interpolation(t, v, n):
    made = t.entry.weight.copy()
    coarse = t.row.coarse.astype(bool)
    for i, entries in enumerate(t.row.entries):
        if coarse[i]:
            for e in entries:
                made[e] = float(t.entry.column[e] == i)
            continue
        largest = max((-t.entry.value[e] for e in entries if t.entry.column[e] != i), default=0.0)
        from_ = [e for e in entries if t.entry.column[e] not in (-1, i) and coarse[t.entry.column[e]]]
        if v.strong:
            from_ = [e for e in from_ if largest > 0.0 and -t.entry.value[e] >= n.strength * largest]
        others = [e for e in entries if t.entry.column[e] not in (-1, i)]
        total, whole = sum(t.entry.value[e] for e in from_), sum(t.entry.value[e] for e in others)
        for e in entries:
            made[e] = 0.0
        for e in from_ if abs(total) > 1.0e-4 else ():
            share = t.entry.value[e] / total
            made[e] = share if v.scaled == "sum" else -share * whole / t.row.diagonal[i]
    return {"entry.weight": made}


def sparse_interpolate(t, v, n):
    start, given = (t.row.x, t.row.correction) if v.taken == "correction" else (np.zeros_like(t.row.x), t.row.x)
    coarse = t.row.coarse.astype(bool)
    operator = np.zeros((len(coarse), len(coarse)))
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            if t.entry.column[e] >= 0:
                operator[i, t.entry.column[e]] += t.entry.weight[e]
    if v.coarse:
        operator[coarse] = np.eye(len(coarse))[coarse]
    return {"row.x_next": start + operator @ np.where(coarse, given, 0.0)}


def sparse_join_aggregate(t, v, n):
    joined, size = np.full_like(t.row.joined, -1), t.aggregate.size.copy()
    for i, entries in enumerate(t.row.entries):
        if v.missing == "keep":
            joined[i] = t.row.aggregate[i]
        if joined[i] < 0:
            columns = [(abs(t.entry.value[e]), -e, t.entry.column[e]) for e in entries]
            ways = [way for way in columns if way[2] not in (-1, i) and t.row.aggregate[way[2]] >= 0 and way[0] > 0.0]
            joined[i] = t.row.aggregate[max(ways)[2]] if ways else -1
        if joined[i] >= 0:
            size[joined[i]] += 1
    made = {"row.joined": joined}
    return {**made, "aggregate.size": size} if v.counted else made
