"""Figures of groups: moments, extremes, scatter, and means that are merged or decay."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.statistics import STATISTICS


@law
def running_mean(x: float, n: int, mean: float, m2: float) -> tuple[float, float]:
    """Welford's update of a mean and of the sum of squared deviations by the n-th value."""
    delta = x - mean
    mean = mean + delta / float(n)
    m2 = m2 + delta * (x - mean)
    return mean, m2


@computation(
    STATISTICS,
    "accumulate the samples into the count and sum of their groups by atomics",
    squares={True: "with the sum of squares", False: ""},
    weighted={True: "weighted (sum of weights in place of the count)", False: ""},
    valid={"skip": "leaving out invalid samples", "count": "counting invalid samples as missing", "all": ""},
)
def sum_by_group(sample: Any) -> None:
    group = sample.group
    if v.valid == "skip":
        if not sample.valid:
            return
    if v.valid == "count":
        if not sample.valid:
            group.missing += 1
            return
    x = sample.value
    if v.weighted:
        w = sample.weight
        group.weight_sum += w
        group.sum += w * x
        if v.squares:
            group.square_sum += w * x * x
    else:
        group.count += 1
        group.sum += x
        if v.squares:
            group.square_sum += x * x


@computation(
    STATISTICS,
    "add up by group, for the centres of k-means,",
    weighted={True: "the weighted points of the samples and their weights", False: "the points of the samples"},
    count={True: "counting the points", False: ""},
)
def sum_group_points(sample: Any) -> None:
    group = sample.group
    if v.weighted:
        group.point_sum += sample.weight * sample.point
        group.weight_sum += sample.weight
    else:
        group.point_sum += sample.point
    if v.count:
        group.count += 1


@computation(
    STATISTICS,
    "find the range of every group by atomic minimum and maximum",
    sides={"both": "", "largest": "keeping the maximum only", "size": "keeping the maximum of absolute values only"},
)
def group_extremes(sample: Any) -> None:
    group = sample.group
    x = sample.value
    if v.sides == "size":
        x = wp.abs(x)
    if v.sides == "both":
        wp.atomic_min(group.smallest, x)
    wp.atomic_max(group.largest, x)


@computation(
    STATISTICS,
    "turn the count, sum and sum of squares of every group into mean and variance",
    sample={True: "with Bessel's correction n / (n - 1)", False: ""},
    few={
        "zero": "giving zero below the least number of samples",
        "keep": "keeping the former values below the least number of samples",
    },
)
def group_moments(group: Any, least: Any) -> None:
    n = group.count
    if n < least:
        if v.few == "zero":
            group.mean = 0.0
            group.variance = 0.0
        return
    mean = group.sum / float(n)
    variance = wp.max(group.square_sum / float(n) - mean * mean, 0.0)
    if v.sample:
        variance = variance * float(n) / float(n - 1)
    group.mean = mean
    group.variance = variance


@computation(
    STATISTICS,
    "compute the mean and sample variance of every group by Welford's algorithm",
    valid={True: "over valid samples", False: ""},
    spread={"variance": "", "deviation": "with the standard deviation"},
)
def group_running_moments(group: Any) -> None:
    mean = float(0.0)
    m2 = float(0.0)
    n = int(0)
    for s in group.samples:
        if v.valid:
            if not s.valid:
                continue
        n += 1
        mean, m2 = running_mean(s.value, n, mean, m2)
    variance = float(0.0)
    if n > 1:
        variance = m2 / float(n - 1)
    group.mean = mean
    group.variance = variance
    if v.spread == "deviation":
        group.spread = wp.sqrt(variance)


@computation(
    STATISTICS,
    "compute the scatter matrix of the points of every group about its centre",
    weighted={True: "with weights", False: ""},
    mean={True: "normalised to a covariance", False: ""},
)
def group_scatter(group: Any) -> None:
    S = wp.mat33(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    c = group.center
    total = float(0.0)
    for s in group.samples:
        d = s.point - c
        if v.weighted:
            S += s.weight * wp.outer(d, d)
            total += s.weight
        else:
            S += wp.outer(d, d)
            total += 1.0
    if v.mean:
        if total > 0.0:
            S = S / total
    group.scatter = S


@computation(
    STATISTICS,
    "merge the mean and variance of every group with those of its parent by Chan's pairwise formula",
    lone={"keep": "copying its own where it has no parent", "skip": ""},
)
def merge_group_moments(group: Any) -> None:
    parent = group.parent
    na = group.size
    if v.lone == "keep":
        if not exists(parent):
            group.merged_mean = group.mean
            group.merged_variance = group.variance
            return
    nb = parent.size
    n = float(na + nb)
    delta = parent.mean - group.mean
    m2 = group.variance * float(na) + parent.variance * float(nb)
    m2 += delta * delta * float(na) * float(nb) / n
    group.merged_mean = group.mean + delta * float(nb) / n
    group.merged_variance = m2 / n


@computation(
    STATISTICS,
    "update the exponential moving average of every group by the mean of its new samples",
    variance={True: "and the moving variance", False: ""},
    first={True: "starting from the first mean", False: ""},
)
def decay_group_mean(group: Any, decay: Any) -> None:
    n = group.count
    if n == 0:
        return
    x = group.sum / float(n)
    if v.first:
        if group.updates == 0:
            group.mean = x
            if v.variance:
                group.variance = 0.0
            return
    d = x - group.mean
    group.mean = group.mean + (1.0 - decay) * d
    if v.variance:
        group.variance = decay * (group.variance + (1.0 - decay) * d * d)
