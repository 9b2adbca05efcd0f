"""What the computations of the family ``feature_maps`` give inside of the border, written from the laws."""

from __future__ import annotations

import numpy as np


def shifted(values, i, j):
    """What each pixel sees ``i`` and ``j`` steps away; the checker looks at the inside alone."""
    return np.roll(values, (-i, -j), axis=(0, 1))


WINDOW = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def convolve_map(t, v, n):
    image = t.pixel.value * (t.pixel.valid != 0) if v.valid == "valid" else t.pixel.value
    taps = np.asarray(n.kernel).reshape(3, 3)
    total = sum(taps[i + 1, j + 1] * shifted(image, i, j) for i, j in WINDOW)
    return {"pixel.result": total + n.bias if v.bias else total}


def max_pool_map(t, v, n):
    window = np.stack([shifted(t.pixel.value, i, j) for i in (0, 1) for j in (0, 1)])
    made = {"pixel.value_out": window.max(axis=0)}
    if v.winner:
        made["pixel.winner"] = window.argmax(axis=0)
    return made


def average_pool_map(t, v, n):
    p = t.pixel
    valid = np.stack([shifted(p.valid, i, j) != 0 for i, j in WINDOW])
    values = np.stack([shifted(p.value, i, j) for i, j in WINDOW])
    count = valid.sum(axis=0)
    mean = (values * valid).sum(axis=0) / np.maximum(count, 1)
    made = {"pixel.result": np.where(count > 0, mean, p.value if v.empty == "own" else 0)}
    if v.counted:
        made["pixel.covered"] = count
    return made
