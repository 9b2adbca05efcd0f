"""Statements for the family ``image_blocks``."""

from __future__ import annotations

import numpy as np


def block_cosine_transform(t, v, n):
    k, x = np.arange(8)[:, None], np.arange(8)[None]
    basis = np.cos(np.pi * (2 * x + 1) * k / 16)
    made = t.block.row @ basis.T
    if v.scaled:
        made *= np.where(np.arange(8) == 0, np.sqrt(1 / 8), np.sqrt(2 / 8))
    return {"block.coefficients": np.where((t.block.active | (not v.active))[:, None], made, t.block.coefficients)}


def quantize_block(t, v, n):
    steps = 16.0 * t.block.coefficients / t.block.table
    levels = (np.sign(steps) * np.floor(np.abs(steps) + 0.5)).astype(int)
    out = {"block.levels": levels}
    out |= {"block.nonzero": (levels != 0).sum(axis=1)} if v.counted else {}
    last = np.where(levels != 0, np.arange(8), -1).max(axis=1)
    return out | ({"block.last": last} if v.last else {})


def dequantize_block(t, v, n):
    made = t.block.levels * t.block.table / 16.0
    return {"block.coefficients": made * t.block.active[:, None] if v.active else made}


def region_root(t, v, n):
    region = t.region
    root = np.arange(len(region.merged))
    for i, p in enumerate(region.merged):
        root[i] = root[p] if p < i else i
    keep = (root == np.arange(len(root))) & ((region.size >= n.smallest) | (v.mark != "large"))
    return {"region.root": root} | ({"region.keep": keep} if v.mark != "none" else {})


def start_components(t, v, n):
    label, i = t.texel.label, np.arange(len(t.texel.label))
    same = (label != -1) & (label == np.roll(label, 1))
    joins = (i % n.width > 0) & same & v.left & (np.roll(t.texel.mask, 1) | (not v.mask))
    return {"texel.parent": np.where(t.texel.mask | (not v.mask), i - joins, -1)}


def double_image(t, v, n):
    height = len(t.texel.value) // n.width
    image = t.texel.value[: height * n.width].reshape(height, n.width)
    rows, columns = np.arange(height), np.arange(n.width)
    if v.law == "repeat":
        made = image[np.ix_(rows // 2, columns // 2)]
    else:
        halves = [
            image[np.ix_(np.minimum((rows + a) // 2, height - 1), np.minimum((columns + b) // 2, n.width - 1))]
            for a in (0, 1)
            for b in (0, 1)
        ]
        made = np.mean(halves, axis=0)
    return {"texel.result": np.concatenate([made.reshape(-1), t.texel.result[height * n.width :]])}


def check_matches(t, v, n):
    texel = t.texel
    mask, shift = np.zeros(len(texel.match), dtype=bool), texel.shift.copy()
    for i, k in enumerate(texel.match):
        if k >= 0:
            back = texel.left_match[k]
            mask[i] = back >= 0 and abs(back - i) <= 1
        shift[i] *= mask[i]
    return {"texel.mask": mask} | ({"texel.shift": shift} if v.store == "shift" else {})
