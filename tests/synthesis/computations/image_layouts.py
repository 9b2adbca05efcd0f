"""Statements for the family ``image_layouts``."""

from __future__ import annotations

import numpy as np


def remap_texels(t, v, n):
    texel = t.texel
    has = texel.source >= 0
    blank = v.missing == "blank"
    out = {"texel.result": np.where(has, texel.value[texel.source], n.blank if blank else texel.value)}
    if v.fields == "color":
        other = n.blank if blank else texel.color
        out["texel.color_out"] = np.where(has[:, None], texel.color[texel.source], other)
    elif v.fields == "gray":
        other = np.floor(255.0 * n.blank + 0.5) if blank else texel.gray
        out["texel.gray_out"] = np.where(has, texel.gray[texel.source], other)
    return out


def flip_image(t, v, n):
    read, made = (t.texel.value, t.texel.result) if v.fields == "value" else (t.texel.gray, t.texel.gray_out)
    height = len(read) // n.width
    image = read[: height * n.width].reshape(height, n.width)
    axes = {"rows": 1, "columns": 0, "both": (0, 1)}[v.axis]
    flipped = np.concatenate([np.flip(image, axes).reshape(-1), made[height * n.width :]])
    return {f"texel.{'result' if v.fields == 'value' else 'gray_out'}": flipped}


def transpose_image(t, v, n):
    read, made = (t.texel.gray, t.texel.gray_out) if v.gray else (t.texel.value, t.texel.result)
    height = len(read) // n.width
    image = read[: height * n.width].reshape(height, n.width)
    return {
        f"texel.{'gray_out' if v.gray else 'result'}": np.concatenate([image.T.reshape(-1), made[height * n.width :]])
    }


def permute_channels(t, v, n):
    values = t.texel.channels
    return {"texel.channels_out": values[:, ::-1] if v.copy == "reverse" else np.roll(values, 1, axis=1)}


def reduce_channels(t, v, n):
    values = t.texel.channels
    made = {"mean": values.mean(axis=1), "max": values.max(axis=1), "chroma": np.ptp(values, axis=1)}[v.law]
    return {"texel.result": made}


def unpack_texel(t, v, n):
    parts = np.stack([t.texel.packed // 65536, t.texel.packed // 256 % 256, t.texel.packed % 256], axis=1)
    gray = np.floor(parts @ [0.299, 0.587, 0.114] + 0.5 + 1e-9).astype(int)
    color = parts / 255
    if v.curve == "linear":
        color = np.where(color <= 0.04045, color / 12.92, ((color + 0.055) / 1.055) ** 2.4)
    return {"texel.color_out": color} | ({"texel.gray_out": gray} if v.gray else {})


def binarize(t, v, n):
    bright = t.texel.gray > n.level
    white = (~bright if v.invert else bright) & (t.texel.mask if v.masked else True)
    return {"texel.gray_out": np.where(white, 255, 0)}


def gray_histogram(t, v, n):
    counts, sums = t.bin.count.copy(), t.bin.sum.copy()
    used = t.texel.mask | (not v.masked)
    np.add.at(counts, t.texel.bin[used], 1)
    np.add.at(sums, t.texel.bin[used], t.texel.value[used])
    return {"bin.count": counts} | ({"bin.sum": sums} if v.weighted else {})


def map_gray_curve(t, v, n):
    x = t.texel.value * (len(t.bin.level) - 1)
    if v.between == "linear":
        level = np.floor(np.interp(x, np.arange(len(t.bin.level)), t.bin.level) + 0.5).astype(int)
    else:
        level = t.bin.level[np.floor(x + 0.5).astype(int)]
    return {"texel.gray_out": np.where(t.texel.mask, level, t.texel.gray) if v.masked else level}
