"""Samples among others: clusters, ranks, labels, losses."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.computations.segments import mean_or_zero
from generator.synthesis.schemas.statistics import STATISTICS


@computation(
    STATISTICS,
    "rank every sample among all others by counting",
    order={"up": "smaller values", "down": "larger values"},
    ties={"number": "and earlier equal ones", "equal": "giving equal ones the same rank"},
)
def sample_rank(sample: Any) -> None:
    x = sample.value
    i = sample.index
    rank = int(0)
    for j in range(count(sample)):
        y = sample[j].value
        if v.order == "up":
            if y < x:
                rank += 1
        else:
            if y > x:
                rank += 1
        if v.ties == "number":
            if y == x and j < i:
                rank += 1
    sample.rank = rank


@computation(
    STATISTICS,
    "sum over the samples of every group",
    law={
        "square": "half the squared difference of both values",
        "size": "the absolute difference of both values",
        "huber": "the Huber loss of both values, linear beyond the cut",
    },
    mean={True: "divided by their number", False: ""},
)
def group_loss(group: Any, cut: Any) -> None:
    total = float(0.0)
    n = int(0)
    for s in group.samples:
        r = s.value - s.other
        if v.law == "square":
            total += 0.5 * r * r
        elif v.law == "size":
            total += wp.abs(r)
        else:
            size = wp.abs(r)
            if size <= cut:
                total += 0.5 * r * r
            else:
                total += cut * (size - 0.5 * cut)
        n += 1
    if v.mean:
        if n > 0:
            total = total / float(n)
    group.loss = total


@computation(
    STATISTICS,
    "relate in two passes the two values of the samples of every group by",
    form={
        "covariance": "their covariance, over the number of samples",
        "correlation": "Pearson's correlation",
        "slope": "slope and intercept of the least-squares line of the second over the first",
    },
)
def group_relation(group: Any) -> None:
    sx = float(0.0)
    sy = float(0.0)
    n = int(0)
    for s in group.samples:
        sx += s.value
        sy += s.other
        n += 1
    mx = mean_or_zero(sx, n)
    my = mean_or_zero(sy, n)
    sxx = float(0.0)
    syy = float(0.0)
    sxy = float(0.0)
    for s in group.samples:
        dx = s.value - mx
        dy = s.other - my
        sxx += dx * dx
        syy += dy * dy
        sxy += dx * dy
    if v.form == "covariance":
        group.coefficient = mean_or_zero(sxy, n)
    elif v.form == "correlation":
        r = float(0.0)
        d = sxx * syy
        if d > 0.0:
            r = sxy / wp.sqrt(d)
        group.coefficient = r
    else:
        slope = float(0.0)
        if sxx > 0.0:
            slope = sxy / sxx
        group.coefficient = slope
        group.intercept = my - slope * mx


@computation(
    STATISTICS,
    "mark a sample as not valid where its group has fewer than the least number of samples",
    lone={True: "or where it has no group", False: ""},
)
def validate_samples(sample: Any, least: Any) -> None:
    group = sample.group
    if v.lone:
        if not exists(group):
            sample.valid = False
            return
    sample.valid = sample.valid and group.count >= least


@computation(
    STATISTICS,
    "count the valid samples of every group and find the first and the last,",
    empty={"minus": "-1 where it has none", "start": "0 where it has none"},
)
def valid_span(group: Any) -> None:
    first = int(-1)
    last = int(-1)
    n = int(0)
    for s in group.samples:
        if not s.valid:
            continue
        if first < 0:
            first = s.index
        last = s.index
        n += 1
    if v.empty == "start":
        if first < 0:
            first = 0
            last = 0
    group.first = first
    group.last = last
    group.count = n
