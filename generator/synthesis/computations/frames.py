"""Frames: cleared, resolved, and counted by the objects that they show."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.rendering import RENDERING

NO_OBJECT = -1


@computation(
    RENDERING,
    "clear each pixel to the background of its camera",
    ids={True: "and to no object", False: ""},
    depth={"far": "with the far plane as depth", "none": ""},
    sums={True: "and zero the sums of its samples", False: ""},
)
def clear_frame(pixel: Any) -> None:
    pixel.color = pixel.camera.backdrop
    if v.depth == "far":
        pixel.depth = pixel.camera.far
    if v.ids:
        pixel.object_id = NO_OBJECT
    if v.sums:
        pixel.sum = wp.vec3()
        pixel.weight = 0.0


@computation(
    RENDERING,
    "divide the summed colour of a pixel by its weight",
    exposure={True: "scaled by the exposure of its camera", False: ""},
    empty={"background": "with the background where it is not valid", "keep": ""},
)
def resolve_pixel(pixel: Any, background: Any) -> None:
    w = pixel.weight
    if v.empty == "background":
        if not pixel.valid:
            pixel.color = background
            return
    c = pixel.sum / w
    if v.exposure:
        c = c * pixel.camera.exposure
    pixel.color = c


@computation(
    RENDERING,
    "count the valid pixels that show each object",
    nearest={True: "and keep its smallest depth", False: ""},
)
def count_object_pixels(pixel: Any) -> None:
    obj = pixel.object
    if not pixel.valid:
        return
    obj.pixel_count += 1
    if v.nearest:
        wp.atomic_min(obj.nearest_depth, pixel.depth)


@computation(
    RENDERING,
    "color each pixel by the object that it shows",
    material={
        True: "times the albedo of its material, or by the background where it shows none",
        False: "or by the background where it shows none",
    },
)
def color_by_object(pixel: Any, background: Any) -> None:
    if not exists(pixel.object):
        pixel.color = background
        return
    obj = pixel.object
    c = obj.color
    if v.material:
        material = obj.material
        if exists(material):
            c = wp.cw_mul(c, material.albedo)
    pixel.color = c
