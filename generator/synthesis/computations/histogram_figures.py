"""What is read from histograms: modes, medians, how well counts fit."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.statistics import STATISTICS


@computation(
    STATISTICS,
    "find the mode of every group, the fullest bin of its histogram,",
    tie={"first": "the first at a tie", "last": "the last at a tie"},
    least={True: "and -1 with too few samples", False: ""},
)
def histogram_peak(group: Any, bins: Any, least: Any) -> None:
    best = int(-1)
    place = int(-1)
    total = int(0)
    for k in range(bins):
        n = group.histogram[k]
        total += n
        if v.tie == "first":
            if n > best:
                best = n
                place = k
        else:
            if n >= best:
                best = n
                place = k
    if v.least:
        if total < least:
            place = -1
    group.peak = place


@computation(
    STATISTICS,
    "estimate the median of every group by linear interpolation within the bin of its histogram where half the count is reached,",
    empty={"zero": "with zero for empty groups", "mean": "with the mean for empty groups"},
)
def histogram_median(group: Any, bins: Any, low: Any, high: Any) -> None:
    total = int(0)
    for k in range(bins):
        total += group.histogram[k]
    if total == 0:
        if v.empty == "mean":
            group.median = group.mean
        else:
            group.median = 0.0
        return
    half = 0.5 * float(total)
    below = int(0)
    median = high
    for k in range(bins):
        n = group.histogram[k]
        if float(below + n) >= half:
            f = (half - float(below)) / float(n)
            median = low + (high - low) * (float(k) + f) / float(bins)
            break
        below += n
    group.median = median


@computation(
    STATISTICS,
    "compute the contribution of every bin to a goodness-of-fit statistic of observed against expected counts",
    form={
        "pearson": "as Pearson's (o - e)^2 / e",
        "likelihood": "as the G-test's 2 (o log(o / e) - o + e)",
        "signed": "as the signed Pearson residual (o - e) / sqrt(e)",
    },
    least={True: "zero for bins expected below the least count", False: ""},
)
def bin_deviation(bin: Any, least: int) -> None:
    e = bin.expected
    if v.least and e < float(least):
        bin.misfit = 0.0
        return
    o = float(bin.observed)
    d = o - e
    if v.form == "pearson":
        bin.misfit = d * d / e
    elif v.form == "signed":
        bin.misfit = d / wp.sqrt(e)
    else:
        total = e - o
        # o log o vanishes with o
        if o > 0.0:
            total += o * wp.log(o / e)
        bin.misfit = 2.0 * total
