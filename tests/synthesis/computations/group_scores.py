"""Samples against their group, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.group_statistics import added


def standard_score(t, v, n):
    s, g = t.sample, t.group
    there = s.group >= 0
    z = (s.value - g.mean[s.group]) / np.sqrt(g.variance[s.group] + 1e-6)
    found = {"sample.outlier": np.where(there, np.abs(z) > n.cut, s.outlier)} if v.outlier else {}
    z = np.clip(z, -n.cut, n.cut) if v.clip else z
    return {**found, "sample.score": np.where(there, z, 0.0 if v.lone == "zero" else s.score)}


def robust_sample_weight(t, v, n):
    s, g, there = t.sample, t.group, t.sample.group >= 0
    r = np.abs(s.value - g.mean[s.group]) / np.sqrt(g.variance[s.group])
    weight = np.minimum(1.0, n.cut / r) if v.law == "huber" else np.clip(1 - (r / 4.685) ** 2, 0, None) ** 2
    found = {"sample.robust_weight": np.where(there, weight, s.robust_weight)}
    if v.sums:
        found |= added(t, "weight_sum", there, weight) | added(t, "sum", there, weight * s.value)
    return found
