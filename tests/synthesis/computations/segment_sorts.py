"""Segments sorted by one thread each, tables, phases."""

from __future__ import annotations

import numpy as np

IDLE, BUSY, WAIT, DONE = range(4)
NONE, START, STOP, CLEAR = range(4)


def segment_counting_sort(t, v, n):
    rank, digit_of, digits = t.item.rank.copy(), t.item.digit.copy(), t.segment.digits.copy()
    for s, items in enumerate(t.segment.items):
        items = np.asarray(items, int)
        digit = t.item.key[items] // 2**n.shift % 4
        rank[items[np.argsort(digit, kind="stable")]] = np.arange(len(items))
        digit_of[items] = digit
        digits[s] = np.bincount(digit, minlength=4)
    made = {"item.rank": rank}
    if v.moved == "both":
        made["item.digit"] = digit_of
    return {**made, "segment.digits": digits} if v.counts else made


def segment_top_items(t, v, n):
    leaders, scores = np.full_like(t.segment.leaders, -1), np.full_like(t.segment.scores, -1.0e6)
    for s, items in enumerate(t.segment.items):
        items = [e for e in items if t.item.flag[e] != 0 or not v.flag]
        best = sorted(items, key=lambda e: -t.item.value[e])[:4]
        leaders[s, : len(best)] = best
        scores[s, : len(best)] = t.item.value[best] if best else []
    return {"segment.leaders": leaders, "segment.scores": scores} if v.values else {"segment.leaders": leaders}


def table_look_up(t, v, n):
    found, probes, used = np.full_like(t.item.slot, -1), t.item.hits.copy(), t.slot.used.copy()
    slots = len(t.slot.key)
    for i, key in enumerate(t.item.key):
        tried = (key * 7919 + np.arange(8)) % slots
        keys = t.slot.key[tried]
        ends = np.flatnonzero((keys == key) | (keys < 0))
        probes[i] = ends[0] + 1 if len(ends) else 8
        if len(ends) and keys[ends[0]] == key:
            found[i] = tried[ends[0]]
            used[found[i]] = max(used[found[i]], 1)
    made = {"item.slot": found}
    if v.missing == "value":
        made["item.value_out"] = np.where(found >= 0, t.slot.value[found], 0.0)
    if v.probes:
        made["item.hits"] = probes
    return {**made, "slot.used": used} if v.used else made


def item_next_phase(t, v, n):
    phases, timers, total = t.item.phase.copy(), t.item.timer + 1, t.pool.total.copy()
    moves = {(IDLE, START): BUSY, (BUSY, STOP): WAIT, (WAIT, START): BUSY}
    late = {WAIT, BUSY} if v.timeout == "both" else {WAIT}
    for i, (phase, request) in enumerate(zip(t.item.phase, t.item.request, strict=True)):
        after = moves.get((phase, request))
        if after is None:
            after = DONE if phase in late and timers[i] > n.patience else phase
        if request == CLEAR:
            after = IDLE
        phases[i] = after
        if after != phase:
            timers[i] = 0
            total[t.item.pool[i]] += after == DONE
    made = {"item.phase": phases, "item.timer": timers}
    return {**made, "pool.total": total} if v.counted else made


def segment_check(t, v, n):
    report = np.zeros_like(t.segment.report)
    for s, items in enumerate(t.segment.items):
        items = np.asarray(items, int)
        keys = t.item.key[items[t.item.alive[items].astype(bool)]]
        report[s] += bool((np.diff(keys) < 0).any())
        report[s] += 2 * (np.count_nonzero(t.item.alive[items]) != t.segment.stated[s])
        report[s] += 4 * (v.owner and bool((t.item.segment[items] != s).any()))
    made = {"segment.report": report}
    if v.counted:
        made["pool.errors"] = t.pool.errors.copy()
        np.add.at(made["pool.errors"], t.segment.pool, report != 0)
    return made
