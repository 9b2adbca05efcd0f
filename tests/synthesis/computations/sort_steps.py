"""Steps of sorts, stated by NumPy's own."""

from __future__ import annotations

import numpy as np


def sort_bitonic_exchange(t, v, n):
    source = np.arange(len(t.item.key))
    for i in source.copy():
        j = i ^ (1 << n.log_stride)
        if not i < j < len(source):
            continue
        down = v.order == "alternating" and (i >> n.log_size) % 2 == 1
        a, b = t.item.key[i], t.item.key[j]
        if a < b if down else a > b:
            source[[i, j]] = j, i
    made = {"item.key_out": t.item.key[source]}
    return {**made, "item.value_out": t.item.value[source]} if v.values == "pairs" else made


def sort_odd_even_pass(t, v, n):
    source = np.arange(len(t.item.key))
    total = t.pool.total.copy()
    for i in range(n.parity % 2, len(source) - 1, 2):
        if t.item.key[i] > t.item.key[i + 1]:
            source[[i, i + 1]] = i + 1, i
            total[t.item.pool[i]] += 1
    made = {"item.key_out": t.item.key[source]}
    if v.payload:
        made["item.payload_out"] = t.item.payload[source]
    return {**made, "pool.total": total} if v.counted else made


def sort_rank_items(t, v, n):
    rank = t.item.rank.copy()
    values = t.item.value if v.what == "value" else t.item.key
    for items in t.segment.items:
        items = np.asarray(items, int)
        if v.ties == "stable":
            rank[items[np.argsort(values[items], kind="stable")]] = np.arange(len(items))
        else:
            rank[items] = np.searchsorted(np.sort(values[items]), values[items], side="left")
    return {"item.rank": rank}


def sort_scatter(t, v, n):
    source = np.argsort(t.item.offset)
    made = {"item.key_out": t.item.key[source]}
    if v.fields in ("value", "all"):
        made["item.value_out"] = t.item.value[source]
    if v.fields in ("payload", "all"):
        made["item.payload_out"] = t.item.payload[source]
    return {**made, "item.order": source} if v.order else made


def sort_gather(t, v, n):
    source = t.item.order
    cleared = t.item.flag[source] == 0 if v.flag else np.zeros(len(source), bool)
    fields = {"key": ["key"], "value": ["value"], "payload": ["payload"], "both": ["key", "payload"]}[v.fields]
    made = {}
    for name in fields:
        out = getattr(t.item, name)[source]
        out[cleared] = -1 if name == "key" else 0
        made[f"item.{name}_out"] = out
    return made


def sort_invert_order(t, v, n):
    inverse = np.argsort(t.item.order)
    made = {"item.rank": inverse}
    return {**made, "item.key_out": t.item.key[inverse]} if v.key else made


def sort_check_order(t, v, n):
    mark = np.concatenate([[False], t.item.key[:-1] > t.item.key[1:]])
    if v.flag:
        mark[1:] &= (t.item.flag[1:] != 0) & (t.item.flag[:-1] != 0)
    made = {"item.mark": mark.astype(int)}
    if v.counted:
        made["pool.errors"] = t.pool.errors.copy()
        np.add.at(made["pool.errors"], t.item.pool, mark)
    return made
