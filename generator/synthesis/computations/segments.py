"""Segments of items: what is told of each, and what each tells its items."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sorting import SORTING

segment: Any = None
"""The entity, which items search and number."""

LOW = -1.0e6


@law
def mean_or_zero(total: float, n: int) -> float:
    """Mean of items from their sum and number, zero where there are none."""
    if n == 0:
        return 0.0
    return total / float(n)


@computation(
    SORTING,
    "add up the values of each segment",
    figure={"sum": "", "mean": "and find their mean", "square": "and find their mean square"},
    rule={"all": "", "flag": "over flagged items alone", "counted": "over flagged items alone, and count these"},
)
def segment_reduce(segment: Any) -> None:
    total = float(0.0)
    square = float(0.0)
    n = int(0)
    for e in segment.items:
        if v.rule != "all" and e.flag == 0:
            continue
        x = e.value
        total += x
        if v.figure == "square":
            square += x * x
        n += 1
    segment.sum = total
    if v.figure == "mean":
        segment.mean = mean_or_zero(total, n)
    elif v.figure == "square":
        segment.spread = mean_or_zero(square, n)
    if v.rule == "counted":
        segment.kept = n


@computation(
    SORTING,
    "add each item to the sum of its segment by an atomic",
    weighted={True: "multiplied by its weight", False: ""},
    counted={True: "and count it", False: ""},
    flag={True: "if it is flagged", False: ""},
)
def segment_accumulate(item: Any) -> None:
    if v.flag and item.flag == 0:
        return
    seg = item.owner
    seg.sum += item.weight * item.value if v.weighted else item.value
    if v.counted:
        seg.kept += 1


@computation(
    SORTING,
    "find the item of",
    order={"max": "largest value in each segment", "min": "lowest value in each segment"},
    flag={True: "among flagged ones", False: ""},
    value={True: "and the value (zero where there is none)", False: ""},
)
def segment_best(segment: Any) -> None:
    best = int(-1)
    extreme = float(0.0)
    for e in segment.items:
        if v.flag and e.flag == 0:
            continue
        x = e.value
        if v.order == "min":
            if best < 0 or x < extreme:
                extreme = x
                best = e.index
        else:
            if best < 0 or x > extreme:
                extreme = x
                best = e.index
    if v.order == "min":
        segment.least = best
    else:
        segment.best = best
    if v.value:
        if v.order == "min":
            segment.bottom = extreme
        else:
            segment.top = extreme


@computation(
    SORTING,
    "compute over each segment",
    why={"": "the largest value is subtracted from all, so that no exponential overflows"},
    form={"softmax": "the softmax of its values", "log": "the log-softmax of its values"},
    temperature={True: "at a temperature", False: ""},
    kept={True: "and keep the sum of exponentials after its maximum is subtracted", False: ""},
)
def segment_probabilities(segment: Any, temperature: Any) -> None:
    top = float(LOW)
    for e in segment.items:
        top = wp.max(top, e.value)
    total = float(0.0)
    for e in segment.items:
        x = e.value - top
        total += wp.exp(x / temperature) if v.temperature else wp.exp(x)
    if v.kept:
        segment.sum = total
    # an empty segment
    if total == 0.0:
        return
    if v.form == "log":
        shift = wp.log(total)
        for e in segment.items:
            x = e.value - top
            e.value_out = x / temperature - shift if v.temperature else x - shift
    else:
        for e in segment.items:
            x = e.value - top
            e.value_out = wp.exp(x / temperature) / total if v.temperature else wp.exp(x) / total


@computation(
    SORTING,
    "rescale each value from the range of its segment",
    range={"unit": "to [0, 1]", "sign": "to [-1, 1]"},
    clamped={True: "clamping what lies outside", False: ""},
)
def segment_rescale(item: Any) -> None:
    seg = item.segment
    x = (item.value - seg.bottom) / (seg.top - seg.bottom)
    if v.clamped:
        x = wp.clamp(x, 0.0, 1.0)
    item.value_out = 2.0 * x - 1.0 if v.range == "sign" else x


@computation(
    SORTING,
    "give each item",
    what={
        "target": "the target of its segment",
        "difference": "the difference of its value to the target of its segment",
        "weighted": "the target of its segment times its weight",
    },
    missing={"zero": "and zero where it has no segment", "own": "and its own value where it has no segment"},
)
def segment_broadcast(item: Any) -> None:
    seg = item.owner
    if not exists(seg):
        item.value_out = item.value if v.missing == "own" else 0.0
        return
    if v.what == "target":
        item.value_out = seg.target
    elif v.what == "difference":
        item.value_out = item.value - seg.target
    else:
        item.value_out = item.weight * seg.target
