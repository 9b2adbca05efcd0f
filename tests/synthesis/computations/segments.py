"""Segments of items, stated by arrays of what each holds."""

from __future__ import annotations

import numpy as np


def _items(t, s, flag=False):
    items = np.asarray(t.segment.items[s], int)
    return items[t.item.flag[items] != 0] if flag else items


def segment_reduce(t, v, n):
    sums, mean, spread, kept = (getattr(t.segment, name).copy() for name in ("sum", "mean", "spread", "kept"))
    for s in range(len(sums)):
        x = t.item.value[_items(t, s, v.rule != "all")].astype(float)
        sums[s], kept[s] = x.sum(), len(x)
        mean[s] = x.mean() if len(x) else 0.0
        spread[s] = (x**2).mean() if len(x) else 0.0
    made = {"segment.sum": sums}
    if v.figure == "mean":
        made["segment.mean"] = mean
    elif v.figure == "square":
        made["segment.spread"] = spread
    return {**made, "segment.kept": kept} if v.rule == "counted" else made


def segment_accumulate(t, v, n):
    there = t.item.owner >= 0
    if v.flag:
        there &= t.item.flag != 0
    values = t.item.value * t.item.weight if v.weighted else t.item.value
    made = {"segment.sum": t.segment.sum.copy()}
    np.add.at(made["segment.sum"], t.item.owner[there], values[there])
    if v.counted:
        made["segment.kept"] = t.segment.kept.copy()
        np.add.at(made["segment.kept"], t.item.owner[there], 1)
    return made


def segment_best(t, v, n):
    best, end = np.full_like(t.segment.best, -1), np.zeros_like(t.segment.top)
    for s in range(len(best)):
        items = _items(t, s, v.flag)
        if len(items):
            values = t.item.value[items]
            best[s] = items[values.argmin() if v.order == "min" else values.argmax()]
            end[s] = t.item.value[best[s]]
    made = {"segment.least" if v.order == "min" else "segment.best": best}
    return {**made, f"segment.{'bottom' if v.order == 'min' else 'top'}": end} if v.value else made


def segment_probabilities(t, v, n):
    made, sums = t.item.value_out.copy(), np.zeros_like(t.segment.sum)
    for s in range(len(sums)):
        items = _items(t, s)
        if not len(items):
            continue
        # shares do not depend on what the values are measured from
        x = t.item.value[items].astype(float) / (n.temperature if v.temperature else 1.0)
        sums[s], shares = np.exp(x).sum() / np.exp(x.max()), np.exp(x) / np.exp(x).sum()
        made[items] = np.log(shares) if v.form == "log" else shares
    return {"item.value_out": made, **({"segment.sum": sums} if v.kept else {})}


def segment_rescale(t, v, n):
    low, high = t.segment.bottom[t.item.segment], t.segment.top[t.item.segment]
    ends = (-1.0, 1.0) if v.range == "sign" else (0.0, 1.0)
    share = (t.item.value - low) / (high - low)
    made = ends[0] + (ends[1] - ends[0]) * share
    return {"item.value_out": np.clip(made, *ends) if v.clamped else made}


def segment_broadcast(t, v, n):
    made = np.zeros_like(t.item.value) if v.missing == "zero" else t.item.value.copy()
    for i, s in enumerate(t.item.owner):
        if s >= 0:
            target = t.segment.target[s]
            ways = {"target": target, "difference": t.item.value[i] - target, "weighted": t.item.weight[i] * target}
            made[i] = ways[v.what]
    return {"item.value_out": made}
