"""What samples of a group say of each other: densities, mean differences, sums for a correlation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.statistics import STATISTICS

INV_SQRT_TWO_PI = 0.3989423


@computation(
    STATISTICS,
    "estimate the density of the values at each sample by a sum of kernels, as wide as the bandwidth, over all samples",
    kernel={
        "gaussian": "with Gaussian kernels",
        "epanechnikov": "with Epanechnikov's kernel 3/4 (1 - u^2)",
    },
    weighted={True: "and the samples' weights", False: ""},
)
def kernel_density(sample: Any, bandwidth: Any) -> None:
    x = sample.value
    total = float(0.0)
    if v.weighted:
        weights = float(0.0)
    for j in range(count(sample)):
        u = (x - sample[j].value) / bandwidth
        if v.weighted:
            w = sample[j].weight
            weights += w
        if v.kernel == "gaussian":
            bell = INV_SQRT_TWO_PI * wp.exp(-0.5 * u * u)
            total += w * bell if v.weighted else bell
        elif wp.abs(u) < 1.0:
            bump = 0.75 * (1.0 - u * u)
            total += w * bump if v.weighted else bump
    if v.weighted:
        sample.density = total / (weights * bandwidth)
    else:
        sample.density = total / (float(count(sample)) * bandwidth)


@computation(
    STATISTICS,
    "compute Gini's mean difference of every group, the mean of |x - y| over its pairs",
    valid={True: "of valid samples", False: ""},
)
def gini_mean_difference(group: Any) -> None:
    total = float(0.0)
    pairs = int(0)
    for a in group.samples:
        if v.valid and not a.valid:
            continue
        for b in group.samples:
            if v.valid and not b.valid:
                continue
            if b.index > a.index:
                total += wp.abs(a.value - b.value)
                pairs += 1
    if pairs > 0:
        group.spread = total / float(pairs)
    else:
        group.spread = 0.0


@computation(
    STATISTICS,
    "accumulate by group the sums that the correlation of both values of its valid samples needs",
)
def cross_moments(sample: Any) -> None:
    group = sample.group
    if not sample.valid:
        return
    x = sample.value
    y = sample.other
    group.count += 1
    group.sum += x
    group.square_sum += x * x
    group.other_sum += y
    group.other_square_sum += y * y
    group.cross_sum += x * y
