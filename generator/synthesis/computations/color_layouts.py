"""Colours in bytes and words, palettes, look-up tables, opacity, and the errors of quantisation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.colors import COLORS

GREEN = 0x00FF00
WHITE = 0xFFFFFF

PixelFormat: Any = None


@law
def channel_byte(x: float) -> int:
    """Byte from 0 to 255 of a channel from 0 to 1, rounded and clamped."""
    return int(wp.clamp(x, 0.0, 1.0) * 255.0 + 0.5)


@law
def join_bytes(r: int, g: int, b: int) -> int:
    """Red, green and blue bytes in one word, red the highest."""
    return (r << 16) | (g << 8) | b


@law
def split_bytes(packed: int) -> tuple[int, int, int]:
    """Red, green and blue bytes of a word that has red the highest."""
    return (packed >> 16) & 0xFF, (packed >> 8) & 0xFF, packed & 0xFF


@computation(
    COLORS,
    "pack the graded colour of each pixel into bytes",
    word={True: "of one word", False: ""},
    masked={True: "with zero outside of the mask", False: ""},
)
def pack_color(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            if v.word:
                pixel.packed_out = 0
            else:
                pixel.bytes = wp.vec3i(0, 0, 0)
            return
    c = pixel.graded
    r = channel_byte(c[0])
    g = channel_byte(c[1])
    b = channel_byte(c[2])
    if v.word:
        pixel.packed_out = join_bytes(r, g, b)
    else:
        pixel.bytes = wp.vec3i(r, g, b)


@computation(COLORS, "unpack the colour of each pixel", to={"float": "", "bytes": "into bytes"})
def unpack_color(pixel: Any) -> None:
    r, g, b = split_bytes(pixel.packed)
    if v.to == "bytes":
        pixel.bytes = wp.vec3i(r, g, b)
    else:
        pixel.rgb_out = wp.vec3(float(r), float(g), float(b)) / 255.0


@computation(COLORS, "swap red and blue in packed colours", invert={True: "and invert them", False: ""})
def swap_red_blue(pixel: Any) -> None:
    p = pixel.packed
    q = ((p & 0xFF) << 16) | (p & GREEN) | ((p >> 16) & 0xFF)
    if v.invert:
        q = q ^ WHITE
    pixel.packed_out = q


@computation(COLORS, "widen colours of 5, 6 and 5 bits to bytes", exact={True: "repeating their high bits", False: ""})
def expand_rgb565(pixel: Any) -> None:
    c = pixel.code
    r = (c >> 11) & 0x1F
    g = (c >> 5) & 0x3F
    b = c & 0x1F
    if v.exact:
        pixel.packed_out = join_bytes((r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2))
    else:
        pixel.packed_out = join_bytes(r << 3, g << 2, b << 3)


@computation(COLORS, "narrow bytes to colours of 5, 6 and 5 bits", masked={True: "where the mask is set", False: ""})
def pack_rgb565(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            return
    c = pixel.bytes
    pixel.code = ((c[0] >> 3) << 11) | ((c[1] >> 2) << 5) | (c[2] >> 3)


@computation(
    COLORS,
    "bring the channels of each pixel into the order red, green, blue",
    masked={True: "with black outside of the mask", False: ""},
)
def reorder_channels(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            pixel.rgb_out = wp.vec3()
            return
    order = pixel.image.format
    c = pixel.rgb
    if order == PixelFormat.RGB:
        pixel.rgb_out = c
    elif order == PixelFormat.BGR:
        pixel.rgb_out = wp.vec3(c[2], c[1], c[0])
    elif order == PixelFormat.GRB:
        pixel.rgb_out = wp.vec3(c[1], c[0], c[2])
    else:
        pixel.rgb_out = wp.vec3(c[0], c[0], c[0])


@law
def premultiply(c: wp.vec4) -> wp.vec4:
    """Colour with its opacity multiplied into red, green and blue."""
    return wp.vec4(c[3] * c[0], c[3] * c[1], c[3] * c[2], c[3])


@computation(
    COLORS,
    "composite the colour of each pixel with a layer,",
    law={
        "straight": "the layer on top by its opacity",
        "premultiplied": "the layer on top, after multiplying both by their opacities, to a colour that stays multiplied",
        "under": "the layer underneath, after multiplying both by their opacities, to a colour that stays multiplied",
    },
)
def composite_pixel(pixel: Any) -> None:
    a = pixel.layer
    b = pixel.rgba
    if v.law == "premultiplied":
        pixel.rgba_out = premultiply(a) + premultiply(b) * (1.0 - a[3])
    elif v.law == "under":
        pixel.rgba_out = premultiply(b) + premultiply(a) * (1.0 - b[3])
    else:
        rest = b[3] * (1.0 - a[3])
        alpha = a[3] + rest
        # clear where both are
        scale = 1.0 / alpha if alpha > 0.0 else 0.0
        wa = a[3] * scale
        wb = rest * scale
        pixel.rgba_out = wp.vec4(wa * a[0] + wb * b[0], wa * a[1] + wb * b[1], wa * a[2] + wb * b[2], alpha)


@computation(
    COLORS,
    "convert colours",
    undo={
        True: "that are premultiplied by their opacity back to straight ones, black where they are clear",
        False: "to ones premultiplied by their opacity",
    },
    gate={True: "where the mask is set", False: ""},
)
def convert_alpha_mode(pixel: Any) -> None:
    c = pixel.rgba
    if v.gate:
        if not pixel.mask:
            pixel.rgba_out = c
            return
    a = c[3]
    if v.undo:
        inv_a = 1.0 / a if a > 0.0 else 0.0
        pixel.rgba_out = wp.vec4(c[0] * inv_a, c[1] * inv_a, c[2] * inv_a, a)
    else:
        pixel.rgba_out = wp.vec4(c[0] * a, c[1] * a, c[2] * a, a)
