"""Colours from one space to another: transfer curves, hue, luma and chroma, matrices, spectra."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.colors import COLORS

ColorSpace: Any = None
SRGB_KNEE = 0.04045
LINEAR_KNEE = 0.0031308
SLOPE = 12.92


@law
def srgb_decode(c: float) -> float:
    """Linear light of an sRGB channel, both from 0 to 1."""
    if c <= SRGB_KNEE:
        return c / SLOPE
    return wp.pow((c + 0.055) / 1.055, 2.4)


@law
def srgb_encode(c: float) -> float:
    """sRGB channel of linear light, both from 0 to 1."""
    if c <= LINEAR_KNEE:
        return c * SLOPE
    return 1.055 * wp.pow(c, 1.0 / 2.4) - 0.055


@law
def rgb_luma(rgb: wp.vec3) -> float:
    """Luma of red, green and blue by the weights of Rec. 601."""
    return 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]


@law
def hue_from_rgb(rgb: wp.vec3, largest: float, spread: float) -> float:
    """Hue from 0 to 1 with red at zero, zero for a grey."""
    if spread == 0.0:
        return 0.0
    if largest == rgb[0]:
        h = (rgb[1] - rgb[2]) / spread
    elif largest == rgb[1]:
        h = 2.0 + (rgb[2] - rgb[0]) / spread
    else:
        h = 4.0 + (rgb[0] - rgb[1]) / spread
    h = h / 6.0
    return h - wp.floor(h)


@law
def hsv_channel(h: float, s: float, value: float, shift: float) -> float:
    """Channel of an HSV colour: a shift of 5 gives red, of 3 green, of 1 blue."""
    k = 6.0 * h + shift
    k = k - 6.0 * wp.floor(k / 6.0)
    return value - value * s * wp.clamp(wp.min(k, 4.0 - k), 0.0, 1.0)


@computation(
    COLORS,
    "convert colours",
    way={"decode": "from sRGB to linear light", "encode": "from linear light to sRGB"},
    masked={True: "where the mask is set", False: ""},
)
def convert_srgb(pixel: Any) -> None:
    c = pixel.rgb
    if v.masked:
        if not pixel.mask:
            pixel.rgb_out = c
            return
    if v.way == "decode":
        pixel.rgb_out = wp.vec3(srgb_decode(c[0]), srgb_decode(c[1]), srgb_decode(c[2]))
    else:
        pixel.rgb_out = wp.vec3(srgb_encode(c[0]), srgb_encode(c[1]), srgb_encode(c[2]))


@computation(
    COLORS,
    "bring each pixel from the colour space of its image to linear light",
    exposed={True: "and scale it by the exposure", False: ""},
)
def to_working_space(pixel: Any) -> None:
    image = pixel.image
    space = image.space
    c = pixel.rgb
    if space == ColorSpace.SRGB:
        c = wp.vec3(srgb_decode(c[0]), srgb_decode(c[1]), srgb_decode(c[2]))
    elif space == ColorSpace.MATRIX:
        c = image.matrix @ c
    if v.exposed:
        c = c * image.exposure
    pixel.rgb_out = c


@computation(
    COLORS,
    "convert colours to",
    law={"value": "hue, saturation and value", "lightness": "hue, saturation and lightness"},
)
def rgb_to_hue(pixel: Any) -> None:
    c = pixel.rgb
    largest = wp.max(c[0], wp.max(c[1], c[2]))
    smallest = wp.min(c[0], wp.min(c[1], c[2]))
    spread = largest - smallest
    h = hue_from_rgb(c, largest, spread)
    s = float(0.0)
    if v.law == "value":
        if largest > 0.0:
            s = spread / largest
        pixel.hsv = wp.vec3(h, s, largest)
    else:
        l2 = largest + smallest
        if spread > 0.0:
            s = spread / wp.min(l2, 2.0 - l2)
        pixel.hsl = wp.vec3(h, s, 0.5 * l2)


@computation(
    COLORS,
    "convert hue, saturation and value to colours",
    gray={True: "and those without saturation to grey", False: ""},
)
def hsv_to_rgb(pixel: Any) -> None:
    hsv = pixel.hsv
    if v.gray:
        if hsv[1] == 0.0:
            pixel.rgb_out = wp.vec3(hsv[2], hsv[2], hsv[2])
            return
    r = hsv_channel(hsv[0], hsv[1], hsv[2], 5.0)
    g = hsv_channel(hsv[0], hsv[1], hsv[2], 3.0)
    b = hsv_channel(hsv[0], hsv[1], hsv[2], 1.0)
    pixel.rgb_out = wp.vec3(r, g, b)


@computation(COLORS, "find the luma of each colour", outputs={"both": "and its blue and red chroma", "luma": ""})
def split_luma(pixel: Any) -> None:
    c = pixel.rgb
    y = rgb_luma(c)
    pixel.luma = y
    if v.outputs == "both":
        pixel.chroma = wp.vec2((c[2] - y) / 1.772, (c[0] - y) / 1.402)


@computation(COLORS, "join luma and chroma to a colour", clamp={True: "and keep it between 0 and 1", False: ""})
def join_luma(pixel: Any) -> None:
    y = pixel.luma
    b = y + 1.772 * pixel.chroma[0]
    r = y + 1.402 * pixel.chroma[1]
    g = (y - 0.299 * r - 0.114 * b) / 0.587
    c = wp.vec3(r, g, b)
    if v.clamp:
        c = wp.min(wp.max(c, wp.vec3(0.0, 0.0, 0.0)), wp.vec3(1.0, 1.0, 1.0))
    pixel.rgb_out = c


@computation(
    COLORS,
    "apply",
    inverse={
        True: "the inverse of the colour matrix of its image to each pixel",
        False: "the colour matrix of its image to each pixel",
    },
    source={"rgb": "", "xyz": "from tristimulus values"},
)
def apply_color_matrix(pixel: Any) -> None:
    m = pixel.image.matrix
    if v.inverse:
        m = wp.inverse(m)
    if v.source == "rgb":
        pixel.rgb_out = m @ pixel.rgb
    else:
        pixel.rgb_out = m @ pixel.xyz


@computation(
    COLORS,
    "integrate a spectrum over the responses of the eye",
    reflected={True: "after its reflection by a surface", False: ""},
    total={True: "and add up its power", False: ""},
    unlit={True: "with zero where it is not lit", False: ""},
)
def spectrum_to_xyz(spectrum: Any) -> None:
    if v.unlit:
        if not spectrum.active:
            spectrum.xyz = wp.vec3()
            return
    xyz = wp.vec3()
    if v.total:
        total = float(0.0)
    for band in spectrum.bands:
        p = band.power * band.width
        if v.reflected:
            p *= band.reflectance
        xyz += band.response * p
        if v.total:
            total += p
    spectrum.xyz = xyz
    if v.total:
        spectrum.total = total


@computation(COLORS, "find the strongest band of each spectrum", lit={True: "that is lit", False: ""})
def strongest_band(spectrum: Any) -> None:
    if v.lit:
        if not spectrum.active:
            spectrum.peak = -1
            return
    best = float(-1.0)
    peak = int(-1)
    for band in spectrum.bands:
        if band.power > best:
            best = band.power
            peak = band.index
    spectrum.peak = peak
