"""Samples among others, as NumPy states them."""

from __future__ import annotations

import numpy as np


def sample_rank(t, v, n):
    x = t.sample.value if v.order == "up" else -t.sample.value
    if v.ties == "number":
        return {"sample.rank": np.argsort(np.argsort(x, kind="stable"))}
    return {"sample.rank": np.searchsorted(np.sort(x), x)}


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
    enough = s.valid & (t.group.count[s.group] >= n.least)
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
