"""Images from sensors and codecs: mosaics, planes of chroma, census codes, stereo costs, blocks of coefficients."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.images import IMAGES

HALF_CHROMA = 128
NONE = -1
FAR = 1000.0


@law
def inside(x: int, y: int, width: int, height: int) -> bool:
    """Whether a column and a row lie within an image."""
    return x >= 0 and x < width and y >= 0 and y < height


@law
def clip_byte(x: int) -> int:
    """Nearest value that fits into a byte without sign."""
    return wp.min(wp.max(x, 0), 255)


@law
def bit_count8(x: int) -> int:
    """Number of bits set in a byte, by Kernighan's way of clearing the lowest one."""
    n = int(0)
    rest = int(x)
    while rest != 0:
        rest = rest & (rest - 1)
        n += 1
    return n


@law
def color_from_luma(y: int, cb: int, cr: int) -> tuple[int, int, int]:
    """RGB bytes of a YCbCr colour of video range (BT.601), in whole numbers of 8 fraction bits."""
    c = 298 * (y - 16) + 128
    d = cb - HALF_CHROMA
    e = cr - HALF_CHROMA
    r = clip_byte((c + 409 * e) >> 8)
    g = clip_byte((c - 100 * d - 208 * e) >> 8)
    b = clip_byte((c + 516 * d) >> 8)
    return r, g, b


@computation(
    IMAGES,
    "demosaic a Bayer image by bilinear interpolation of the missing colours",
    start={"rg": "for the pattern RGGB", "gr": "for the pattern GRBG"},
    border={"skip": "inside its border", "black": "with a black border"},
)
def demosaic(texel: Any, width: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index - y * width
    if x == 0 or y == 0 or x == width - 1 or y >= height - 1:
        if v.border == "black":
            texel.color_out = wp.vec3()
        return
    i = texel.index
    c = texel.value
    sides = 0.5 * (texel[i - 1].value + texel[i + 1].value)
    column = 0.5 * (texel[i - width].value + texel[i + width].value)
    if v.start == "rg":
        red_column = x % 2 == 0
    else:
        red_column = x % 2 == 1
    if y % 2 == 0:
        if red_column:
            # red here, blue at the corners
            above = texel[i - width - 1].value + texel[i - width + 1].value
            below = texel[i + width - 1].value + texel[i + width + 1].value
            texel.color_out = wp.vec3(c, 0.5 * (sides + column), 0.25 * (above + below))
        else:
            texel.color_out = wp.vec3(sides, c, column)
    else:
        if red_column:
            texel.color_out = wp.vec3(column, c, sides)
        else:
            above = texel[i - width - 1].value + texel[i - width + 1].value
            below = texel[i + width - 1].value + texel[i + width + 1].value
            texel.color_out = wp.vec3(0.25 * (above + below), 0.5 * (sides + column), c)


@computation(
    IMAGES,
    "decode 4:2:2 video to packed RGB: each texel has its own luma, and the pair shares Cb and Cr (BT.601 in 8-bit fixed point)",
    chroma={"pair": "", "gray": "grey outside a mask"},
)
def unpack_luma_pairs(texel: Any) -> None:
    i = texel.index
    first = i - i % 2
    second = wp.min(first + 1, count(texel) - 1)
    y = texel.gray
    cb = texel[first].chroma
    cr = texel[second].chroma
    if v.chroma == "gray":
        if not texel.mask:
            cb = HALF_CHROMA
            cr = HALF_CHROMA
    r, g, b = color_from_luma(y, cb, cr)
    texel.packed_out = (r << 16) | (g << 8) | b


@computation(
    IMAGES,
    "compute the census code of each texel,",
    ring={
        4: "a bit for each of four neighbours in row order, from the lowest, that is darker",
        8: "a bit for each of eight neighbours in row order, from the lowest, that is darker",
    },
    margin={True: "by more than a margin", False: ""},
)
def census_transform(texel: Any, width: Any, margin: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index % width
    if y >= height:
        return
    c = texel.gray
    if v.margin:
        c = c - margin
    code = int(0)
    bit = int(0)
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if dx == 0 and dy == 0:
                continue
            if v.ring == 4:
                if dx * dy != 0:
                    continue
            if inside(x + dx, y + dy, width, height):
                if texel[(y + dy) * width + x + dx].gray < c:
                    code = code | (1 << bit)
            bit += 1
    texel.census = code


@computation(
    IMAGES,
    "compute the matching cost of each disparity of a texel of the left image, to the texel that many columns to the left in the right one,",
    law={"census": "as the Hamming distance of census codes", "absolute": "as the absolute difference of intensities"},
    missing={
        "large": "and a large cost beyond the left border",
        "skip": "leaving out disparities beyond the left border",
    },
)
def stereo_costs(texel: Any, width: Any, disparities: Any) -> None:
    x = texel.index % width
    for d in range(disparities):
        if d > x:
            if v.missing == "large":
                texel.cost_out[d] = FAR
            continue
        j = texel.index - d
        if v.law == "census":
            texel.cost_out[d] = float(bit_count8(texel.census ^ texel[j].right_census))
        else:
            texel.cost_out[d] = wp.abs(texel.value - texel[j].right)


@computation(
    IMAGES,
    "aggregate the costs of a texel along one path by the semi-global matching recurrence, from the aggregated costs of the texel before, with a small and a large penalty",
    level={True: "less the lowest of the texel before", False: ""},
)
def aggregate_costs(texel: Any, disparities: Any, small_penalty: Any, large_penalty: Any) -> None:
    if not exists(texel.before):
        for d in range(disparities):
            texel.path_cost_out[d] = texel.cost[d]
        return
    before = texel.before
    lowest = float(FAR)
    for d in range(disparities):
        lowest = wp.min(lowest, before.path_cost[d])
    for d in range(disparities):
        best = wp.min(before.path_cost[d], lowest + large_penalty)
        if d > 0:
            best = wp.min(best, before.path_cost[d - 1] + small_penalty)
        if d < disparities - 1:
            best = wp.min(best, before.path_cost[d + 1] + small_penalty)
        texel.path_cost_out[d] = texel.cost[d] + (best - lowest if v.level else best)


@computation(
    IMAGES,
    "pick the disparity of lowest cost of each texel (winner takes all)",
    unique={True: "rejecting it with -1 if the runner-up is within the margin", False: ""},
    cost={True: "storing its cost", False: ""},
)
def choose_disparity(texel: Any, disparities: Any, cost_margin: Any) -> None:
    best = texel.cost[0]
    chosen = int(0)
    for d in range(1, disparities):
        if texel.cost[d] < best:
            best = texel.cost[d]
            chosen = d
    if v.unique:
        second = float(FAR)
        for d in range(disparities):
            if d != chosen:
                second = wp.min(second, texel.cost[d])
        if second < best + cost_margin:
            chosen = NONE
    texel.disparity = chosen
    if v.cost:
        texel.least_cost = best
