"""Patterns of sparse matrices, stated by what a matrix holds."""

from __future__ import annotations

import numpy as np


def sparse_find_diagonal(t, v, n):
    count = len(t.row.entries)
    place = np.full(count, -1)
    for i, entries in enumerate(t.row.entries):
        on = [e for e in entries if t.entry.column[e] == i]
        place[i] = on[0] if on else -1
    if v.result == "place":
        return {"row.diagonal_place": place}
    value = np.where(place >= 0, t.entry.value[place], 0.0)
    return {"row.inverse_diagonal": np.array([1.0 / d if d != 0.0 else 0.0 for d in value])}


def sparse_count_triplets(t, v, n):
    r, c = t.triplet.row, t.triplet.column
    kept = (r >= 0) & ((c >= 0) & (r != c) if v.checked else True)
    total = t.row.entry_total.copy()
    np.add.at(total, r[kept], 1)
    made = {"row.entry_total": total}
    if v.total:
        made["pattern.entry_total"] = t.pattern.entry_total.copy()
        made["pattern.entry_total"][0] += kept.sum()
    return made


def sparse_triplet_slots(t, v, n):
    slot, cursor = t.triplet.slot.copy(), t.row.cursor.copy()
    for i, (r, c) in enumerate(zip(t.triplet.row, t.triplet.column, strict=True)):
        if r < 0 or c < 0:
            continue
        slot[i] = cursor[r]
        cursor[r] += 1
        if v.symmetric and r != c:
            cursor[c] += 1
    return {"triplet.slot": slot, "row.cursor": cursor}


def sparse_strong_connections(t, v, n):
    strong, total = np.zeros_like(t.entry.strong), t.row.strong_total.copy()
    strong[:] = t.entry.strong
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            c = t.entry.column[e]
            size = np.sqrt(t.row.diagonal[i] * t.row.diagonal[c]) if v.kind == "pair" else t.row.diagonal[i]
            strong[e] = c not in (-1, i) and abs(t.entry.value[e]) > n.strength * size
        total[i] = strong[entries].sum() if len(entries) else 0
    made = {"entry.strong": strong, "row.strong_total": total}
    if v.total:
        made["pattern.strong_total"] = t.pattern.strong_total.copy()
        made["pattern.strong_total"][0] += total.sum()
    return made


def sparse_count_kept(t, v, n):
    total = t.row.entry_total.copy()
    for i, entries in enumerate(t.row.entries):
        lowest = {"any": -1, "valid": 0, "upper": i + 1}[v.columns]
        total[i] = sum(abs(t.entry.value[e]) > n.drop and t.entry.column[e] >= lowest for e in entries)
    return {"row.entry_total": total}


def sparse_expand_rows(t, v, n):
    made = t.entry.row_number.copy()
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            made[e] = i + (n.row_offset if v.offset else 0)
    return {"entry.row_number": made}


def sparse_normalize_rows(t, v, n):
    scaled, norm = t.entry.scaled.copy(), t.row.norm.copy()
    for i, entries in enumerate(t.row.entries):
        values = np.array([t.entry.value[e] for e in entries])
        if v.norm == "two":
            norm[i] = np.sqrt((values**2).sum())
            small = norm[i] ** 2 < 1.0e-6
        else:
            norm[i] = np.abs(values).sum()
            small = norm[i] <= 1.0e-6
        for e in entries:
            scaled[e] = t.entry.value[e] if small else t.entry.value[e] / norm[i]
    return {"entry.scaled": scaled, "row.norm": norm} if v.kept else {"entry.scaled": scaled}


def sparse_scale_entries(t, v, n):
    made = t.entry.scaled.copy()
    for e, (r, c) in enumerate(zip(t.entry.row, t.entry.column, strict=True)):
        if v.form == "left":
            made[e] = t.row.scale[r] * t.entry.value[e]
        elif c >= 0:
            s = t.row.scale[r] * t.row.scale[c]
            made[e] = t.entry.value[e] / s if v.form == "divide" else t.entry.value[e] * s
    return {"entry.scaled": made}


def sparse_row_norm(t, v, n):
    made = t.row.norm.copy()
    for i, entries in enumerate(t.row.entries):
        if v.kind == "max":
            made[i] = max((abs(t.entry.value[e]) for e in entries), default=0.0)
        else:
            made[i] = sum(abs(t.entry.value[e]) for e in entries if t.entry.column[e] != i)
    return {"row.norm": made}
