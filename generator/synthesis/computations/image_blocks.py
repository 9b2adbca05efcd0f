"""Blocks of eight coefficients, and components of an image found by their roots."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.images import IMAGES

NONE = -1
COEFFICIENTS = 8
C1 = 0.98078528
C2 = 0.92387953
C3 = 0.83146961
C4 = 0.70710678
C5 = 0.55557023
C6 = 0.38268343
C7 = 0.19509032


@law
def butterfly(a: float, b: float) -> tuple[float, float]:
    """Sum and difference of two values, the step of which fast transforms are made."""
    return a + b, a - b


@law
def rotate_pair(a: float, b: float, c: float, s: float) -> tuple[float, float]:
    """Rotation step of a fast cosine transform: two values mixed by a cosine and a sine."""
    return a * c + b * s, a * s - b * c


@law
def rounded_level(x: float) -> int:
    """Nearest whole number, halves rounded away from zero."""
    if x < 0.0:
        return int(x - 0.5)
    return int(x + 0.5)


@computation(
    IMAGES,
    "compute the 8-point DCT-II of each block by its even-odd decomposition",
    scaled={True: "with orthonormal scaling", False: "without scaling"},
    active={True: "for active blocks", False: ""},
)
def block_cosine_transform(block: Any) -> None:
    if v.active:
        if not block.active:
            return
    s07, d07 = butterfly(block.row[0], block.row[7])
    s16, d16 = butterfly(block.row[1], block.row[6])
    s25, d25 = butterfly(block.row[2], block.row[5])
    s34, d34 = butterfly(block.row[3], block.row[4])
    # even half
    e0 = s07 + s34
    e1 = s16 + s25
    e2 = s07 - s34
    e3 = s16 - s25
    c2, c6 = rotate_pair(e2, e3, C2, C6)
    # odd half
    c1 = C1 * d07 + C3 * d16 + C5 * d25 + C7 * d34
    c3 = C3 * d07 - C7 * d16 - C1 * d25 - C5 * d34
    c5 = C5 * d07 - C1 * d16 + C7 * d25 + C3 * d34
    c7 = C7 * d07 - C5 * d16 + C3 * d25 - C1 * d34
    if v.scaled:
        block.coefficients[0] = 0.5 * C4 * (e0 + e1)
        block.coefficients[1] = 0.5 * c1
        block.coefficients[2] = 0.5 * c2
        block.coefficients[3] = 0.5 * c3
        block.coefficients[4] = 0.5 * C4 * (e0 - e1)
        block.coefficients[5] = 0.5 * c5
        block.coefficients[6] = 0.5 * c6
        block.coefficients[7] = 0.5 * c7
    else:
        block.coefficients[0] = e0 + e1
        block.coefficients[1] = c1
        block.coefficients[2] = c2
        block.coefficients[3] = c3
        block.coefficients[4] = C4 * (e0 - e1)
        block.coefficients[5] = c5
        block.coefficients[6] = c6
        block.coefficients[7] = c7


@computation(
    IMAGES,
    "quantise the eight transform coefficients of each block, 16 times the coefficient over its table step, rounded half away from zero",
    counted={True: "counting nonzero levels", False: ""},
    last={True: "storing the place of the last nonzero one, -1 for none", False: ""},
)
def quantize_block(block: Any) -> None:
    if v.counted:
        n = int(0)
    if v.last:
        last = int(NONE)
    for k in range(COEFFICIENTS):
        q = rounded_level(16.0 * block.coefficients[k] / float(block.table[k]))
        block.levels[k] = q
        if v.counted or v.last:
            if q != 0:
                if v.counted:
                    n += 1
                if v.last:
                    last = k
    if v.counted:
        block.nonzero = n
    if v.last:
        block.last = last


@computation(
    IMAGES,
    "dequantise the levels of each block to coefficients, level times table step over 16",
    active={True: "zeroing inactive blocks", False: ""},
)
def dequantize_block(block: Any) -> None:
    if v.active:
        if not block.active:
            for k in range(COEFFICIENTS):
                block.coefficients[k] = 0.0
            return
    for k in range(COEFFICIENTS):
        block.coefficients[k] = float(block.levels[k] * block.table[k]) / 16.0


@computation(
    IMAGES,
    "find the root of each region by following its merge links (the find of union-find)",
    mark={"none": "", "roots": "keeping roots only", "large": "keeping roots of at least the smallest size only"},
)
def region_root(region: Any, smallest: Any) -> None:
    r = int(region.index)
    p = int(region.merged)
    # parents have smaller numbers
    while p < r:
        r = p
        p = region[r].merged
    region.root = r
    if v.mark != "none":
        keep = r == region.index
        if v.mark == "large":
            keep = keep and region.size >= smallest
        region.keep = keep


@computation(
    IMAGES,
    "initialise the parents of union-find component labelling of an image, each texel its own",
    left={True: "or its left neighbour where both have the same label", False: ""},
    mask={True: "and -1 outside the mask", False: ""},
)
def start_components(texel: Any, width: Any) -> None:
    i = texel.index
    if v.mask:
        if not texel.mask:
            texel.parent = NONE
            return
    if v.left:
        parent = int(i)
        if i % width > 0:
            joins = texel.label >= 0 and texel[i - 1].label == texel.label
            if v.mask:
                joins = joins and texel[i - 1].mask
            if joins:
                parent = i - 1
        texel.parent = parent
    else:
        texel.parent = i


@computation(
    IMAGES,
    "magnify the upper left quarter of an image to its full size",
    law={"repeat": "by nearest-neighbour sampling", "mean": "by bilinear sampling"},
)
def double_image(texel: Any, width: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index % width
    if y >= height:
        return
    x0 = x // 2
    y0 = y // 2
    if v.law == "repeat":
        texel.result = texel[y0 * width + x0].value
    else:
        x1 = x0 + x % 2
        y1 = y0 + y % 2
        a = texel[y0 * width + x0].value + texel[y0 * width + x1].value
        b = texel[y1 * width + x0].value + texel[y1 * width + x1].value
        texel.result = 0.25 * (a + b)


@computation(
    IMAGES,
    "check stereo matches for left-right consistency: a match holds if the matched texel points back to within one texel",
    store={"mask": "", "shift": "zeroing the shift of inconsistent ones"},
)
def check_matches(texel: Any) -> None:
    if not exists(texel.match):
        texel.mask = False
        if v.store == "shift":
            texel.shift = wp.vec2()
        return
    match = texel.match
    back = match.left_match
    good = exists(back) and wp.abs(back.index - texel.index) <= 1
    texel.mask = good
    if v.store == "shift":
        if not good:
            texel.shift = wp.vec2()
