"""Statements for the family ``texture_layers``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import unit

REPEAT, CLAMP, MIRROR = range(3)


def _blend(base, top, mode):
    return [top, base * top, 1.0 - (1.0 - base) * (1.0 - top), np.minimum(base + top, 1.0)][mode]


def _tile(t, n):
    return np.floor(t.sample.uv * n.tile_count).astype(int)


def blend_layers(t, v, n):
    color = t.sample.color.copy()
    for i, layers in enumerate(t.sample.layers):
        for k in layers:
            if t.layer.visible[k] or not v.hidden:
                share = t.layer.alpha[k] if v.alpha else 1.0
                color[i] = (1 - share) * color[i] + share * _blend(color[i], t.layer.color[k], t.layer.mode[k])
    return {"sample.color": color}


def checker_board(t, v, n):
    tile = _tile(t, n)
    even = (tile.sum(axis=1) % 2 == 0)[:, None]
    dark = t.sample.color / 2 if v.paint == "darken" else np.zeros_like(t.sample.color)
    light = t.sample.color if v.paint == "darken" else np.ones_like(t.sample.color)
    out = {"sample.color": np.where(even, light, dark)}
    return out | ({"sample.tile": tile} if v.tile else {})


def blend_detail_normal(t, v, n):
    normal = t.sample.normal.copy()
    for i, (base, detail) in enumerate(zip(t.sample.normal, t.sample.detail, strict=True)):
        if v.law == "add":
            normal[i] = unit(base * [1, 1, detail[2]] + detail * [1, 1, 0])
        else:  # the rotation that takes z to the base, as half turns about z and about the middle
            if base[2] <= -1 + 1e-6:
                normal[i] = detail * [1, -1, -1]
                continue
            middle = unit(base + np.array([0, 0, 1]))
            about_z = detail * [-1, -1, 1]
            normal[i] = 2 * (about_z @ middle) * middle - about_z
    return {"sample.normal": normal}
