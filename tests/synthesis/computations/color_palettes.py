"""Statements for the family ``color_palettes``."""

from __future__ import annotations

import numpy as np


def nearest_palette_entry(t, v, n):
    entry_id, error = np.full(len(t.pixel.rgb), -1), t.pixel.rgb.copy()
    for i, entries in enumerate(t.pixel.palette):
        allowed = [e for e in entries if not (v.locked and t.entry.locked[e])]
        if allowed:
            away = np.linalg.norm(t.entry.rgb[allowed] - t.pixel.rgb[i], axis=1)
            entry_id[i] = allowed[int(away.argmin())]
            error[i] -= t.entry.rgb[entry_id[i]]
    return {"pixel.entry_id": entry_id} | ({"pixel.error": error} if v.error else {})


def expand_palette(t, v, n):
    made = t.pixel.rgb.copy() if v.missing == "keep" else np.zeros_like(t.pixel.rgb)
    for i, e in enumerate(t.pixel.entry):
        if e >= 0:
            alias = t.entry.alias[e]
            made[i] = t.entry.rgb[alias if v.alias and alias >= 0 else e]
    return {"pixel.rgb_out": made}


def gather_palette(t, v, n):
    sums, counts = t.entry.rgb_sum.copy(), t.entry.count.copy()
    used = (t.pixel.entry >= 0) & t.pixel.mask
    np.add.at(sums, t.pixel.entry[used], t.pixel.rgb[used])
    np.add.at(counts, t.pixel.entry[used], 1)
    return {"entry.rgb_sum": sums} | ({"entry.count": counts} if v.counted else {})


def update_palette(t, v, n):
    moves = (t.entry.count > 0) & ~(t.entry.locked & v.locked)
    means = t.entry.rgb_sum / np.maximum(t.entry.count, 1)[:, None]
    return {"entry.rgb_out": np.where(moves[:, None], means, t.entry.rgb)}


def quantize_color(t, v, n):
    steps = n.levels - 1
    shift = t.pixel.dither[:, None] if v.law == "dither" else 0.5
    wanted = t.pixel.graded + (t.pixel.carried if v.error else 0)
    made = np.clip(np.floor(wanted * steps + shift), 0, steps) / steps
    error = t.pixel.error.copy()
    follows = t.pixel.next >= 0
    np.add.at(error, t.pixel.next[follows], (wanted - made)[follows])
    return {"pixel.rgb_out": made} | ({"pixel.error": error} if v.error else {})


def lookup_table_color(t, v, n):
    made = np.zeros_like(t.pixel.graded)
    place = np.clip(t.pixel.graded, 0, 1) * (n.lut_size - 1)
    cell = np.minimum(np.floor(place), n.lut_size - 2).astype(int)
    cube = t.node.rgb[: n.lut_size**3].reshape(n.lut_size, n.lut_size, n.lut_size, 3)
    for bits in np.ndindex(2, 2, 2):
        share = np.where(bits, place - cell, 1 - (place - cell)).prod(1, keepdims=True)
        red, green, blue = (cell + bits).T
        made += share * cube[blue, green, red]
    return {"pixel.rgb_out": n.strength * made + (1 - n.strength) * t.pixel.graded if v.strength else made}
