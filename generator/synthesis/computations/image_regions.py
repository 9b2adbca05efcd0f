"""Regions and blocks of an image: what they gather, which stay, and what texels get from them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.images import IMAGES

FLAT = 0.1
"""Deviation below which a block has no foreground."""


@computation(
    IMAGES,
    "measure the area of each region of an image",
    outputs={
        "color": "and the sum of colours",
        "max": "and the largest intensity",
        "first": "and its first texel",
    },
    masked={True: "inside a mask", False: ""},
)
def measure_regions(texel: Any) -> None:
    region = texel.region
    if v.masked:
        if not texel.mask:
            return
    region.area += 1
    if v.outputs == "color":
        region.color_sum += texel.color
    elif v.outputs == "max":
        wp.atomic_max(region.brightest, texel.value)
    else:
        wp.atomic_min(region.first, texel.index)


@computation(IMAGES, "drop regions below the smallest size", merged={True: "and those merged into another", False: ""})
def drop_small_regions(region: Any, smallest: Any) -> None:
    keep = region.size >= smallest
    if v.merged:
        if exists(region.parent):
            keep = False
    region.keep = keep


@computation(
    IMAGES,
    "compact the texels of kept regions into a bounded list a region by atomic slots",
    total={"region": "", "masked": "inside a mask"},
)
def list_kept_texels(texel: Any, list_capacity: Any) -> None:
    region = texel.region
    if not region.keep:
        return
    if v.total == "masked":
        if not texel.mask:
            return
    slot = wp.atomic_add(region.kept_count, 1)
    if slot >= list_capacity:
        return
    region.texel_list[slot] = texel.index


@computation(
    IMAGES,
    "paint each texel with the mean colour of its region",
    parent={True: "or of the region that one was merged into", False: ""},
)
def paint_regions(texel: Any) -> None:
    region = texel.region
    c = region.color
    if v.parent:
        if exists(region.parent):
            c = region.parent.color
    texel.color_out = c


@computation(
    IMAGES,
    "accumulate the sum and number of intensities of each block",
    squares={True: "and the sum of squares for its variance", False: ""},
    active={True: "for active blocks", False: ""},
)
def block_sums(texel: Any) -> None:
    block = texel.block
    if v.active:
        if not block.active:
            return
    x = texel.value
    block.sum += x
    if v.squares:
        block.square_sum += x * x
    block.count += 1


@computation(
    IMAGES,
    "binarise each texel as foreground where it is darker than an adaptive threshold of its block,",
    law={
        "niblack": "Niblack's, the mean less the factor times the deviation",
        "sauvola": "Sauvola's, the mean times 1 + factor (2 s - 1), with the deviation s",
        "mean": "the mean less an offset",
    },
    flat={True: "with no foreground in blocks of low contrast", False: ""},
)
def adaptive_threshold(texel: Any, threshold_factor: Any, threshold_offset: Any) -> None:
    block = texel.block
    m = block.mean
    s = block.deviation
    if v.law == "niblack":
        level = m - threshold_factor * s
    elif v.law == "sauvola":
        level = m * (1.0 + threshold_factor * (2.0 * s - 1.0))
    else:
        level = m - threshold_offset
    on = texel.value < level
    if v.flat:
        on = on and s > FLAT
    texel.mask = on
