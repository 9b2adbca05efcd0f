"""Searches among sorted keys, stated by NumPy's own."""

from __future__ import annotations

import numpy as np


def segment_number_items(t, v, n):
    slot = t.item.slot.copy()
    for items, base in zip(t.segment.items, t.segment.base, strict=True):
        following = base if v.start == "base" else 0
        for e in items:
            kept = t.item.flag[e] != 0 or not v.flag
            slot[e] = following if kept else -1
            following += kept
    return {"item.slot": slot}


def segment_expand(t, v, n):
    found, rank = t.item.found_segment.copy(), t.item.rank.copy()
    for s, items in enumerate(t.segment.items):
        found[items] = s if t.segment.active[s] or not v.active else -1
        rank[items] = np.arange(len(items))
    return {"item.found_segment": found, "item.rank": rank} if v.place else {"item.found_segment": found}


def segment_search(t, v, n):
    places = np.arange(len(t.item.found_segment))
    found = np.searchsorted(t.segment.begin, places, side="right") - 1
    made = {"item.found_segment": found}
    if v.place:
        made["item.rank"] = np.where(found >= 0, places - t.segment.begin[found], -1)
    return made


def sort_run_heads(t, v, n):
    keys = t.item.sorted_key
    _, first, lengths = np.unique(keys, return_index=True, return_counts=True)
    mark = np.zeros(len(keys), int)
    mark[first] = 1
    made = {"item.mark": mark}
    if v.slot == "take":
        slot, total = t.item.slot.copy(), t.pool.total.copy()
        for i in first:
            slot[i] = total[t.item.pool[i]]
            total[t.item.pool[i]] += 1
        made |= {"item.slot": slot, "pool.total": total}
    if v.length:
        made["item.run_length"] = np.zeros(len(keys), int)
        made["item.run_length"][first] = lengths
    return made


def sort_insertion_places(t, v, n):
    made = {"item.rank": np.searchsorted(t.item.sorted_key, t.item.key, side="left" if v.side == "first" else "right")}
    return {**made, "item.mark": np.isin(t.item.key, t.item.sorted_key).astype(int)} if v.found else made
