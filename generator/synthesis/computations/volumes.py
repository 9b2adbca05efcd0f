"""Volumes along rays: absorption, emission, weights of samples, depth, and the gradients of the blend."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

NONE = -1.0


@law
def step_opacity(density: float, length: float) -> float:
    """Opacity of a step through a medium by the Beer-Lambert law."""
    return 1.0 - wp.exp(-density * length)


@law
def blend_over(front: wp.vec3, alpha: float, back: wp.vec3) -> wp.vec3:
    """Premultiplied colour of an opacity over an opaque background."""
    return front + back * (1.0 - alpha)


@computation(
    RENDERING,
    "integrate the optical depth along the ray of each pixel",
    store={"transmittance": "into transmittance", "alpha": "into opacity"},
    skip={True: "over occupied samples", False: ""},
)
def ray_transmittance(pixel: Any) -> None:
    tau = float(0.0)
    for step in pixel.steps:
        if v.skip:
            if not step.occupied:
                continue
        tau += step.density * step.length
    if v.store == "transmittance":
        pixel.transmittance = wp.exp(-tau)
    else:
        pixel.alpha = 1.0 - wp.exp(-tau)


@computation(
    RENDERING,
    "render each pixel by emission-absorption along its ray",
    background={True: "over the background", False: ""},
    outputs={"color": "", "depth": "with expected depth", "alpha": "with opacity"},
)
def composite_samples(pixel: Any, background: Any) -> None:
    color = wp.vec3()
    if v.outputs == "depth":
        depth = float(0.0)
    tau = float(0.0)
    for step in pixel.steps:
        a = step_opacity(step.density, step.length)
        w = a * wp.exp(-tau)
        color += step.color * w
        if v.outputs == "depth":
            depth += step.distance * w
        tau += step.density * step.length
    if v.background or v.outputs == "alpha":
        alpha = 1.0 - wp.exp(-tau)
    if v.background:
        color = blend_over(color, alpha, background)
    pixel.color = color
    if v.outputs == "depth":
        pixel.depth = depth
    elif v.outputs == "alpha":
        pixel.alpha = alpha


@computation(
    RENDERING,
    "compute the volume rendering weight of each sample along the ray of each pixel",
    seen={True: "that is valid", False: ""},
    rest={True: "and the remaining transmittance", False: ""},
)
def sample_weights(pixel: Any) -> None:
    if v.seen:
        if not pixel.valid:
            return
    tau = float(0.0)
    for step in pixel.steps:
        a = step_opacity(step.density, step.length)
        step.weight = a * wp.exp(-tau)
        tau += step.density * step.length
    if v.rest:
        pixel.transmittance = wp.exp(-tau)


@computation(
    RENDERING,
    "count occupied samples along the ray of each pixel",
    first={True: "and store the distance of the first, -1 where there is none,", False: ""},
    length={True: "and add up their lengths", False: ""},
    run={True: "and find the most of them in a row", False: ""},
)
def count_occupied_steps(pixel: Any) -> None:
    n = int(0)
    if v.first:
        depth = float(NONE)
    if v.length:
        thickness = float(0.0)
    if v.run:
        run = int(0)
        longest = int(0)
    for step in pixel.steps:
        if not step.occupied:
            if v.run:
                run = 0
            continue
        if v.first:
            if n == 0:
                depth = step.distance
        n += 1
        if v.length:
            thickness += step.length
        if v.run:
            run += 1
            longest = wp.max(longest, run)
    pixel.samples = n
    if v.first:
        pixel.depth = depth
    if v.length:
        pixel.thickness = thickness
    if v.run:
        pixel.longest_run = longest


@computation(
    RENDERING,
    "find the median depth of each pixel, where transmittance falls below one half,",
    none={"far": "or the far plane", "zero": "or 0 where it never does"},
)
def median_depth(pixel: Any) -> None:
    tau = float(0.0)
    pixel.depth = pixel.camera.far if v.none == "far" else 0.0
    for step in pixel.steps:
        tau += step.density * step.length
        if wp.exp(-tau) < 0.5:
            pixel.depth = step.distance
            break


@computation(
    RENDERING,
    "blend each pixel over the background",
    law={"over": "by its opacity", "premultiplied": "with premultiplied colour"},
    alpha={True: "making it opaque", False: ""},
)
def blend_over_background(pixel: Any, background: Any) -> None:
    a = pixel.alpha
    if v.law == "over":
        pixel.color = blend_over(pixel.color * a, a, background)
    else:
        pixel.color = blend_over(pixel.color, a, background)
    if v.alpha:
        pixel.alpha = 1.0
