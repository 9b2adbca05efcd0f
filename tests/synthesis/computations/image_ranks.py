"""Filters by rank, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import shifted


def rank_filter(t, v, n):
    value = t.pixel.value
    ranks = np.sort([shifted(value, i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)], axis=0)
    made = {
        "median": ranks[4],
        "middle": (ranks[0] + ranks[8]) / 2,
        "trimmed": ranks[2:7].mean(axis=0),
        "despeckle": np.minimum(np.maximum(value, ranks[1]), ranks[7]),
    }[v.rank]
    return {"pixel.next_value": np.where(t.pixel.mask, made, value) if v.masked else made}


def oil_paint(t, v, n):
    value = t.pixel.value
    window = np.array([shifted(value, i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    levels = np.clip((window * 8).astype(int), 0, 7)
    counts = np.array([(levels == k).sum(axis=0) for k in range(8)])
    best = counts.argmax(axis=0) if v.tie == "low" else 7 - counts[::-1].argmax(axis=0)
    made = (window * (levels == best)).sum(axis=0) / counts.max(axis=0)
    return {"pixel.next_value": np.where(t.pixel.mask, made, value) if v.masked else made}
