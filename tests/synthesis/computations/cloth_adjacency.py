"""What the computations of ``cloth_adjacency`` give, in NumPy."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np


def _corners(t: Any) -> Any:
    return np.stack([t.triangle.a, t.triangle.b, t.triangle.c], axis=1)


def triangle_edge_keys(t: Any, v: Any, n: Any) -> dict[str, Any]:
    corners = _corners(t)
    sides = np.sort(np.stack([corners, np.roll(corners, -1, axis=1)]), axis=0)
    keys = np.ravel_multi_index(tuple(sides), (len(t.vertex.color),) * 2)
    torn = (t.triangle.torn != 0) & bool(v.torn)
    return {"triangle.keys": np.where(torn[:, None], -1, keys)}


def _third(ends: Any, corners: Any) -> int:
    return next((int(i) for i in corners if i not in ends), -1)


def edge_opposite_corners(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, corners = t.edge, _corners(t)
    left, right, border = e.left_corner.copy(), e.right_corner.copy(), t.vertex.border.copy()
    for k, ends in enumerate(zip(e.a, e.b, strict=True)):
        found = [_third(ends, corners[s]) if s >= 0 else -1 for s in (e.left[k], e.right[k])]
        left[k], right[k] = found
        if min(found if v.sides == "both" else found[:1]) < 0:
            border[list(ends)] = np.maximum(border[list(ends)], 1)
    out = {"edge.left_corner": left}
    if v.sides == "both":
        out["edge.right_corner"] = right
    return out | ({"vertex.border": border} if v.border else {})


def _sense(ends: Any, corners: Any) -> int:
    sides = list(zip(corners, np.roll(corners, -1), strict=True))
    return 1 if ends in sides else -1 if ends[::-1] in sides else 0


def color_vertex(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, colors = t.vertex, np.full_like(t.vertex.new_color, -1)
    for i, near in enumerate(p.joined):
        if v.pinned and p.flags[i] & 1:
            continue
        before = {int(p.color[j]) for j in near if j < i}
        used = before if v.order == "lower" else {int(p.color[j]) for j in near if j != i}
        free = next(c for c in count() if c not in used)
        keeps = v.order == "conflict" and p.color[i] >= 0 and p.color[i] not in before
        colors[i] = p.color[i] if keeps else free
    return {"vertex.new_color": colors}


def mark_peak_vertices(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, peak = t.vertex, np.ones_like(t.vertex.peak)
    for i, near in enumerate(p.joined):
        rivals = [j for j in near if p.color[j] == p.color[i]]
        if (v.pinned and p.flags[i] & 1) or max(rivals, default=-1) > i:
            peak[i] = 0
    return {"vertex.peak": peak}


def spread_piece_label(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, component = t.vertex, t.vertex.component.copy()
    for k, corners in enumerate(_corners(t)):
        for i in corners:
            if not (v.torn and t.triangle.torn[k]) and not (v.pinned and p.flags[i] & 1):
                component[i] = min(component[i], t.triangle.piece[k])
    return {"vertex.component": component}


def count_border_corners(t: Any, v: Any, n: Any) -> dict[str, Any]:
    corners = _corners(t)
    held = t.vertex.border[corners] != 0
    if v.pinned:
        held |= t.vertex.flags[corners] & 1 > 0
    return {"triangle.border_count": np.where((t.triangle.torn != 0) & bool(v.torn), 0, held.sum(axis=1))}


def label_triangle_piece(t: Any, v: Any, n: Any) -> dict[str, Any]:
    least = t.vertex.component[_corners(t)].min(axis=1)
    return {"triangle.piece": np.where((t.triangle.torn != 0) & bool(v.torn), -1, least)}
