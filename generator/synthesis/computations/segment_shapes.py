"""Payloads of segments as points: means, boxes, scatter."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.sorting import SORTING

FAR = 1.0e6
"""Coordinate beyond all others."""


@computation(
    SORTING,
    "compute the centroid of the payloads of each segment (zero for an empty one)",
    weighted={True: "by weight", False: ""},
    counted={True: "and count them", False: ""},
)
def segment_center(segment: Any) -> None:
    total = wp.vec3()
    if v.weighted:
        w = float(0.0)
    if v.counted or not v.weighted:
        n = int(0)
    for e in segment.items:
        if v.weighted:
            total += e.weight * e.payload
            w += e.weight
        else:
            total += e.payload
        if v.counted or not v.weighted:
            n += 1
    segment.center = wp.vec3()
    if v.weighted:
        if w > 0.0:
            segment.center = total / w
    else:
        if n > 0:
            segment.center = total / float(n)
    if v.counted:
        segment.kept = n


@computation(
    SORTING,
    "compute the axis-aligned box of the payloads of each segment that has any",
    center={True: "and its centre", False: ""},
    counted={True: "and their number", False: ""},
    flag={True: "over flagged items alone", False: ""},
)
def segment_boxes(segment: Any) -> None:
    lower = wp.vec3(FAR, FAR, FAR)
    upper = wp.vec3(-FAR, -FAR, -FAR)
    n = int(0)
    for e in segment.items:
        if v.flag and e.flag == 0:
            continue
        lower = wp.min(lower, e.payload)
        upper = wp.max(upper, e.payload)
        n += 1
    if n == 0:
        return
    segment.lower = lower
    segment.upper = upper
    if v.center:
        segment.center = 0.5 * (lower + upper)
    if v.counted:
        segment.kept = n


@computation(
    SORTING,
    "grow the box of each item's segment by atomic minimum and maximum to hold it",
    ball={True: "as a ball of its radius", False: ""},
    alive={True: "if it is alive", False: ""},
)
def segment_widen(item: Any) -> None:
    if v.alive and not item.alive:
        return
    seg = item.owner
    x = item.payload
    if v.ball:
        extent = wp.vec3(item.radius, item.radius, item.radius)
        wp.atomic_min(seg.lower, x - extent)
        wp.atomic_max(seg.upper, x + extent)
    else:
        wp.atomic_min(seg.lower, x)
        wp.atomic_max(seg.upper, x)


@computation(
    SORTING,
    "compute the covariance matrix of the payloads of each segment about their mean in two passes,",
    weighted={True: "by weight", False: ""},
    mean={True: "and keep the mean", False: ""},
)
def segment_scatter(segment: Any) -> None:
    total = wp.vec3()
    w = float(0.0)
    for e in segment.items:
        if v.weighted:
            total += e.weight * e.payload
            w += e.weight
        else:
            total += e.payload
            w += 1.0
    if w == 0.0:
        segment.scatter = wp.mat33()
        return
    mean = total / w
    spread = wp.mat33()
    for e in segment.items:
        d = e.payload - mean
        spread += e.weight * wp.outer(d, d) if v.weighted else wp.outer(d, d)
    segment.scatter = spread / w
    if v.mean:
        segment.center = mean
