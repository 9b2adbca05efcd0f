"""Structure tensors of images and the corners that they tell."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.images import IMAGES

CORNER_WEIGHT = 0.05


@law
def gradient_tensor(g: wp.vec2) -> wp.vec3:
    """Structure tensor of a gradient: its entries xx, xy and yy."""
    return wp.vec3(g[0] * g[0], g[0] * g[1], g[1] * g[1])


@computation(
    IMAGES,
    "compute the corner response from the structure tensor summed over a pixel and its four neighbours",
    law={"harris": "by Harris, det - 0.05 trace^2", "smaller": "by Shi and Tomasi, its smaller eigenvalue"},
    outputs={"response": "", "border": "marking responses above a threshold"},
)
def corner_response(pixel: Any, mark_level: Any) -> None:
    s = gradient_tensor(pixel.gradient)
    s += gradient_tensor(pixel.at(-1, 0).gradient) + gradient_tensor(pixel.at(1, 0).gradient)
    s += gradient_tensor(pixel.at(0, -1).gradient) + gradient_tensor(pixel.at(0, 1).gradient)
    det = s[0] * s[2] - s[1] * s[1]
    trace = s[0] + s[2]
    if v.law == "harris":
        r = det - CORNER_WEIGHT * trace * trace
    else:
        r = 0.5 * trace - wp.sqrt(wp.max(0.25 * trace * trace - det, 0.0))
    pixel.response = r
    if v.outputs == "border":
        pixel.marked = r > mark_level


@computation(
    IMAGES,
    "form the structure tensor of each pixel, the products gx gx, gx gy, gy gy of its gradient",
    masked={True: "zero outside a mask", False: ""},
)
def gradient_products(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            pixel.tensor = wp.vec3()
            return
    g = pixel.gradient
    pixel.tensor = wp.vec3(g[0] * g[0], g[0] * g[1], g[1] * g[1])
