"""Samples among others, as NumPy states them."""

from __future__ import annotations

import numpy as np


def sample_rank(t, v, n):
    x = t.sample.value if v.order == "up" else -t.sample.value
    if v.ties == "number":
        return {"sample.rank": np.argsort(np.argsort(x, kind="stable"))}
    return {"sample.rank": np.searchsorted(np.sort(x), x)}


def count_right_labels(t, v, n):
    s, g = t.sample, t.group
    taken = (s.group >= 0) & (s.valid.astype(bool) if v.valid else True)
    right = s.label == s.guess
    many = len(g.count)
    found = {"group.count": g.count + np.bincount(s.group[taken & right], minlength=many)}
    if v.wrong:
        found["group.missing"] = g.missing + np.bincount(s.group[taken & ~right], minlength=many)
    return found


def count_label_pairs(t, v, n):
    s, many = t.sample, len(t.bin.count)
    table = np.zeros((5, 5), int)
    taken = s.valid.astype(bool) if v.valid else np.ones(len(s.label), bool)
    np.add.at(table, (s.label[taken], s.guess[taken]), 1)
    counts = np.zeros(max(many, 25), int)
    counts[:25] = table.reshape(-1)
    return {"bin.count": t.bin.count + counts[:many]}


def group_loss(t, v, n):
    r = np.abs(t.sample.value - t.sample.other)
    each = {"square": r**2 / 2, "size": r, "huber": np.where(r <= n.cut, r**2 / 2, n.cut * (r - n.cut / 2))}[v.law]
    total = [each[k].mean() if v.mean and len(k) else each[k].sum() for k in t.group.samples]
    return {"group.loss": np.array(total)}


def group_relation(t, v, n):
    spread, offset = [], []
    for samples in t.group.samples:
        x, y = t.sample.value[samples], t.sample.other[samples]
        dx, dy = (x - x.mean(), y - y.mean()) if len(x) else (x, y)
        sxx, syy, sxy = dx @ dx, dy @ dy, dx @ dy
        slope = sxy / sxx if sxx > 0 else 0.0
        correlation = sxy / np.sqrt(sxx * syy) if sxx * syy > 0 else 0.0
        covariance = sxy / len(x) if len(x) else 0.0
        spread.append({"covariance": covariance, "correlation": correlation, "slope": slope}[v.form])
        offset.append(y.mean() - slope * x.mean() if len(x) else 0.0)
    found = {"group.coefficient": np.array(spread)}
    return {**found, "group.intercept": np.array(offset)} if v.form == "slope" else found


def validate_samples(t, v, n):
    s = t.sample
    enough = t.group.count[s.group] >= n.least
    return {"sample.valid": np.where(s.group < 0, False if v.lone else s.valid, enough)}


def valid_span(t, v, n):
    g, valid = t.group, t.sample.valid.astype(bool)
    kept = [k[valid[k]] for k in g.samples]
    missing = -1 if v.empty == "minus" else 0
    return {
        "group.first": np.array([k[0] if len(k) else missing for k in kept]),
        "group.last": np.array([k[-1] if len(k) else missing for k in kept]),
        "group.count": np.array([len(k) for k in kept]),
    }
