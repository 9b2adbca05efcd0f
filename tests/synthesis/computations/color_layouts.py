"""Statements for the family ``color_layouts``."""

from __future__ import annotations

import numpy as np


def _bytes(packed):
    return np.stack([packed // 65536, packed // 256 % 256, packed % 256], axis=1)


def _packed(parts):
    return parts @ np.array([65536, 256, 1])


def pack_color(t, v, n):
    parts = np.floor(np.clip(t.pixel.graded, 0, 1) * 255 + 0.5).astype(int) * (t.pixel.mask[:, None] | (not v.masked))
    return {"pixel.packed_out": _packed(parts)} if v.word else {"pixel.bytes": parts}


def unpack_color(t, v, n):
    parts = _bytes(t.pixel.packed)
    return {"pixel.bytes": parts} if v.to == "bytes" else {"pixel.rgb_out": parts / 255}


def swap_red_blue(t, v, n):
    parts = _bytes(t.pixel.packed)[:, ::-1]
    return {"pixel.packed_out": _packed(255 - parts if v.invert else parts)}


def expand_rgb565(t, v, n):
    widths = np.array([5, 6, 5])
    parts = np.stack([t.pixel.code // 2048, t.pixel.code // 32 % 64, t.pixel.code % 32], axis=1)
    wide = parts * 2 ** (8 - widths)
    return {"pixel.packed_out": _packed(wide + parts // 2 ** (2 * widths - 8) if v.exact else wide)}


def pack_rgb565(t, v, n):
    made = t.pixel.bytes // [8, 4, 8] @ [2048, 32, 1]
    return {"pixel.code": np.where(t.pixel.mask, made, t.pixel.code) if v.masked else made}


def reorder_channels(t, v, n):
    orders = np.array([[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 0, 0]])[t.image.format[t.pixel.image]]
    made = np.take_along_axis(t.pixel.rgb, orders, axis=1)
    return {"pixel.rgb_out": made * t.pixel.mask[:, None] if v.masked else made}


def composite_pixel(t, v, n):
    a, b = t.pixel.layer, t.pixel.rgba
    front, back = (b, a) if v.law == "under" else (a, b)
    shares = front[:, 3:], (1 - front[:, 3:]) * back[:, 3:]
    alpha = shares[0] + shares[1]
    mixed = shares[0] * front[:, :3] + shares[1] * back[:, :3]
    if v.law == "straight":
        mixed = np.divide(mixed, alpha, out=np.zeros_like(mixed), where=alpha > 0.0)
    return {"pixel.rgba_out": np.hstack([mixed, alpha])}


def convert_alpha_mode(t, v, n):
    c = t.pixel.rgba
    color, a = c[:, :3], c[:, 3:]
    color = np.divide(color, a, out=np.zeros_like(color), where=a > 0.0) if v.undo else color * a
    made = np.hstack([color, a])
    return {"pixel.rgba_out": np.where(t.pixel.mask[:, None], made, c) if v.gate else made}
