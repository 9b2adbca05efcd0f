"""Searches among neighbours, stated by sorting and filtering."""

from __future__ import annotations

import numpy as np


def _distances(t, i, listed=None):
    """Pairs (distance, neighbour), in the order of the list."""
    listed = t.point.neighbours if listed is None else listed
    return [(np.linalg.norm(t.point.position[q] - t.point.position[i]), q) for q in listed[i]]


def _goes(t, i, q, group):
    a, b = t.point.group[i], t.point.group[q]
    return {"any": True, "same": a == b, "friends": a == b or 0 in (a, b)}[group]


def neighbor_count(t, v, n):
    found = t.point.found.copy()
    for i in range(len(found)):
        found[i] = sum(d < n.reach and q != i and _goes(t, i, q, v.group) for d, q in _distances(t, i))
    return {"point.found": found}


def neighbor_list(t, v, n):
    found, lists = t.point.found.copy(), t.point.list.copy()
    for i in range(len(found)):
        near = [q for d, q in _distances(t, i, t.point.candidates) if d < n.reach and (q > i or not v.half)]
        listed = near[: n.list_capacity]
        lists[i, : len(listed)] = listed
        if v.pad:
            lists[i, len(listed) :] = -1
        found[i] = len(listed) if v.full == "stop" else len(near)
    return {"point.found": found, "point.list": lists}


def neighbor_nearest(t, v, n):
    nearest, gap = t.point.nearest.copy(), t.point.gap.copy()
    for i in range(len(nearest)):
        ways = [(d, q) for d, q in _distances(t, i) if q != i and d < n.reach and (t.point.active[q] or not v.active)]
        gap[i], nearest[i] = min(ways, key=lambda way: way[0], default=(n.reach, -1))
    return {"point.nearest": nearest, "point.gap": gap} if v.distance else {"point.nearest": nearest}


def neighbor_four_nearest(t, v, n):
    best, ids, gap = t.point.best.copy(), t.point.best_ids.copy(), t.point.fourth_gap.copy()
    for i in range(len(gap)):
        ways = sorted(((d, q) for d, q in _distances(t, i) if q != i), key=lambda way: way[0])
        ways = [(d**2, q) for d, q in ways[:4]] + [(1.0e6, -1)] * (4 - len(ways[:4]))
        best[i], ids[i] = [d for d, _ in ways], [q for _, q in ways]
        gap[i] = np.sqrt(best[i][3]) if ids[i][3] >= 0 else 0.0
    made = {"point.best": best, "point.best_ids": ids}
    return {**made, "point.fourth_gap": gap} if v.farthest else made


def neighbor_count_around(t, v, n):
    found, key = t.point.found.copy(), t.point.at_border.copy()
    cells = np.floor((t.point.position - np.asarray(n.origin)) / n.cell_width).astype(int)
    for i, c in enumerate(cells):
        around = [c + np.array(step) for step in np.ndindex(3, 3, 3)]
        around = [at - 1 for at in around]
        inside = [at for at in around if ((at >= 0) & (at < n.side)).all()]
        key[i] = len(inside) < 27
        found[i] = 0
        for at in inside:
            place = (at * [1, n.side, n.side**2]).sum()
            for q in t.cell.points[place] if place < len(t.cell.points) else ():
                near = np.linalg.norm(t.point.position[q] - t.point.position[i]) <= n.cell_reach
                found[i] += near and (t.point.group[q] == t.point.group[i] or not v.group)
    made = {"point.found": found}
    return {**made, "point.at_border": key} if v.border == "mark" else made
