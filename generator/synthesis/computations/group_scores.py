"""Samples against their group: standard scores and robust weights."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.statistics import STATISTICS

MIN_VARIANCE = 1.0e-6
TUKEY = 4.685


@law
def robust_weight(r: float, k: float) -> float:
    """Huber's weight of a standardised residual: 1 up to the cut, then less the further out it is."""
    size = wp.abs(r)
    if size <= k:
        return 1.0
    return k / size


@computation(
    STATISTICS,
    "compute the z-score of every sample against mean and variance of its group",
    clip={True: "clipped to the cut", False: ""},
    outlier={True: "marking outliers beyond the cut", False: ""},
    lone={"zero": "zero without a group", "skip": ""},
)
def standard_score(sample: Any, cut: Any) -> None:
    group = sample.group
    if v.lone == "zero":
        if not exists(group):
            sample.score = 0.0
            return
    z = (sample.value - group.mean) / wp.sqrt(group.variance + MIN_VARIANCE)
    if v.outlier:
        sample.outlier = wp.abs(z) > cut
    if v.clip:
        z = wp.clamp(z, -cut, cut)
    sample.score = z


@computation(
    STATISTICS,
    "compute the M-estimator weight of every sample from its residual to the mean of its group",
    law={"huber": "by Huber's function", "tukey": "by Tukey's biweight with c = 4.685"},
    sums={True: "and accumulate the weighted sums for the next mean (IRLS)", False: ""},
)
def robust_sample_weight(sample: Any, cut: Any) -> None:
    group = sample.group
    r = (sample.value - group.mean) / wp.sqrt(group.variance)
    if v.law == "huber":
        w = robust_weight(r, cut)
    else:
        w = float(0.0)
        u = r / TUKEY
        if wp.abs(u) < 1.0:
            w = (1.0 - u * u) * (1.0 - u * u)
    sample.robust_weight = w
    if v.sums:
        wp.atomic_add(group.weight_sum, w)
        wp.atomic_add(group.sum, w * sample.value)
