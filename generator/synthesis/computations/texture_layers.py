"""Layers, boards and normals that are blended over samples."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

BlendMode: Any = None

DOWN = 1.0e-6
"""Height of the middle between a normal and the z axis under which the normal is the z axis in reverse."""


@law
def blend_layer(base: wp.vec3, top: wp.vec3, mode: int) -> wp.vec3:
    """Colour of a layer on another one: multiplied, screened, added up to 1, or covering it."""
    if mode == BlendMode.MULTIPLY:
        return wp.cw_mul(base, top)
    elif mode == BlendMode.SCREEN:
        return base + top - wp.cw_mul(base, top)
    elif mode == BlendMode.ADD:
        return wp.min(base + top, wp.vec3(1.0, 1.0, 1.0))
    return top


@computation(
    TEXTURES,
    "composite the layers over each sample by their blend modes, normal, multiply, screen or add,",
    hidden={True: "that are visible", False: ""},
    alpha={True: "at their opacity", False: ""},
)
def blend_layers(sample: Any) -> None:
    c = sample.color
    for layer in sample.layers:
        if v.hidden:
            if not layer.visible:
                continue
        b = blend_layer(c, layer.color, layer.mode)
        if v.alpha:
            c = wp.lerp(c, b, layer.alpha)
        else:
            c = b
    sample.color = c


@computation(
    TEXTURES,
    "colour each sample as a checker board",
    paint={"white": "in black and white", "darken": "darkening odd tiles by half"},
    tile={True: "storing the tile", False: ""},
)
def checker_board(sample: Any, tile_count: Any) -> None:
    x = int(sample.uv[0] * float(tile_count))
    y = int(sample.uv[1] * float(tile_count))
    if v.tile:
        sample.tile = wp.vec2i(x, y)
    even = (x + y) % 2 == 0
    if v.paint == "darken":
        if even:
            return
        sample.color = 0.5 * sample.color
    else:
        if even:
            sample.color = wp.vec3(1.0, 1.0, 1.0)
        else:
            sample.color = wp.vec3(0.0, 0.0, 0.0)


@computation(
    TEXTURES,
    "blend a detail normal into the normal of each sample",
    law={
        "add": "by whiteout blending",
        "reorient": "by reoriented normal mapping, turning the detail half round about x where the normal points straight down",
    },
)
def blend_detail_normal(sample: Any) -> None:
    n = sample.normal
    d = sample.detail
    if v.law == "add":
        sample.normal = wp.normalize(wp.vec3(n[0] + d[0], n[1] + d[1], n[2] * d[2]))
    else:
        t = n + wp.vec3(0.0, 0.0, 1.0)
        u = wp.vec3(-d[0], -d[1], d[2])
        if t[2] > DOWN:
            sample.normal = wp.normalize(t * wp.dot(t, u) - u * t[2])
        else:
            sample.normal = wp.vec3(d[0], -d[1], -d[2])
