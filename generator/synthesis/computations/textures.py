"""Textures: coordinates, wrapping, sampling, layers, levels, atlases."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

SIZE = 8
FLIPPED = 1

WrapMode: Any = None
"""The enumeration of the schema."""


@law
def wrap_index(i: int, size: int, mode: int) -> int:
    """Index of a texel inside a texture, clamped, mirrored or repeated beyond its edges."""
    if mode == WrapMode.CLAMP:
        return wp.clamp(i, 0, size - 1)
    # the remainder may be negative
    r = ((i % size) + size) % size
    if mode == WrapMode.MIRROR:
        if (i - r) % (2 * size) != 0:
            return size - 1 - r
    return r


@law
def texel_place(uv: wp.vec2, size: int, mode: int) -> int:
    """Number of the texel at coordinates that are wrapped at the edges, row by row."""
    x = wrap_index(int(wp.floor(uv[0] * float(size))), size, mode)
    y = wrap_index(int(wp.floor(uv[1] * float(size))), size, mode)
    return y * size + x


@law
def dominant_axis(n: wp.vec3) -> int:
    """Axis of the component largest in size, the first of equal ones."""
    a = wp.abs(n)
    if a[0] >= a[1] and a[0] >= a[2]:
        return 0
    elif a[1] >= a[2]:
        return 1
    return 2


@computation(
    TEXTURES,
    "sample the nearest texel of each sample's 8x8 texture, after its scale and offset, by its wrap "
    "mode, repeat, clamp or mirror,",
    missing={"white": "white where it has none", "keep": ""},
    tint={True: "and tint it", False: ""},
)
def sample_nearest_texel(sample: Any) -> None:
    texture = sample.texture
    if v.missing == "white":
        if not exists(texture):
            sample.color = wp.vec3(1.0, 1.0, 1.0)
            return
    uv = sample.uv
    uv = wp.cw_mul(uv, texture.scale) + texture.offset
    c = texture.colors[texel_place(uv, SIZE, texture.wrap)]
    if v.tint:
        c = wp.cw_mul(c, texture.tint)
    sample.color = c


@computation(
    TEXTURES,
    "sample an 8x8 texture bilinearly by its wrap mode, repeat, clamp or mirror,",
    what={"value": "one value a texel", "color": "a colour a texel"},
    turned={True: "at rotated coordinates", False: ""},
)
def sample_bilinear(sample: Any) -> None:
    texture = sample.texture
    uv = sample.tiled_uv
    if v.turned:
        uv = texture.turn @ uv
    mode = texture.wrap
    x = uv[0] * float(SIZE) - 0.5
    y = uv[1] * float(SIZE) - 0.5
    x0 = int(wp.floor(x))
    y0 = int(wp.floor(y))
    fx = x - float(x0)
    fy = y - float(y0)
    left = wrap_index(x0, SIZE, mode)
    right = wrap_index(x0 + 1, SIZE, mode)
    top = wrap_index(y0, SIZE, mode) * SIZE
    bottom = wrap_index(y0 + 1, SIZE, mode) * SIZE
    if v.what == "value":
        a = wp.lerp(texture.pixels[top + left], texture.pixels[top + right], fx)
        b = wp.lerp(texture.pixels[bottom + left], texture.pixels[bottom + right], fx)
        sample.value = wp.lerp(a, b, fy)
    else:
        ca = wp.lerp(texture.colors[top + left], texture.colors[top + right], fx)
        cb = wp.lerp(texture.colors[bottom + left], texture.colors[bottom + right], fx)
        sample.color = wp.lerp(ca, cb, fy)


@computation(
    TEXTURES,
    "transform the coordinates of each sample by scale and offset of its texture",
    turned={True: "and its rotation", False: ""},
    flip={True: "flipping v where flagged", False: ""},
)
def transform_uv(sample: Any) -> None:
    texture = sample.texture
    uv = wp.cw_mul(sample.uv, texture.scale)
    if v.turned:
        uv = texture.turn @ uv
    uv = uv + texture.offset
    if v.flip:
        if (sample.flags & FLIPPED) != 0:
            uv = wp.vec2(uv[0], 1.0 - uv[1])
    sample.coords = uv


@computation(
    TEXTURES,
    "project texture coordinates along the dominant axis of the normal of each sample",
    face={True: "and store the axis", False: ""},
    sign={True: "mirroring back faces", False: ""},
)
def box_project_uv(sample: Any) -> None:
    n = sample.normal
    p = sample.position
    axis = dominant_axis(n)
    uv = wp.vec2(p[0], p[1])
    if axis == 0:
        uv = wp.vec2(p[1], p[2])
    elif axis == 1:
        uv = wp.vec2(p[2], p[0])
    if v.sign:
        if n[axis] < 0.0:
            uv = wp.vec2(-uv[0], uv[1])
    sample.coords = uv
    if v.face:
        sample.face = axis


@computation(
    TEXTURES,
    "choose the mip level of each sample by halving its footprint to a texel",
    resident={True: "and -1 while its texture is not resident", False: ""},
)
def choose_mip_level(sample: Any) -> None:
    texture = sample.texture
    if v.resident:
        if not texture.resident:
            sample.level = -1
            return
    width = sample.footprint
    level = int(0)
    while width > 1.0 and level < texture.levels - 1:
        width = 0.5 * width
        level += 1
    sample.level = level


@computation(
    TEXTURES,
    "map coordinates of each sample into its entry of a page of an atlas",
    margin={True: "half a texel inside", False: ""},
    page={True: "and store the page", False: ""},
)
def atlas_uv(sample: Any, page_size: Any) -> None:
    entry = sample.entry
    size = entry.size
    corner = entry.corner
    x = sample.uv[0] * float(size[0])
    y = sample.uv[1] * float(size[1])
    if v.margin:
        x = wp.clamp(x, 0.5, float(size[0]) - 0.5)
        y = wp.clamp(y, 0.5, float(size[1]) - 0.5)
    scale = 1.0 / float(page_size)
    sample.coords = wp.vec2((float(corner[0]) + x) * scale, (float(corner[1]) + y) * scale)
    if v.page:
        sample.atlas_page = entry.page
