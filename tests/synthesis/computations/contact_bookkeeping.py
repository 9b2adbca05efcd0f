"""What the computations of ``contact_bookkeeping`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def match_kept_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, kept = t.contact, t.kept
    matched, impulse = c.matched.copy(), c.impulse.copy()
    for k, pair in enumerate(c.pair):
        if pair < 0:
            continue
        old = t.pair.kept[pair]
        away = np.linalg.norm(kept.point[old] - c.point[k], axis=1)
        same = kept.feature[old] == c.feature[k]
        near = away < n.tolerance
        fits = {"feature": same, "point": near, "both": same & near}[v.by]
        found = old[fits]
        best = -1
        if len(found):
            best = found[np.argmin(away[fits])] if v.by == "point" else found[0]
        matched[k] = best
        impulse[k] = kept.impulse[best] if best >= 0 else 0.0
    return {"contact.matched": matched, **({"contact.impulse": impulse} if v.impulse else {})}


def copy_matched_impulse(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    other = 0.0 if v.new == "zero" else c.impulse
    return {"contact.impulse": np.where(c.matched >= 0, t.kept.impulse[c.matched], other)}


def count_body_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    counted = c.distance <= 0.0 if v.near == "touching" else np.full(len(c.distance), True)
    ends = np.concatenate([c.a[counted], c.b[counted]])
    out = {"body.contact_count": t.body.contact_count + np.bincount(ends[ends >= 0], minlength=len(t.body.pose))}
    if v.world:
        added = np.bincount(c.world[counted], minlength=len(t.world.done))
        out["world.contact_count"] = t.world.contact_count + added
    return out


def deepest_penetration(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w = t.world
    deepest, total, counts = w.deepest.copy(), w.depth_sum.copy(), w.overlaps.copy()
    for k in np.flatnonzero(t.contact.distance < 0.0):
        world, depth = t.contact.world[k], -t.contact.distance[k]
        deepest[world] = max(deepest[world], depth)
        total[world] += depth
        counts[world] += 1
    out = {"world.deepest": deepest}
    if v.total:
        out["world.depth_sum"] = total
    if v.counted:
        out["world.overlaps"] = counts
    return out


def place_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, order = t.world, np.full_like(t.contact.order, -1)
    counts, overflow = w.contact_count.copy(), w.overflow.copy()
    for k, world in enumerate(t.contact.world):
        if v.open and t.contact.state[k] == 0:
            continue
        if counts[world] < w.capacity[world]:
            order[k] = counts[world]
        else:
            overflow[world] = max(overflow[world], 1)
        counts[world] += 1
    out = {"contact.order": order, "world.contact_count": counts}
    return out | ({"world.overflow": overflow} if v.overflow else {})


def clamp_contact_count(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w = t.world
    excess = np.maximum(w.contact_count - w.capacity, 0)
    out = {"world.contact_count": w.contact_count - excess}
    if v.report == "flag":
        out["world.overflow"] = np.where(excess > 0, 1, 0)
    elif v.report == "sum":
        out["counter.lost"] = t.counter.lost + np.eye(len(t.counter.lost), dtype=int)[0] * excess.sum()
    return out


def wake_touching_bodies(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, c = t.body, t.contact
    woken = b.woken.copy()
    for k in np.flatnonzero((c.distance <= 0.0) & (c.a >= 0) & (c.b >= 0)):
        if (b.flags[c.a[k]] | b.flags[c.b[k]]) & 2:
            continue
        for this, other in ((c.a[k], c.b[k]), (c.b[k], c.a[k])):
            if b.awake[other] and not (v.sleeping and b.awake[this]):
                woken[this] = max(woken[this], 1)
    return {"body.woken": woken}


def cross_island_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    first = np.where(c.a >= 0, t.body.island[c.a], -1)
    second = np.where(c.b >= 0, t.body.island[c.b], -1)
    missing = ((c.a < 0) | (c.b < 0)) & (v.ground == "skip")
    return {"contact.bridging": np.where(missing, -1, first != second)}


def clear_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    used = np.arange(len(c.state)) < (t.counter.contacts[0] if v.what == "used" else len(c.state))
    out = {
        "contact.impulse": np.where(used, 0.0, c.impulse),
        "contact.tangent_impulse": np.where(used[:, None], 0.0, c.tangent_impulse),
    }
    if v.what != "impulses":
        out["contact.state"] = np.where(used, 0, c.state)
        out["contact.matched"] = np.where(used, -1, c.matched)
        out["contact.order"] = np.where(used, -1, c.order)
    return out


def mix_contact_friction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    both = np.stack([t.shape.friction[c.first], t.shape.friction[c.second]])
    mixed = {
        "max": both.max(axis=0),
        "mean": both.mean(axis=0),
        "product": both.prod(axis=0),
        "root": np.sqrt(both.prod(axis=0)),
    }[v.rule]
    return {"contact.friction": np.where((c.first >= 0) & (c.second >= 0), mixed, c.friction)}
