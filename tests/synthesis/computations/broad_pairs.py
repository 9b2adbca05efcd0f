"""Pairs of boxes, stated by sets and intervals."""

from __future__ import annotations

import numpy as np


def _pairs(t):
    """Pairs (number, a, b) of which both boxes are there."""
    return [(i, a, b) for i, (a, b) in enumerate(zip(t.pair.a, t.pair.b, strict=True)) if a >= 0 and b >= 0]


def _overlap(t, a, b, margin=0.0):
    """Each box begins before the other ends, along each axis."""
    before = t.shape.lower[a] - margin <= t.shape.upper[b]
    return bool((before & (t.shape.lower[b] <= t.shape.upper[a] + margin)).all())


def _groups(t, a, b):
    ga, gb = t.shape.group[a], t.shape.group[b]
    if 0 in (ga, gb):
        return False
    return ga != gb if min(ga, gb) < 0 else ga == gb


def _masks(t, a, b):
    return bool(t.shape.category[a] & t.shape.mask[b] or t.shape.category[b] & t.shape.mask[a])


def broad_test_pairs(t, v, n):
    accepted, kind = t.pair.accepted.copy(), t.pair.kind.copy()
    for i, a, b in _pairs(t):
        accepted[i] = _overlap(t, a, b, t.shape.margin[a] + t.shape.margin[b] if v.margin else 0.0)
        low, high = sorted((t.shape.type[a], t.shape.type[b]))
        # place of (high, low) in a triangle of pairs
        kind[i] = sum(range(high + 1)) + low if accepted[i] else -1
    return {"pair.accepted": accepted, "pair.kind": kind} if v.kind else {"pair.accepted": accepted}


def _related(t, a, b):
    p, q = t.shape.body[a], t.shape.body[b]
    if p < 0 or q < 0:
        return p == q
    return p == q or t.body.parent[p] == q or t.body.parent[q] == p


def broad_filter_pairs(t, v, n):
    accepted = t.pair.accepted.copy()
    for i, a, b in _pairs(t):
        may = (v.rule == "masks" or _groups(t, a, b)) and (v.rule == "groups" or _masks(t, a, b))
        accepted[i] = may and not (v.bodies and _related(t, a, b))
    return {"pair.accepted": accepted}


def broad_write_pairs(t, v, n):
    total, overflow = t.world.pair_total.copy(), t.world.overflow.copy()
    first, second = t.world.first_ids.copy(), t.world.second_ids.copy()
    slots = np.full_like(t.pair.slot, -1)
    for i, a, b in _pairs(t):
        if not _overlap(t, a, b) or (v.filtered and not _groups(t, a, b)):
            continue
        w = t.pair.world[i]
        if total[w] < n.pair_capacity:
            slots[i] = total[w]
            first[w, total[w]], second[w, total[w]] = sorted((a, b))
        else:
            overflow[w] += 1
        total[w] += 1
    made = {"world.pair_total": total, "world.first_ids": first, "world.second_ids": second}
    if v.kept:
        made["pair.slot"] = slots
    return {**made, "world.overflow": overflow} if v.full == "report" else made


def broad_count_overlaps(t, v, n):
    found = t.shape.found.copy()
    for i in range(len(found)):
        others = [q for q in t.shape.others[i] if q > i or not v.half]
        found[i] = sum(_overlap(t, i, q) and (_masks(t, i, q) or not v.filtered) for q in others)
    return {"shape.found": found}


def broad_wake_bodies(t, v, n):
    awake = t.body.awake.copy()
    for _, a, b in _pairs(t):
        ends = (t.shape.body[a], t.shape.body[b])
        if min(ends) < 0 or (v.overlap and not _overlap(t, a, b)):
            continue
        for sleeper, other in (ends, ends[::-1]):
            moving = not t.body.kinematic[other] or not v.moving
            if t.body.asleep[sleeper] and not t.body.asleep[other] and moving:
                awake[sleeper] = max(awake[sleeper], 1)
    return {"body.awake": awake}


def broad_clear_pairs(t, v, n):
    made = {"world.pair_total": np.zeros_like(t.world.pair_total)}
    if v.bounds:
        made["world.overflow"] = np.zeros_like(t.world.overflow)
    if v.ids:
        made["world.first_ids"] = np.full_like(t.world.first_ids, -1)
        made["world.second_ids"] = np.full_like(t.world.second_ids, -1)
    return made


def broad_pair_gaps(t, v, n):
    gaps, accepted = np.full_like(t.pair.gap, 1e6), np.zeros_like(t.pair.accepted)
    for i, a, b in _pairs(t):
        apart = [t.shape.lower[a] - t.shape.upper[b], t.shape.lower[b] - t.shape.upper[a]]
        gap = np.max(apart)
        gaps[i] = max(gap, 0.0) if v.kept == "clamped" else gap
        accepted[i] = gap < t.shape.margin[a] + t.shape.margin[b]
    return {"pair.gap": gaps, "pair.accepted": accepted} if v.accepted else {"pair.gap": gaps}
