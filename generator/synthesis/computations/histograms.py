"""Histograms: counts by bin, of all samples and group by group, their sums and their reset."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.statistics import STATISTICS


@law
def bin_place(x: float, low: float, high: float, bins: int) -> int:
    """Number of the bin of equal width for a value, below zero or too large outside the range."""
    return int(wp.floor((x - low) / (high - low) * float(bins)))


@computation(
    STATISTICS,
    "build by atomic increments a histogram",
    valid={True: "of the valid samples", False: "of all samples"},
    outside={
        "skip": "dropping samples outside the range",
        "clamp": "clamping samples outside the range to the end bins",
    },
    weighted={True: "and add up the weights of each bin", False: ""},
)
def count_in_bin(sample: Any, low: Any, high: Any) -> None:
    if v.valid:
        if not sample.valid:
            return
    b = bin_place(sample.value, low, high, count(bin))
    if v.outside == "skip":
        if b < 0 or b >= count(bin):
            return
    else:
        b = wp.clamp(b, 0, count(bin) - 1)
    wp.atomic_add(bin[b].count, 1)
    if v.weighted:
        wp.atomic_add(bin[b].mass, sample.weight)


@computation(
    STATISTICS,
    "build a histogram for every group, each sample in that of its own",
    outside={"skip": "dropping samples outside the range", "count": "counting samples outside the range as missing"},
    total={True: "with the total of each group", False: ""},
)
def count_in_group_histogram(sample: Any, bins: Any, low: Any, high: Any) -> None:
    group = sample.group
    b = bin_place(sample.value, low, high, bins)
    if b < 0 or b >= bins:
        if v.outside == "count":
            group.missing += 1
        return
    wp.atomic_add(group.histogram[b], 1)
    if v.total:
        wp.atomic_add(group.count, 1)


@computation(
    STATISTICS,
    "build a weighted histogram by linear (cloud-in-cell) binning, each sample split between its two nearest bin centres",
    ends={"skip": "dropping what lies beyond the ends", "clamp": "with the end bins taking what lies beyond"},
)
def share_between_bins(sample: Any, low: Any, high: Any) -> None:
    u = (sample.value - low) / (high - low) * float(count(bin)) - 0.5
    b = int(wp.floor(u))
    f = u - float(b)
    w = sample.weight
    last = count(bin) - 1
    if v.ends == "clamp":
        left = wp.clamp(b, 0, last)
        right = wp.clamp(b + 1, 0, last)
        wp.atomic_add(bin[left].mass, (1.0 - f) * w)
        wp.atomic_add(bin[right].mass, f * w)
    else:
        if b >= 0 and b <= last:
            wp.atomic_add(bin[b].mass, (1.0 - f) * w)
        if b + 1 >= 0 and b + 1 <= last:
            wp.atomic_add(bin[b + 1].mass, f * w)


@computation(
    STATISTICS,
    "find the bin of every sample in a list of lower edges",
    way={"walk": "by linear search", "count": "by counting the edges not above it"},
    none={"minus": "giving -1 below the first", "zero": "giving 0 below the first"},
)
def bin_by_edges(sample: Any) -> None:
    x = sample.value
    if v.way == "walk":
        found = int(-1 if v.none == "minus" else 0)
        for k in range(count(bin)):
            if bin[k].edge > x:
                break
            found = k
    else:
        n = int(0)
        for k in range(count(bin)):
            if bin[k].edge <= x:
                n += 1
        found = n - 1
        if v.none == "zero":
            found = wp.max(found, 0)
    sample.bin_id = found


@computation(
    STATISTICS,
    "count samples by the bin whose number they hold",
    valid={True: "if they are valid", False: ""},
    mass={True: "accumulating their weights too", False: ""},
)
def count_by_bin_id(sample: Any) -> None:
    if v.valid:
        if not sample.valid:
            return
    b = sample.bin
    b.count += 1
    if v.mass:
        b.mass += sample.weight


@computation(
    STATISTICS,
    "turn the histogram of every group into a cumulative one",
    inclusive={True: "by an inclusive scan", False: "by an exclusive scan"},
    total={True: "storing the total", False: ""},
)
def cumulate_histogram(group: Any, bins: Any) -> None:
    total = int(0)
    for k in range(bins):
        n = group.histogram[k]
        if v.inclusive:
            total += n
            group.cumulative[k] = total
        else:
            group.cumulative[k] = total
            total += n
    if v.total:
        group.count = total


@computation(
    STATISTICS,
    "zero the histogram of every group before counting",
    all={True: "with its count and sums", False: ""},
)
def clear_histogram(group: Any, bins: Any) -> None:
    for k in range(bins):
        group.histogram[k] = 0
    if v.all:
        group.count = 0
        group.sum = 0.0
        group.square_sum = 0.0


@computation(
    STATISTICS,
    "add the histogram of every group to the merged one of its parent, and its total to the parent's count,",
    empty={True: "skipping empty ones", False: ""},
)
def merge_histogram(group: Any, bins: Any) -> None:
    parent = group.parent
    n = int(0)
    for k in range(bins):
        h = group.histogram[k]
        n += h
        if not v.empty:
            wp.atomic_add(parent.merged[k], h)
    if v.empty:
        if n == 0:
            return
        for k in range(bins):
            wp.atomic_add(parent.merged[k], group.histogram[k])
    wp.atomic_add(parent.count, n)
