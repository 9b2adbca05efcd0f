"""Keys and digits, stated by division and powers."""

from __future__ import annotations

import numpy as np


def sort_count_digits(t, v, n):
    histogram, rank = t.segment.histogram.copy(), t.item.rank.copy()
    for i, key in enumerate(t.item.key):
        if v.flag and t.item.flag[i] == 0:
            rank[i] = -1
            continue
        digit = key // 16**n.place % 16
        rank[i] = histogram[t.item.segment[i], digit]
        histogram[t.item.segment[i], digit] += 1
    made = {"segment.histogram": histogram}
    return {**made, "item.rank": rank} if v.kept else made


def sort_digit_starts(t, v, n):
    base = t.segment.base if v.base else np.zeros_like(t.segment.base)
    sums = np.cumsum(t.segment.counts, axis=1)
    made = {"segment.starts": base[:, None] + sums - t.segment.counts}
    if v.total:
        made["pool.total"] = t.pool.total.copy()
        np.add.at(made["pool.total"], t.segment.pool, sums[:, -1])
    return made


def sort_start(t, v, n):
    made = {"item.order": np.arange(len(t.item.key))}
    if v.keys == "copy":
        made["item.key_out"] = t.item.key
    elif v.keys == "dead":
        made["item.key_out"] = np.where(t.item.alive.astype(bool), t.item.key, 2**31 - 1)
    return made


def sort_compose_keys(t, v, n):
    key = 255 - t.item.key if v.reversed else t.item.key
    segment = t.item.segment.astype(np.int64)
    name, power = {"long": ("long_out", 32), "word": ("word_out", 16), "int": ("key_out", 8)}[v.form]
    return {f"item.{name}": segment * 2**power + key}


def sort_quantize(t, v, n):
    value = -t.item.value if v.sign else t.item.value
    steps = np.floor((1.0 + value) * n.scale).astype(int)
    return {"item.key_out": np.clip(steps, 0, n.highest_key) if v.bounded else steps}
