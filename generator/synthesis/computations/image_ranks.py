"""Filters by rank and by level of the nine pixels of a window."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.images import IMAGES

LEVELS = 8
"""Grey levels of a painting."""

WINDOW = 9
"""Pixels of the window of three by three."""


@computation(
    IMAGES,
    "filter an image by the ranks of the nine pixels of a 3x3 window, sorted by insertion:",
    rank={
        "median": "their median",
        "middle": "the middle between the smallest and the largest (midrange)",
        "trimmed": "the mean of the middle five (alpha-trimmed mean)",
        "despeckle": "the second smallest or second largest where the pixel is beyond it",
    },
    masked={True: "inside a mask", False: ""},
)
def rank_filter(pixel: Any) -> None:
    here = pixel.value
    if v.masked:
        if not pixel.mask:
            pixel.next_value = here
            return
    window = wp.vector(length=WINDOW, dtype=float)
    n = int(0)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            x = pixel.at(di, dj).value
            k = int(n)
            while k > 0 and window[k - 1] > x:
                window[k] = window[k - 1]
                k -= 1
            window[k] = x
            n += 1
    if v.rank == "median":
        pixel.next_value = window[4]
    elif v.rank == "middle":
        pixel.next_value = 0.5 * (window[0] + window[8])
    elif v.rank == "trimmed":
        pixel.next_value = (window[2] + window[3] + window[4] + window[5] + window[6]) / 5.0
    else:
        pixel.next_value = wp.clamp(here, window[1], window[7])


@computation(
    IMAGES,
    "paint an image in oil: the mean of the grey level that is most frequent in the 3x3 window of each pixel, of eight levels,",
    tie={"low": "the darkest at a tie", "high": "the brightest at a tie"},
    masked={True: "inside a mask", False: ""},
)
def oil_paint(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            pixel.next_value = pixel.value
            return
    counts = wp.zeros(shape=LEVELS, dtype=int)
    sums = wp.zeros(shape=LEVELS, dtype=float)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            x = pixel.at(di, dj).value
            level = wp.clamp(int(x * float(LEVELS)), 0, LEVELS - 1)
            counts[level] = counts[level] + 1
            sums[level] = sums[level] + x
    best = int(0)
    for level in range(1, LEVELS):
        if v.tie == "low":
            if counts[level] > counts[best]:
                best = level
        else:
            if counts[level] >= counts[best]:
                best = level
    pixel.next_value = sums[best] / float(counts[best])
