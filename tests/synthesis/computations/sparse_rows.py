"""Rows of sparse matrices, stated by sets and dictionaries of columns."""

from __future__ import annotations

import numpy as np


def sparse_merge_rows(t, v, n):
    fill, shared = t.row.fill.copy(), t.row.shared.copy()
    for i, other in enumerate(t.row.partner):
        spans = [range(t.row.begin[r], t.row.begin[r] + t.row.length[r]) for r in (i, other)]
        mine, theirs = (np.bincount(t.entry.sorted_column[list(s)], t.entry.value[list(s)], 24) for s in spans)
        shared[i] = mine @ theirs
        mine, theirs = (set(t.entry.sorted_column[list(span)].tolist()) for span in spans)
        fill[i] = len(mine | theirs if v.result == "union" else mine & theirs)
    return {"row.shared": shared} if v.result == "dot" else {"row.fill": fill}


def sparse_dense_product(t, v, n):
    made = np.zeros_like(t.row.panel_product)
    for i, entries in enumerate(t.row.entries):
        some = [e for e in entries if t.entry.column[e] >= 0 and not (v.skip and abs(t.entry.value[e]) < n.drop)]
        for e in some:
            made[i] += t.entry.value[e] * t.row.panel[t.entry.column[e]]
        made[i] /= max(len(some), 1) if v.mean else 1
    if v.tail == "relu":
        return {"row.panel_product": np.maximum(made, 0)}
    return {"row.panel_product": t.row.panel + n.alpha * made if v.tail == "add" else made}


def sparse_check_rows(t, v, n):
    report = np.zeros_like(t.row.report)
    for i, entries in enumerate(t.row.entries):
        columns = t.entry.column[entries] if len(entries) else np.array([], int)
        there = columns[columns >= 0]
        report[i] += v.twice and len(set(there.tolist())) < len(there)
        report[i] += 2 * (i not in there)
        report[i] += 4 * bool((columns < 0).any())
    made = {"row.report": report}
    if v.counted:
        made["pattern.faulty"] = t.pattern.faulty.copy()
        made["pattern.faulty"][0] += (report != 0).sum()
    return made


def sparse_compress_rows(t, v, n):
    place, total = t.entry.place.copy(), t.row.entry_total.copy()
    for i, entries in enumerate(t.row.entries):
        seen, following = set(), 0
        for e in entries:
            column, size = t.entry.column[e], abs(t.entry.value[e])
            place[e] = -1
            if column < 0 and (v.diagonal or v.merged):
                continue
            dropped = size < n.drop
            if v.diagonal and column == i:
                dropped = False
            if v.merged and column in seen:
                dropped = True
            if not dropped:
                seen.add(column)
                place[e] = following
                following += 1
        total[i] = following
    return {"entry.place": place, "row.entry_total": total}


def sparse_row_discs(t, v, n):
    others = [[e for e in some if t.entry.column[e] not in (-1, i)] for i, some in enumerate(t.row.entries)]
    radius = np.array([np.abs(t.entry.value[np.array(some, int)]).sum() for some in others])
    size = t.row.diagonal if v.kind == "scaled" else 1.0
    lower, upper = (t.row.diagonal - radius) / size, (t.row.diagonal + radius) / size
    made = {"row.lower": lower, "row.upper": upper}
    return {**made, "row.report": (lower <= 0.0).astype(int)} if v.guarded else made


def sparse_split_triangle(t, v, n):
    below, above = t.row.below.copy(), t.row.above.copy()
    for i, entries in enumerate(t.row.entries):
        columns = np.array([t.entry.column[e] for e in entries if t.entry.column[e] >= 0], int)
        below[i], above[i] = (columns < i).sum(), (columns > i).sum()
    made = {} if v.side == "upper" else {"row.below": below}
    return made if v.side == "lower" else {**made, "row.above": above}
