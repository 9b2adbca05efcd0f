"""Payloads of segments as points, stated for the points of each."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.segments import _items


def segment_center(t, v, n):
    made, many = np.zeros_like(t.segment.center), np.zeros(len(t.segment.center), int)
    for s in range(len(made)):
        items = _items(t, s)
        many[s] = len(items)
        if len(items):
            made[s] = np.average(t.item.payload[items], axis=0, weights=t.item.weight[items] if v.weighted else None)
    return {"segment.center": made, "segment.kept": many} if v.counted else {"segment.center": made}


def segment_boxes(t, v, n):
    names = ("lower", "upper", "center", "kept")
    made = {name: getattr(t.segment, name).copy() for name in names}
    for s in range(len(made["kept"])):
        points = t.item.payload[_items(t, s, v.flag)]
        if len(points):
            made["lower"][s], made["upper"][s] = points.min(0), points.max(0)
            made["center"][s], made["kept"][s] = (points.min(0) + points.max(0)) / 2.0, len(points)
    return {f"segment.{name}": value for name, value in made.items()}


def segment_widen(t, v, n):
    lower, upper = t.segment.lower.copy(), t.segment.upper.copy()
    r = t.item.radius[:, None] if v.ball else 0.0
    there = t.item.owner >= 0
    if v.alive:
        there &= t.item.alive.astype(bool)
    np.minimum.at(lower, t.item.owner[there], (t.item.payload - r)[there])
    np.maximum.at(upper, t.item.owner[there], (t.item.payload + r)[there])
    return {"segment.lower": lower, "segment.upper": upper}


def segment_scatter(t, v, n):
    scatter, center = np.zeros_like(t.segment.scatter), t.segment.center.copy()
    for s in range(len(center)):
        items = _items(t, s)
        if len(items):
            w = t.item.weight[items] if v.weighted else np.ones(len(items))
            center[s] = np.average(t.item.payload[items], axis=0, weights=w)
            # mean of products less product of means
            products = np.einsum("n,ni,nj->ij", w, t.item.payload[items], t.item.payload[items]) / w.sum()
            scatter[s] = products - np.outer(center[s], center[s])
    return {"segment.scatter": scatter, "segment.center": center} if v.mean else {"segment.scatter": scatter}
