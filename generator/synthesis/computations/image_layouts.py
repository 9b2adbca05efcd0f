"""Images moved and counted: maps, flips, channels, packed colours, histograms, regions, blocks, lists."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.images import IMAGES

WHITE = 255

bin: Any = None
"""The entity, by number."""


@law
def unpack_rgb8(packed: int) -> wp.vec3:
    """Colour with channels from 0 to 1 of a 24-bit word, red in its highest byte."""
    r = (packed >> 16) & 0xFF
    g = (packed >> 8) & 0xFF
    b = packed & 0xFF
    return wp.vec3(float(r), float(g), float(b)) / 255.0


@law
def rgb_gray(color: wp.vec3) -> int:
    """Level of gray from 0 to 255 of a colour, by the weights of luma in BT.601."""
    return int(255.0 * (0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]) + 0.5)


@law
def linear_light(c: float) -> float:
    """Linear intensity of an sRGB channel, both from 0 to 1."""
    if c <= 0.04045:
        return c / 12.92
    return wp.pow((c + 0.055) / 1.055, 2.4)


@computation(
    IMAGES,
    "gather each texel",
    fields={"value": "", "color": "with its colour", "gray": "with its grey level"},
    missing={
        "blank": "from where a source map points, with a blank value where it points nowhere",
        "keep": "from where a source map points, or from itself where it points nowhere",
    },
)
def remap_texels(texel: Any, blank: Any) -> None:
    src = texel.source
    if not exists(src):
        texel.result = blank if v.missing == "blank" else texel.value
        if v.fields == "color":
            texel.color_out = wp.vec3(blank, blank, blank) if v.missing == "blank" else texel.color
        elif v.fields == "gray":
            texel.gray_out = int(blank * float(WHITE) + 0.5) if v.missing == "blank" else texel.gray
        return
    texel.result = src.value
    if v.fields == "color":
        texel.color_out = src.color
    elif v.fields == "gray":
        texel.gray_out = src.gray


@computation(
    IMAGES,
    "mirror an image,",
    axis={"rows": "left to right", "columns": "top to bottom", "both": "both ways"},
    fields={"value": "", "gray": "of grey levels"},
)
def flip_image(texel: Any, width: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index - y * width
    if y >= height:
        return
    if v.axis == "rows":
        j = y * width + width - 1 - x
    elif v.axis == "columns":
        j = (height - 1 - y) * width + x
    else:
        j = (height - 1 - y) * width + width - 1 - x
    if v.fields == "value":
        texel.result = texel[j].value
    else:
        texel.gray_out = texel[j].gray


@computation(IMAGES, "transpose an image that is stored row by row", gray={True: "in grey levels", False: ""})
def transpose_image(texel: Any, width: Any) -> None:
    height = count(texel) // width
    x = texel.index // height
    y = texel.index % height
    if x >= width:
        return
    if v.gray:
        texel.gray_out = texel[y * width + x].gray
    else:
        texel.result = texel[y * width + x].value


@computation(
    IMAGES,
    "reorder the channels of each texel",
    copy={
        "reverse": "back to front, as from RGB to BGR",
        "shift": "by one place, the last to the front, as from RGBA to ARGB",
    },
)
def permute_channels(texel: Any, channels: Any) -> None:
    for c in range(channels):
        if v.copy == "reverse":
            texel.channels_out[c] = texel.channels[channels - 1 - c]
        else:
            texel.channels_out[(c + 1) % channels] = texel.channels[c]


@computation(
    IMAGES,
    "reduce the channels of each texel",
    law={"mean": "to their mean", "max": "to the largest", "chroma": "to how far the largest is above the smallest"},
)
def reduce_channels(texel: Any, channels: Any) -> None:
    if v.law == "mean":
        s = float(0.0)
        for c in range(channels):
            s += texel.channels[c]
        texel.result = s / float(channels)
    else:
        high = float(texel.channels[0])
        if v.law == "chroma":
            low = float(texel.channels[0])
        for c in range(1, channels):
            high = wp.max(high, texel.channels[c])
            if v.law == "chroma":
                low = wp.min(low, texel.channels[c])
        texel.result = high - low if v.law == "chroma" else high


@computation(
    IMAGES,
    "unpack 0xRRGGBB colours to floats",
    curve={"none": "in [0, 1]", "linear": "decoded from sRGB to linear light"},
    gray={True: "with the grey level of Rec. 601 luma", False: ""},
)
def unpack_texel(texel: Any) -> None:
    c = unpack_rgb8(texel.packed)
    if v.curve == "linear":
        texel.color_out = wp.vec3(linear_light(c[0]), linear_light(c[1]), linear_light(c[2]))
    else:
        texel.color_out = c
    if v.gray:
        texel.gray_out = rgb_gray(c)


@computation(
    IMAGES,
    "threshold grey levels to black and white,",
    invert={True: "with white up to the threshold", False: "with white above it"},
    masked={True: "with black outside a mask", False: ""},
)
def binarize(texel: Any, level: Any) -> None:
    g = int(0)
    if v.invert:
        if texel.gray <= level:
            g = WHITE
    else:
        if texel.gray > level:
            g = WHITE
    if v.masked:
        if not texel.mask:
            g = 0
    texel.gray_out = g


@computation(
    IMAGES,
    "build the histogram of grey levels from the bins of texels",
    masked={True: "inside a mask", False: ""},
    weighted={True: "with the sum of the intensities in each bin", False: ""},
)
def gray_histogram(texel: Any) -> None:
    if v.masked:
        if not texel.mask:
            return
    b = texel.bin
    b.count += 1
    if v.weighted:
        b.sum += texel.value


@computation(
    IMAGES,
    "map intensities through a tone curve tabulated at equal distances",
    between={"linear": "interpolated linearly", "nearest": "at its nearest entry"},
    masked={True: "keeping the grey level outside a mask", False: ""},
)
def map_gray_curve(texel: Any) -> None:
    if v.masked:
        if not texel.mask:
            texel.gray_out = texel.gray
            return
    last = count(bin) - 1
    x = texel.value * float(last)
    if v.between == "linear":
        k = wp.min(int(x), last - 1)
        level = wp.lerp(float(bin[k].level), float(bin[k + 1].level), x - float(k))
        texel.gray_out = int(level + 0.5)
    else:
        texel.gray_out = bin[int(x + 0.5)].level
