"""What the computations of ``sample_relations`` give, in NumPy."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np


def kernel_density(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.sample.value
    u = np.subtract.outer(x, x) / n.bandwidth
    bell = np.exp(-(u**2) / 2) / np.sqrt(2 * np.pi) if v.kernel == "gaussian" else 0.75 * np.clip(1 - u**2, 0, None)
    w = t.sample.weight if v.weighted else np.ones(len(x))
    return {"sample.density": bell @ (w / w.sum()) / n.bandwidth}


def gini_mean_difference(t: Any, v: Any, n: Any) -> dict[str, Any]:
    spread = t.group.spread.copy()
    for g, members in enumerate(t.group.samples):
        kept = [t.sample.value[s] for s in members if t.sample.valid[s] or not v.valid]
        gaps = [abs(a - b) for a, b in combinations(kept, 2)]
        spread[g] = np.mean(gaps) if gaps else 0.0
    return {"group.spread": spread}


def cross_moments(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.group
    words = ("count", "sum", "square_sum", "other_sum", "other_square_sum", "cross_sum")
    made = [getattr(g, word).copy() for word in words]
    for s, k in enumerate(t.sample.group):
        if k >= 0 and t.sample.valid[s]:
            x = t.sample.value[s]
            y = t.sample.other[s]
            for total, more in zip(made, (1, x, x**2, y, y**2, x * y), strict=True):
                total[k] += more
    return {f"group.{word}": total for word, total in zip(words, made, strict=True)}
