"""Statements for the family ``image_codes``."""

from __future__ import annotations

import numpy as np


def _rows(t, n):
    """Height, and number, column and row of the texels of whole rows."""
    height = len(t.texel.value) // n.width
    return height, [(i, i % n.width, i // n.width) for i in range(height * n.width)]


def demosaic(t, v, n):
    made = t.texel.color_out.copy()
    height, texels = _rows(t, n)
    if v.border == "black":
        made[height * n.width :] = 0.0
    image = t.texel.value[: height * n.width].reshape(height, n.width)
    columns, rows = np.meshgrid(np.arange(n.width), np.arange(height))
    shift = 0 if v.start == "rg" else 1
    # 0 red, 1 green, 2 blue
    colors = np.where(rows % 2 == 0, (columns + shift) % 2, 1 + (columns + shift) % 2)
    for i, x, y in texels:
        if x in (0, n.width - 1) or y in (0, height - 1):
            made[i] = 0.0 if v.border == "black" else made[i]
            continue
        window, kinds = image[y - 1 : y + 2, x - 1 : x + 2], colors[y - 1 : y + 2, x - 1 : x + 2]
        for k in range(3):  # the texel's own value where it has the colour, else the mean of the neighbours that do
            made[i, k] = image[y, x] if colors[y, x] == k else window[kinds == k].mean()
    return {"texel.color_out": made}


def unpack_luma_pairs(t, v, n):
    texel = t.texel
    i = np.arange(len(texel.gray))
    first = i // 2 * 2
    chroma = texel.chroma[np.stack([first, np.minimum(first + 1, len(i) - 1)], axis=1)]
    if v.chroma == "gray":
        chroma = np.where(texel.mask[:, None], chroma, 128)
    weights = np.array([[298, 0, 409], [298, -100, -208], [298, 516, 0]])
    parts = np.column_stack([texel.gray - 16, chroma - 128]) @ weights.T
    parts = np.clip((parts + 128) // 256, 0, 255)
    return {"texel.packed_out": parts @ [65536, 256, 1]}


def census_transform(t, v, n):
    census = t.texel.census.copy()
    height, texels = _rows(t, n)
    padded = np.pad(t.texel.gray[: height * n.width].reshape(height, n.width), 1, constant_values=1000)
    ring = [(a, b) for a in range(3) for b in range(3) if (a, b) != (1, 1)]
    ring = [(a, b) for a, b in ring if v.ring == 8 or 1 in (a, b)]
    for i, x, y in texels:
        limit = t.texel.gray[i] - (n.margin if v.margin else 0)
        darker = [padded[y + a, x + b] < limit for a, b in ring]
        census[i] = sum(1 << k for k, dark in enumerate(darker) if dark)
    return {"texel.census": census}


def stereo_costs(t, v, n):
    made = t.texel.cost_out.copy()
    for i in range(len(made)):
        for d in range(n.disparities):
            if i % n.width < d:
                made[i, d] = 1000.0 if v.missing == "large" else made[i, d]
            elif v.law == "census":
                made[i, d] = bin(int(t.texel.census[i]) ^ int(t.texel.right_census[i - d])).count("1")
            else:
                made[i, d] = abs(t.texel.value[i] - t.texel.right[i - d])
    return {"texel.cost_out": made}


def aggregate_costs(t, v, n):
    made = t.texel.path_cost_out.copy()
    steps = np.abs(np.subtract.outer(np.arange(n.disparities), np.arange(n.disparities)))
    penalty = np.select([steps == 0, steps == 1], [0.0, n.small_penalty], n.large_penalty)
    for i, k in enumerate(t.texel.before):
        if k >= 0:
            before = t.texel.path_cost[k]
            made[i] = t.texel.cost[i] + (before + penalty).min(axis=1) - (before.min() if v.level else 0.0)
        else:
            made[i] = t.texel.cost[i]
    return {"texel.path_cost_out": made}


def choose_disparity(t, v, n):
    costs = t.texel.cost
    order = np.sort(costs, axis=1)
    clear = order[:, 1] >= order[:, 0] + n.cost_margin
    chosen = costs.argmin(axis=1)
    out = {"texel.disparity": np.where(clear, chosen, -1) if v.unique else chosen}
    return out | ({"texel.least_cost": order[:, 0]} if v.cost else {})
