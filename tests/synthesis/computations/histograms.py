"""Histograms, as NumPy states them."""

from __future__ import annotations

import numpy as np


def _places(t, n, bins):
    return np.floor((t.sample.value - n.low) * bins / (n.high - n.low)).astype(int)


def count_in_bin(t, v, n):
    many = len(t.bin.count)
    places = _places(t, n, many)
    taken = t.sample.valid.astype(bool) if v.valid else np.ones(len(places), bool)
    if v.outside == "skip":
        taken = taken & (places >= 0) & (places < many)
    places = np.clip(places, 0, many - 1)[taken]
    found = {"bin.count": t.bin.count + np.bincount(places, minlength=many)}
    if v.weighted:
        found["bin.mass"] = t.bin.mass + np.bincount(places, t.sample.weight[taken], many)
    return found


def count_in_group_histogram(t, v, n):
    g, histogram = t.group, t.group.histogram.copy()
    missing, counts = g.missing.copy(), g.count.copy()
    for group, place in zip(t.sample.group, _places(t, n, n.bins), strict=True):
        if group < 0:
            continue
        if 0 <= place < n.bins:
            histogram[group, place] += 1
            counts[group] += 1
        else:
            missing[group] += 1
    found = {"group.histogram": histogram}
    found |= {"group.missing": missing} if v.outside == "count" else {}
    return found | ({"group.count": counts} if v.total else {})


def share_between_bins(t, v, n):
    mass, many = t.bin.mass.copy(), len(t.bin.mass)
    width = (n.high - n.low) / many
    centers = n.low + width * (np.arange(-1000, 1000) + 0.5)
    for x, w in zip(t.sample.value, t.sample.weight, strict=True):
        shares = np.maximum(0.0, 1 - np.abs(x - centers) / width)
        for k in np.flatnonzero(shares):
            place = k - 1000
            if v.ends == "clamp":
                place = min(max(place, 0), many - 1)
            if 0 <= place < many:
                mass[place] += w * shares[k]
    return {"bin.mass": mass}


def bin_by_edges(t, v, n):
    edges, found = t.bin.edge, []
    for x in t.sample.value:
        below = edges <= x
        many = below.sum() if v.way == "count" else np.argmin([*below, False])
        found.append(max(many - 1, -1 if v.none == "minus" else 0))
    return {"sample.bin_id": np.array(found)}


def count_by_bin_id(t, v, n):
    s, many = t.sample, len(t.bin.count)
    taken = s.valid.astype(bool) if v.valid else np.ones(len(s.bin), bool)
    found = {"bin.count": t.bin.count + np.bincount(s.bin[taken], minlength=many)}
    if v.mass:
        found["bin.mass"] = t.bin.mass + np.bincount(s.bin[taken], s.weight[taken], many)
    return found


def cumulate_histogram(t, v, n):
    total = np.cumsum(t.group.histogram, axis=1)
    found = {"group.cumulative": total if v.inclusive else total - t.group.histogram}
    return {**found, "group.count": total[:, -1]} if v.total else found


def clear_histogram(t, v, n):
    words = ["histogram", *(["count", "sum", "square_sum"] if v.all else [])]
    return {f"group.{word}": np.zeros_like(getattr(t.group, word)) for word in words}


def merge_histogram(t, v, n):
    g, there = t.group, t.group.parent >= 0
    merged, counts = g.merged.copy(), g.count.copy()
    np.add.at(merged, g.parent[there], g.histogram[there])
    np.add.at(counts, g.parent[there], g.histogram[there].sum(1))
    return {"group.merged": merged, "group.count": counts}
