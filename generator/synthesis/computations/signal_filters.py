"""Filters over samples: taps, means, lags, windows, adaptive weights."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.schemas.signals import SIGNALS


@computation(
    SIGNALS,
    "filter each sample with FIR taps of its own (a time-varying filter),",
    border={
        "zero": "with zeros beyond the ends",
        "hold": "with the nearest sample beyond the ends",
        "wrap": "as if the samples were periodic",
    },
    symmetric={True: "with symmetric taps, each used as far ahead as behind", False: ""},
    scaled={True: "over the sum of the sizes of its weights", False: ""},
)
def fir_filter(sample: Any) -> None:
    n = sample.index
    y = float(0.0)
    if v.scaled:
        total = float(0.0)
    for tap in sample.taps:
        k = n - tap.lag
        w = tap.weight
        if v.scaled:
            total += wp.abs(w)
        if v.border == "zero":
            if k >= 0:
                y += w * sample[k].value
        else:
            if v.border == "hold":
                k = wp.max(k, 0)
            elif k < 0:
                k += count(sample)
            y += w * sample[k].value
        if v.symmetric and tap.lag > 0:
            # a lag of zero is its own mirror image
            if v.scaled:
                total += wp.abs(w)
            ahead = n + tap.lag
            if v.border == "hold":
                ahead = wp.min(ahead, count(sample) - 1)
            elif v.border == "wrap" and ahead >= count(sample):
                ahead -= count(sample)
            if v.border != "zero" or ahead < count(sample):
                y += w * sample[ahead].value
    if v.scaled:
        if total > 0.0:
            y /= total
    sample.output = y


@computation(
    SIGNALS,
    "sum the weighted sources of the taps of each sample",
    gate={True: "that were received", False: ""},
    mean={"none": "", "weights": "over the sum of the sizes of their weights", "count": "over their number"},
)
def gather_taps(sample: Any) -> None:
    y = float(0.0)
    if v.mean != "none":
        total = float(0.0)
    for tap in sample.taps:
        source = tap.source
        if v.gate:
            if not source.valid:
                continue
        y += tap.weight * source.value
        if v.mean == "weights":
            total += wp.abs(tap.weight)
        elif v.mean == "count":
            total += 1.0
    if v.mean != "none":
        if total > 0.0:
            y /= total
    sample.output = y


@computation(
    SIGNALS,
    "smooth each sample",
    law={
        "pair": "by the mean with the one before, the first as it is",
        "triple": "by a binomial filter of three that repeats the samples at both ends",
        "leaky": "by a leaky integrator of its output",
    },
)
def smooth_signal(sample: Any, mix: Any) -> None:
    if v.law == "leaky":
        sample.output = sample.output + mix * (sample.value - sample.output)
        return
    i = sample.index
    if v.law == "pair":
        if i == 0:
            sample.output = sample.value
            return
        sample.output = 0.5 * (sample.value + sample[i - 1].value)
    else:
        before = wp.max(i - 1, 0)
        after = wp.min(i + 1, count(sample) - 1)
        sample.output = 0.25 * (sample[before].value + 2.0 * sample.value + sample[after].value)


@computation(
    SIGNALS,
    "subtract from each sample the one a lag before",
    start={"zero": "with zero at the start", "skip": "leaving the start alone"},
)
def lagged_difference(sample: Any, lag: Any) -> None:
    i = sample.index
    if i < lag:
        if v.start == "zero":
            sample.output = 0.0
        return
    sample.output = sample.value - sample[i - lag].value


@computation(
    SIGNALS,
    "adapt the weights of the taps of each sample to the error of its filter, wanted less filtered value,",
    law={"lms": "by LMS", "sign": "by sign-error LMS", "leaky": "by leaky LMS"},
)
def adapt_taps(sample: Any, step: Any, leak: Any) -> None:
    e = sample.desired - sample.filtered
    for tap in sample.taps:
        x = tap.source.value
        if v.law == "sign":
            tap.weight_out = tap.weight + step * wp.sign(e) * x
        elif v.law == "leaky":
            tap.weight_out = (1.0 - leak) * tap.weight + step * e * x
        else:
            tap.weight_out = tap.weight + step * e * x


@computation(
    SIGNALS,
    "remove from each sample the mean of its frame",
    window={True: "and multiply it by its window", False: ""},
)
def window_frame(sample: Any) -> None:
    x = sample.value
    if exists(sample.frame):
        x -= sample.frame.mean
    if v.window:
        x *= sample.window
    sample.output = x
