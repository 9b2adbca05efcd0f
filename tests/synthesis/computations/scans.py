"""Marks and running sums."""

from __future__ import annotations

import numpy as np


def scan_mark_kept(t, v, n):
    rules = {
        "range": (n.low_key <= t.item.key) & (t.item.key < n.high_key),
        "state": (t.item.state // 4 % 2 == 1) | ((t.item.state % 2 == 1) & (t.item.flag != 0)),
        "alive": t.item.alive.astype(bool),
    }
    keep = rules[v.rule].astype(int)
    made = {"item.mark": keep}
    if v.counted:
        made["pool.total"] = t.pool.total.copy()
        np.add.at(made["pool.total"], t.item.pool, keep)
    return made


def scan_step(t, v, n):
    made = t.item.running.copy()
    join = np.add if v.form == "sum" else np.maximum
    earlier, later = t.item.running[: -n.stride], t.item.running[n.stride :]
    joined = join(earlier, later)
    if v.segmented:
        joined = np.where(t.item.segment[: -n.stride] == t.item.segment[n.stride :], joined, later)
    made[n.stride :] = joined
    return {"item.running_out": made}


def scan_segment(t, v, n):
    running, total = t.item.running_out.copy(), np.zeros(len(t.segment.items), int)
    values = t.item.many if v.what == "many" else t.item.flag
    for s, items in enumerate(t.segment.items):
        items = np.asarray(items, int)
        sums = np.cumsum(values[items])
        running[items] = sums if v.form == "inclusive" else sums - values[items]
        total[s] = values[items].sum()
    held = "segment.counted" if v.what == "many" else "segment.kept"
    return {"item.running_out": running, **({held: total} if v.total else {})}


def scan_add_base(t, v, n):
    made = t.segment.base[t.item.segment] + t.item.running
    if v.sign == "less":
        made = made - t.item.many
    if v.guard:
        made = np.where(t.segment.active[t.item.segment].astype(bool), made, t.item.running_out)
    return {"item.running_out": made}
