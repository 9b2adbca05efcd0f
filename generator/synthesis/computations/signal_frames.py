"""Frames of a signal: energy, peaks, one frequency of their spectrum, gaps."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.signals import SIGNALS

NONE = -1


@computation(
    SIGNALS,
    "compute the energy of each frame",
    crossings={True: "and its zero crossings", False: ""},
    voiced={True: "and call it voiced above a threshold", False: ""},
)
def frame_energy(frame: Any, threshold: Any) -> None:
    e = float(0.0)
    if v.crossings:
        n = int(0)
        last = float(0.0)
    for sample in frame.samples:
        x = sample.value
        e += x * x
        if v.crossings:
            if x * last < 0.0:
                n += 1
            last = x
    frame.energy = e
    if v.crossings:
        frame.crossings = n
    if v.voiced:
        frame.voiced = e > threshold


@computation(
    SIGNALS,
    "find the sample of",
    size={"value": "largest value in each frame", "absolute": "largest magnitude in each frame"},
    valid={True: "among received ones", False: ""},
)
def frame_peak(frame: Any) -> None:
    best = float(0.0)
    k = int(NONE)
    for sample in frame.samples:
        if v.valid:
            if not sample.valid:
                continue
        x = sample.value
        if v.size == "absolute":
            x = wp.abs(x)
        if k == NONE or x > best:
            best = x
            k = sample.index
    frame.peak = k


@computation(
    SIGNALS,
    "compute one bin of the discrete Fourier transform of each frame at its phase step",
    window={True: "with a window", False: ""},
)
def frame_dft(frame: Any) -> None:
    total = wp.vec2()
    a = float(0.0)
    for sample in frame.samples:
        x = sample.value
        if v.window:
            x *= sample.window
        total += wp.vec2(x * wp.cos(a), -x * wp.sin(a))
        a += frame.phase
    frame.spectrum = total


@computation(
    SIGNALS,
    "count the samples of each frame that were not received",
    both={True: "with the energy of the others", False: ""},
)
def count_missing(frame: Any) -> None:
    n = int(0)
    if v.both:
        e = float(0.0)
    for sample in frame.samples:
        if not sample.valid:
            n += 1
            continue
        if v.both:
            e += sample.value * sample.value
    frame.missing = n
    if v.both:
        frame.energy = e
