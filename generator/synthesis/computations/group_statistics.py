"""Figures of groups and samples: moments, spreads, scores, clusters, ranks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.statistics import STATISTICS

MIN_VARIANCE = 1.0e-6
TUKEY = 4.685


@law
def running_mean(x: float, n: int, mean: float, m2: float) -> tuple[float, float]:
    delta = x - mean
    mean = mean + delta / float(n)
    m2 = m2 + delta * (x - mean)
    return mean, m2


@law
def robust_weight(r: float, k: float) -> float:
    size = wp.abs(r)
    if size <= k:
        return 1.0
    return k / size


@computation(
    STATISTICS,
    "add every sample to the sums of its group",
    squares={True: "with its square", False: ""},
    weighted={True: "weighted", False: ""},
    valid={"skip": "if it is valid", "count": "and count those that are not valid", "all": ""},
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
    "sum the points of every group",
    count={True: "and count them", False: ""},
    weighted={True: "weighted", False: ""},
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
    "find the smallest and the largest sample of every group",
    sides={"both": "", "largest": "or the largest alone"},
    size={True: "by size, whatever their sign", False: ""},
)
def group_extremes(sample: Any) -> None:
    group = sample.group
    x = sample.value
    if v.size:
        x = wp.abs(x)
    if v.sides == "both":
        wp.atomic_min(group.smallest, x)
    wp.atomic_max(group.largest, x)


@computation(
    STATISTICS,
    "turn the sums of every group into mean and variance",
    sample={True: "of a sample, not of all", False: ""},
    few={
        "zero": "with zero where there are too few samples",
        "keep": "keeping what it has where there are too few samples",
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
    "run over the samples of every group for its mean and variance",
    valid={True: "leaving out those that are not valid", False: ""},
    spread={"variance": "", "deviation": "and keep the standard deviation"},
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
    "sum the products of the points of every group about its centre",
    weighted={True: "weighted", False: ""},
    mean={True: "as their mean", False: ""},
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
    "merge the moments of every group with those of its parent",
    lone={"keep": "keeping its own where it has none", "skip": "where it has one"},
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
    "follow the mean of every group with a decay",
    variance={True: "and its variance", False: ""},
    first={True: "starting at the first sum", False: ""},
)
def decay_group_mean(group: Any, decay: Any) -> None:
    n = group.count
    if n == 0:
        return
    x = group.sum / float(n)
    if v.first:
        if group.size == 1:
            group.mean = x
            return
    d = x - group.mean
    group.mean = group.mean + (1.0 - decay) * d
    if v.variance:
        group.variance = decay * (group.variance + (1.0 - decay) * d * d)


@computation(
    STATISTICS,
    "score every sample by its distance from the mean of its group",
    clip={True: "cut on either side", False: ""},
    outlier={True: "and mark outliers", False: ""},
    lone={"zero": "with zero where it has no group", "skip": ""},
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
    "weigh down samples that lie far from the mean of their group",
    law={"huber": "", "tukey": "and drop those that lie very far"},
    sums={True: "in the sums for the next mean", False: ""},
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
    sample.score = w
    if v.sums:
        wp.atomic_add(group.weight_sum, w)
        wp.atomic_add(group.sum, w * sample.value)
