"""Images in one row of texels: windows, taps, sums over lines, resampling."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.images import IMAGES


@law
def inside_image(x: int, y: int, width: int, height: int) -> bool:
    """Whether a column and a row lie within an image."""
    return x >= 0 and x < width and y >= 0 and y < height


@law
def clamp_texel(x: int, y: int, width: int, height: int) -> int:
    """Number of the texel at a column and row, of the nearest in the image for one outside."""
    return wp.clamp(y, 0, height - 1) * width + wp.clamp(x, 0, width - 1)


@law
def mirror_index(x: int, size: int) -> int:
    """Index mirrored at both ends of a row, each end appearing twice."""
    # over and over, where the image is narrower than the filter
    period = 2 * size
    m = (x % period + period) % period
    return wp.min(m, period - 1 - m)


@computation(
    IMAGES,
    "blur an image with a box window,",
    border={"clamp": "with clamped borders", "skip": "over the texels inside the image"},
    direction={"row": "along rows", "column": "along columns"},
)
def box_blur(texel: Any, width: Any, radius: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index - y * width
    if y >= height:
        return
    total = float(0.0)
    if v.border == "skip":
        n = int(0)
    for k in range(-radius, radius + 1):
        xk = x
        yk = y
        if v.direction == "row":
            xk = wp.clamp(x + k, 0, width - 1) if v.border == "clamp" else x + k
        else:
            yk = wp.clamp(y + k, 0, height - 1) if v.border == "clamp" else y + k
        if v.border == "skip":
            if not inside_image(xk, yk, width, height):
                continue
            n += 1
        total += texel[yk * width + xk].value
    texel.result = total / float(2 * radius + 1) if v.border == "clamp" else total / float(n)


@computation(
    IMAGES,
    "correlate each texel of the whole rows of an image with a sparse filter of its own, a list of taps,",
    border={
        "skip": "dropping taps outside the image",
        "clamp": "with clamped borders",
        "mirror": "with mirrored borders",
    },
    normalized={True: "normalised by the weights in use", False: ""},
)
def tap_filter(texel: Any, width: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index % width
    if y >= height:
        return
    total = float(0.0)
    if v.normalized:
        weights = float(0.0)
    for tap in texel.taps:
        xk = x + tap.dx
        yk = y + tap.dy
        w = tap.weight
        if v.border == "skip":
            if not inside_image(xk, yk, width, height):
                continue
        elif v.border == "mirror":
            xk = mirror_index(xk, width)
            yk = mirror_index(yk, height)
        if v.border == "clamp":
            total += w * texel[clamp_texel(xk, yk, width, height)].value
        else:
            total += w * texel[yk * width + xk].value
        if v.normalized:
            weights += w
    if v.normalized and weights > 0.0:
        total = total / weights
    texel.result = total


@computation(
    IMAGES,
    "filter grey levels over the structuring element of taps",
    law={"dilate": "by dilation (the maximum)", "erode": "by erosion (the minimum)"},
    own={True: "with the texel itself", False: ""},
)
def gray_morphology(texel: Any, width: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index % width
    if y >= height:
        return
    best = int(0)
    if v.law == "erode":
        best = int(255)
    if v.own:
        best = texel.gray
    for tap in texel.taps:
        xk = x + tap.dx
        yk = y + tap.dy
        if not inside_image(xk, yk, width, height):
            continue
        g = texel[yk * width + xk].gray
        if v.law == "dilate":
            best = wp.max(best, g)
        else:
            best = wp.min(best, g)
    texel.gray_out = best


@computation(
    IMAGES,
    "compute box sums of an image in constant time from four corners of its integral image",
    mean={
        "sum": "",
        "mean": "divided by the area",
        "threshold": "divided by the area, and mark the texels above these means",
    },
)
def box_sum_from_integral(texel: Any, width: Any, radius: Any) -> None:
    height = count(texel) // width
    y = texel.index // width
    x = texel.index % width
    if y >= height:
        return
    x0 = wp.max(x - radius, 0)
    y0 = wp.max(y - radius, 0)
    x1 = wp.min(x + radius, width - 1)
    y1 = wp.min(y + radius, height - 1)
    s = texel[y1 * width + x1].integral
    if x0 > 0:
        s -= texel[y1 * width + x0 - 1].integral
    if y0 > 0:
        s -= texel[(y0 - 1) * width + x1].integral
    if x0 > 0 and y0 > 0:
        s += texel[(y0 - 1) * width + x0 - 1].integral
    if v.mean != "sum":
        s = s / float((x1 - x0 + 1) * (y1 - y0 + 1))
    texel.result = s
    if v.mean == "threshold":
        texel.mask = texel.value > s


@computation(
    IMAGES,
    "warp an image backwards along a flow field with bilinear sampling,",
    outside={"blank": "blank outside", "clamp": "with clamped borders"},
    color={True: "in colour", False: ""},
)
def warp_image(texel: Any, width: Any, blank: Any) -> None:
    height = count(texel) // width
    row = texel.index // width
    if row >= height:
        return
    d = texel.shift
    x = float(texel.index - row * width) + d[0]
    y = float(row) + d[1]
    if v.outside == "blank":
        if x < 0.0 or y < 0.0 or x > float(width - 1) or y > float(height - 1):
            if v.color:
                texel.color_out = wp.vec3(blank, blank, blank)
            else:
                texel.result = blank
            return
    x0 = int(wp.floor(x))
    y0 = int(wp.floor(y))
    fx = x - float(x0)
    fy = y - float(y0)
    i00 = clamp_texel(x0, y0, width, height)
    i10 = clamp_texel(x0 + 1, y0, width, height)
    i01 = clamp_texel(x0, y0 + 1, width, height)
    i11 = clamp_texel(x0 + 1, y0 + 1, width, height)
    if v.color:
        top = texel[i00].color * (1.0 - fx) + texel[i10].color * fx
        bottom = texel[i01].color * (1.0 - fx) + texel[i11].color * fx
        texel.color_out = top * (1.0 - fy) + bottom * fy
    else:
        top = texel[i00].value * (1.0 - fx) + texel[i10].value * fx
        bottom = texel[i01].value * (1.0 - fx) + texel[i11].value * fx
        texel.result = top * (1.0 - fy) + bottom * fy
