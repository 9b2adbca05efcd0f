"""Places of items, stated by counting in the order of threads."""

from __future__ import annotations

import numpy as np


def _kept(t, v, n, rule):
    return {
        "flag": t.item.flag != 0,
        "alive": t.item.alive.astype(bool),
        "range": (n.low_key <= t.item.key) & (t.item.key < n.high_key),
    }[rule]


def compact_by_offset(t, v, n):
    moved = _kept(t, v, n, v.rule)
    fields = {"value_out": t.item.value}
    if v.payload:
        fields["payload_out"] = t.item.payload
    if v.source:
        fields["origin"] = np.arange(len(moved))
    made = {}
    for name, values in fields.items():
        made[f"item.{name}"] = getattr(t.item, name).copy()
        made[f"item.{name}"][: moved.sum()] = values[moved]
    return made


def compact_take_slot(t, v, n):
    slot = np.full_like(t.item.slot, -1)
    asked, members, lost = t.segment.asked.copy(), t.segment.members.copy(), t.pool.lost.copy()
    for i in np.flatnonzero(_kept(t, v, n, v.rule) & (t.item.owner >= 0)):
        s = t.item.owner[i]
        if asked[s] < n.segment_capacity:
            slot[i] = asked[s]
            members[s, asked[s]] = i
        else:
            lost[t.item.pool[i]] += 1
        asked[s] += 1
    made = {"segment.asked": asked, "segment.members": members}
    if v.slot:
        made["item.slot"] = slot
    return {**made, "pool.lost": lost} if v.full == "count" else made


def compact_partition(t, v, n):
    first = t.item.key < n.pivot if v.key else t.item.flag != 0
    slot, mark = np.full_like(t.item.slot, -1), np.zeros_like(t.item.mark)
    front, back, total = t.pool.front.copy(), t.pool.back.copy(), t.pool.total.copy()
    for i, p in enumerate(t.item.pool):
        total[p] += 1
        if total[p] > n.pool_capacity:
            continue
        mark[i] = first[i]
        side = front if first[i] else back
        slot[i] = side[p] if first[i] or v.ends == "two" else n.pool_capacity - 1 - side[p]
        side[p] += 1
    return {"item.slot": slot, "item.mark": mark, "pool.front": front, "pool.back": back, "pool.total": total}


def compact_pop_place(t, v, n):
    slot = np.full_like(t.item.slot, -1)
    total, lost = t.pool.total.copy(), t.pool.lost.copy()
    for i in np.flatnonzero(_kept(t, v, n, v.needs)):
        p = t.item.pool[i]
        if total[p] < min(t.pool.free[p], n.pool_capacity):
            slot[i] = t.pool.stack[p, min(t.pool.free[p], n.pool_capacity) - total[p] - 1]
        else:
            lost[p] += 1
        total[p] += 1
    made = {"item.slot": slot, "pool.total": total}
    return {**made, "pool.lost": lost} if v.empty == "count" else made


def compact_push_ring(t, v, n):
    slot, total, ring = t.item.slot.copy(), t.pool.total.copy(), t.pool.ring.copy()
    for i, p in enumerate(t.item.pool):
        if v.flag and t.item.flag[i] == 0:
            continue
        if total[p] < n.pool_capacity:
            slot[i] = (t.pool.head[p] + total[p]) % n.pool_capacity
            ring[p, slot[i]] = i
        total[p] += 1
    made = {"pool.total": total, "pool.ring": ring}
    return {**made, "item.slot": slot} if v.slot else made


def compact_clamp_pools(t, v, n):
    made = {"pool.used": np.minimum(t.pool.head, n.pool_capacity)}
    if v.lost:
        made["pool.lost"] = t.pool.head - made["pool.used"]
    if v.clear:
        made["pool.errors"] = np.zeros_like(t.pool.errors)
    return made


def compact_reset_pools(t, v, n):
    made = {f"pool.{name}": np.zeros_like(getattr(t.pool, name)) for name in ("used", "total", "lost")}
    if v.fill == "stack":
        made["pool.stack"] = np.array(t.pool.stack)
        for stack, room in zip(made["pool.stack"], t.pool.room, strict=True):
            stack[:room] = np.arange(room)[::-1]
        made["pool.free"] = t.pool.room
    elif v.fill == "ring":
        made["pool.ring"] = np.full_like(t.pool.ring, -1)
    return made


def item_copy_by_source(t, v, n):
    fields = {"value": ["value"], "both": ["value", "key"], "payload": ["payload"]}[v.fields]
    made = {}
    for name in fields:
        own = getattr(t.item, name)
        out = own.copy() if v.missing == "own" else np.zeros_like(own)
        there = t.item.source >= 0
        out[there] = own[t.item.source[there]]
        made[f"item.{name}_out"] = out
    if v.missing == "count":
        lacking = np.bincount(t.item.pool[t.item.source < 0], minlength=len(t.pool.errors))
        made["pool.errors"] = t.pool.errors + lacking
    return made
