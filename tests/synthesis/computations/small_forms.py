"""Small forms of records: colours in bytes, positions in steps, normals on a square, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import turn


def pack_color_bytes(t, v, n):
    levels = np.floor(np.clip(t.word.color, 0, 1) * 255 + 0.5).astype(np.uint8)
    if v.alpha == "opaque":
        levels[:, 3] = 255
    if v.order == "bgra":
        levels = levels[:, [2, 1, 0, 3]]
    return {"word.bits": np.ascontiguousarray(levels).view("<u4")[:, 0]}


def unpack_color_bytes(t, v, n):
    levels = t.word.bits.astype("<u4")[:, None].view(np.uint8).astype(float) / 255
    if v.alpha == "over":
        levels[:, :3] *= levels[:, 3:]
    if v.alpha == "opaque":
        levels[:, 3] = 1.0
    return {"word.color": levels}


def quantise_position(t, v, n):
    lower, upper = t.box.lower[t.record.box], t.box.upper[t.record.box]
    share = (t.record.position - lower) / (upper - lower)
    steps = share * (n.levels - 1) + 0.5 if v.rounding == "nearest" else share * n.levels
    steps = np.floor(steps).astype(int)
    return {"record.quantised": np.clip(steps, 0, n.levels - 1)}


def restore_position(t, v, n):
    lower, upper = t.box.lower[t.record.box], t.box.upper[t.record.box]
    share = (t.record.grid + 0.5) / 1024 if v.place == "center" else t.record.grid / 1023
    return {"record.restored": (1 - share) * lower + share * upper}


def _sign(x):
    return np.where(x >= 0, 1.0, -1.0)


def fold_record_normal(t, v, n):
    normal = t.record.normal
    flat = (normal / np.abs(normal).sum(1, keepdims=True))[:, :2]
    folded = (1 - np.abs(flat[:, ::-1])) * _sign(flat)
    p = np.where(normal[:, 2:] < 0, folded, flat)
    return {"record.texel": (p + 1) / 2} if v.unit else {"record.folded": p}


def unfold_record_normal(t, v, n):
    p = 2 * t.record.texel - 1 if v.unit else t.record.folded
    height = 1 - np.abs(p).sum(1, keepdims=True)
    flat = np.where(height < 0, (1 - np.abs(p[:, ::-1])) * _sign(p), p)
    normal = np.hstack([flat, height])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return {"record.restored": turn(t.record.rotation, normal) if v.turned else normal}
