"""Feature maps under a small window: filters and pools."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.layers import LAYERS


@computation(
    LAYERS,
    "filter a feature map with a window of three by three pixels",
    bias={True: "with a bias", False: ""},
    valid={"all": "", "valid": "over valid pixels"},
)
def convolve_map(pixel: Any, kernel: Any, bias: Any) -> None:
    total = float(bias) if v.bias else float(0.0)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if v.valid == "valid":
                if pixel.at(di, dj).valid == 0:
                    continue
            total += kernel[di + 1, dj + 1] * pixel.at(di, dj).value
    pixel.result = total


@computation(
    LAYERS,
    "take the largest of the two by two pixels that begin at each",
    winner={True: "and store which it was", False: ""},
)
def max_pool_map(pixel: Any) -> None:
    own = pixel.value
    beside = pixel.at(0, 1).value
    below = pixel.at(1, 0).value
    corner = pixel.at(1, 1).value
    if v.winner:
        top = float(own)
        winner = int(0)
        if beside > top:
            top = beside
            winner = 1
        if below > top:
            top = below
            winner = 2
        if corner > top:
            top = corner
            winner = 3
        pixel.value_out = top
        pixel.winner = winner
    else:
        pixel.value_out = wp.max(wp.max(own, beside), wp.max(below, corner))


@computation(
    LAYERS,
    "average the valid pixels of a window of three by three",
    empty={"zero": "", "own": "with the pixel's own value where there are none"},
    counted={True: "and count them", False: ""},
)
def average_pool_map(pixel: Any) -> None:
    total = float(0.0)
    n = int(0)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if pixel.at(di, dj).valid != 0:
                total += pixel.at(di, dj).value
                n += 1
    if v.counted:
        pixel.covered = n
    if n > 0:
        pixel.result = total / float(n)
    else:
        pixel.result = pixel.value if v.empty == "own" else 0.0
