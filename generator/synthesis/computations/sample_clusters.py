"""Clusters: the nearest centre, centres that move, rivals."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.statistics import STATISTICS

FAR = 1.0e10


@computation(
    STATISTICS,
    "assign every sample to the nearest centre, the first half of a k-means step,",
    sums={True: "adding its point to the sums of that group", False: ""},
    score={
        "distance": "with its distance",
        "none": "",
        "margin": "with the gap of squared distances to the second nearest",
    },
)
def nearest_center(sample: Any) -> None:
    p = sample.point
    best = float(FAR)
    if v.score == "margin":
        second = float(FAR)
    cluster = int(-1)
    for g in range(count(group)):
        d = wp.length_sq(p - group[g].center)
        if d < best:
            if v.score == "margin":
                second = best
            best = d
            cluster = g
        elif v.score == "margin" and d < second:
            second = d
    sample.cluster = cluster
    if v.score == "distance":
        sample.distance = wp.sqrt(best)
    elif v.score == "margin":
        sample.gap = second - best
    if v.sums:
        wp.atomic_add(group[cluster].point_sum, p)
        wp.atomic_add(group[cluster].count, 1)


@computation(
    STATISTICS,
    "move the centre of every group to the mean of its points, the second half of a k-means step,",
    empty={"keep": "keeping it where it has none", "zero": "or to the origin where it has none"},
    shift={True: "and store how far it moved", False: ""},
)
def update_center(group: Any) -> None:
    n = group.count
    if n == 0:
        if v.empty == "zero":
            if v.shift:
                group.shift = wp.length(group.center)
            group.center = wp.vec3(0.0)
        else:
            if v.shift:
                group.shift = 0.0
        return
    new = group.point_sum / float(n)
    if v.shift:
        group.shift = wp.length(new - group.center)
    group.center = new
