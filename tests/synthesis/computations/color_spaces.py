"""Statements for the family ``color_spaces``."""

from __future__ import annotations

import colorsys

import numpy as np


def _decode(c):
    return np.where(c <= 0.04045, c / 12.92, ((np.maximum(c, 0.0) + 0.055) / 1.055) ** 2.4)


def _encode(c):
    return np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 0.0) ** (1 / 2.4) - 0.055)


YCC = np.array([[0.299, 0.587, 0.114], [-0.168736, -0.331264, 0.5], [0.5, -0.418688, -0.081312]])
"""Luma and the differences of blue and red, of a colour: the matrix of JPEG."""


def convert_srgb(t, v, n):
    made = (_decode if v.way == "decode" else _encode)(t.pixel.rgb)
    return {"pixel.rgb_out": np.where(t.pixel.mask[:, None], made, t.pixel.rgb) if v.masked else made}


def to_working_space(t, v, n):
    made = t.pixel.rgb.copy()
    for i, image in enumerate(t.pixel.image):
        space = t.image.space[image]
        made[i] = [made[i], _decode(made[i]), t.image.matrix[image] @ made[i]][space]
        made[i] *= t.image.exposure[image] if v.exposed else 1.0
    return {"pixel.rgb_out": made}


def rgb_to_hue(t, v, n):
    if v.law == "value":
        return {"pixel.hsv": np.array([colorsys.rgb_to_hsv(*c) for c in t.pixel.rgb])}
    hls = np.array([colorsys.rgb_to_hls(*c) for c in t.pixel.rgb])
    return {"pixel.hsl": hls[:, [0, 2, 1]]}


def hsv_to_rgb(t, v, n):
    return {"pixel.rgb_out": np.array([colorsys.hsv_to_rgb(*c) for c in t.pixel.hsv])}


def split_luma(t, v, n):
    parts = t.pixel.rgb @ YCC.T
    return {"pixel.luma": parts[:, 0]} | ({"pixel.chroma": parts[:, 1:]} if v.outputs == "both" else {})


def join_luma(t, v, n):
    made = np.column_stack([t.pixel.luma, t.pixel.chroma]) @ np.linalg.inv(YCC).T
    return {"pixel.rgb_out": np.clip(made, 0.0, 1.0) if v.clamp else made}


def apply_color_matrix(t, v, n):
    matrices = t.image.matrix[t.pixel.image]
    colors = t.pixel.rgb if v.source == "rgb" else t.pixel.xyz
    if v.inverse:
        return {"pixel.rgb_out": np.array([np.linalg.solve(m, c) for m, c in zip(matrices, colors, strict=True)])}
    return {"pixel.rgb_out": np.einsum("nij,nj->ni", matrices, colors)}


def spectrum_to_xyz(t, v, n):
    xyz, total = t.spectrum.xyz.copy(), t.spectrum.total.copy()
    for i, bands in enumerate(t.spectrum.bands):
        if v.unlit and not t.spectrum.active[i]:
            xyz[i] = 0.0
            continue
        power = t.band.power[bands] * t.band.width[bands] * (t.band.reflectance[bands] if v.reflected else 1.0)
        xyz[i], total[i] = power @ t.band.response[bands], power.sum()
    return {"spectrum.xyz": xyz} | ({"spectrum.total": total} if v.total else {})


def strongest_band(t, v, n):
    lit = t.spectrum.active | (not v.lit)
    peaks = [max(bands, key=lambda b: t.band.power[b], default=-1) for bands in t.spectrum.bands]
    return {"spectrum.peak": np.where(lit, peaks, -1)}
