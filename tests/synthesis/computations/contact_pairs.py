"""What the computations of ``contact_pairs`` give, in NumPy."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from tests.synthesis.computations.contact_geometry import ContactList


def _overlap(t: Any) -> Any:
    a, b, center = t.pair.first, t.pair.second, t.shape.box_center
    half = t.shape.box_half + t.shape.margin[:, None]
    apart = np.maximum(center[b] - half[b] - center[a] - half[a], center[a] - half[a] - center[b] - half[b])
    return (apart <= 0.0).all(axis=1)


def filter_shape_pairs(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, kept = t.shape, []
    for a, b in zip(t.pair.first, t.pair.second, strict=True):
        g, h = s.group[a], s.group[b]
        # groups above zero meet themselves, those below zero all but themselves, zero nothing
        meet = g * h != 0 and ((g == h) == (g > 0) or (g > 0 > h) or (g < 0 < h))
        if v.flags:
            meet = meet and s.flags[a] & s.flags[b] & 1
        if v.body:
            meet = meet and s.body[a] != s.body[b]
        kept.append(bool(meet))
    left = np.array(kept) & (_overlap(t) if v.box else True)
    return {"pair.filtered": np.where(left, 0, 1)}


def check_pair_boxes(t: Any, v: Any, n: Any) -> dict[str, Any]:
    a, b, s = t.pair.first, t.pair.second, t.shape
    left = _overlap(t)
    if v.sensors:
        left &= (s.flags[a] | s.flags[b]) & 2 == 0
    if v.fixed:
        left &= (s.body[a] >= 0) | (s.body[b] >= 0)
    return {"pair.filtered": np.where(left, 0, 1)}


def pairs_to_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    out, kind = ContactList(t, n.contact_max), t.shape.kind
    for k, (a, b) in enumerate(zip(t.pair.first, t.pair.second, strict=True)):
        if t.pair.filtered[k] == 0:
            swap = v.order == "kind" and kind[a] > kind[b]
            out.add(geoms=(b, a) if swap else (a, b), matched=-1)
    return out.written("geoms", "matched") | {"counter.lost": out.lost}


def decode_triangular_pair(t: Any, v: Any, n: Any) -> dict[str, Any]:
    pairs = list(combinations(range(n.members), 2))
    missing = np.full_like(t.contact.geoms, -1) if v.missing == "none" else t.contact.geoms
    return {"contact.geoms": np.concatenate([np.array(pairs), missing[len(pairs) :]])[: len(missing)]}


def make_pair_key(t: Any, v: Any, n: Any) -> dict[str, Any]:
    ends = np.sort(np.stack([t.pair.first, t.pair.second]), axis=0)
    key = np.ravel_multi_index(tuple(ends), (len(t.shape.kind),) * 2)
    return {"pair.key": np.where((t.pair.filtered != 0) & bool(v.filtered), -1, key)}
