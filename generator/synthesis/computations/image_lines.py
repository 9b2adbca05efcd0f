"""Lines of an image: sums, brightest texels, runs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.images import IMAGES


@computation(
    IMAGES,
    "sum intensities along each row of an image",
    running={True: "storing the running sums, a row pass of an integral image", False: ""},
    masked={True: "over texels in the mask, with their number", False: ""},
)
def sum_lines(line: Any) -> None:
    s = float(0.0)
    if v.masked:
        n = int(0)
    for texel in line.texels:
        if not v.masked or texel.mask:
            s += texel.value
            if v.masked:
                n += 1
        if v.running:
            texel.integral = s
    line.sum = s
    if v.masked:
        line.mask_count = n


@computation(IMAGES, "find the brightest texel of each row (-1 for none)", masked={True: "inside a mask", False: ""})
def brightest_of_line(line: Any) -> None:
    best = float(-1.0)
    k = int(-1)
    for texel in line.texels:
        if v.masked:
            if not texel.mask:
                continue
        if texel.value > best:
            best = texel.value
            k = texel.index
    line.brightest = k


@computation(
    IMAGES,
    "find the longest run of mask texels in each row",
    total={True: "and count all mask texels of the row", False: ""},
)
def longest_run(line: Any) -> None:
    run = int(0)
    longest = int(0)
    if v.total:
        n = int(0)
    for texel in line.texels:
        if texel.mask:
            run += 1
            if v.total:
                n += 1
            longest = wp.max(longest, run)
        else:
            run = 0
    line.run_length = longest
    if v.total:
        line.mask_count = n
