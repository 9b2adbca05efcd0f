"""Statements for the family ``image_regions``."""

from __future__ import annotations

import numpy as np


def measure_regions(t, v, n):
    region, texel = t.region, t.texel
    area, color_sum = region.area.copy(), region.color_sum.copy()
    brightest, first = region.brightest.copy(), region.first.copy()
    for i, r in enumerate(texel.region):
        if r >= 0 and (texel.mask[i] or not v.masked):
            area[r] += 1
            color_sum[r] += texel.color[i]
            brightest[r] = max(brightest[r], texel.value[i])
            first[r] = min(first[r], i)
    extra = {"color": ("color_sum", color_sum), "max": ("brightest", brightest), "first": ("first", first)}
    name, values = extra[v.outputs]
    return {"region.area": area, f"region.{name}": values}


def drop_small_regions(t, v, n):
    keep = t.region.size >= n.smallest
    return {"region.keep": keep & (t.region.parent < 0) if v.merged else keep}


def list_kept_texels(t, v, n):
    texel_list, kept_count = t.region.texel_list.copy(), t.region.kept_count.copy()
    for i, r in enumerate(t.texel.region):
        if r >= 0 and t.region.keep[r] and (v.total == "region" or t.texel.mask[i]):
            if kept_count[r] < n.list_capacity:
                texel_list[r, kept_count[r]] = i
            kept_count[r] += 1
    return {"region.texel_list": texel_list, "region.kept_count": kept_count}


def paint_regions(t, v, n):
    color = t.texel.color_out.copy()
    for i, r in enumerate(t.texel.region):
        if r >= 0:
            parent = t.region.parent[r]
            color[i] = t.region.color[parent if v.parent and parent >= 0 else r]
    return {"texel.color_out": color}


def block_sums(t, v, n):
    block, texel = t.block, t.texel
    sums, squares, counts = block.sum.copy(), block.square_sum.copy(), block.count.copy()
    used = block.active[texel.block] | (not v.active)
    np.add.at(sums, texel.block[used], texel.value[used])
    np.add.at(squares, texel.block[used], texel.value[used] ** 2)
    np.add.at(counts, texel.block[used], 1)
    out = {"block.sum": sums, "block.count": counts}
    return out | ({"block.square_sum": squares} if v.squares else {})


def adaptive_threshold(t, v, n):
    m, s = t.block.mean[t.texel.block], t.block.deviation[t.texel.block]
    level = {
        "niblack": m - n.threshold_factor * s,
        "sauvola": m + m * n.threshold_factor * (s / 0.5 - 1),
        "mean": m - n.threshold_offset,
    }[v.law]
    return {"texel.mask": (t.texel.value < level) & (s > 0.1 if v.flat else True)}
