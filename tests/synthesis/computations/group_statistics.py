"""Figures of groups, as NumPy states them."""

from __future__ import annotations

import numpy as np


def added(t, word, taken, values):
    total = getattr(t.group, word).copy()
    np.add.at(total, t.sample.group[taken], values[taken] if np.ndim(values) else values)
    return {f"group.{word}": total}


def sum_by_group(t, v, n):
    s = t.sample
    inside, valid = s.group >= 0, s.valid.astype(bool)
    taken = inside if v.valid == "all" else inside & valid
    found = added(t, "missing", inside & ~valid, 1) if v.valid == "count" else {}
    weight = s.weight if v.weighted else np.ones(len(s.weight))
    found |= added(t, "weight_sum", taken, s.weight) if v.weighted else added(t, "count", taken, 1)
    found |= added(t, "sum", taken, weight * s.value)
    return found | (added(t, "square_sum", taken, weight * s.value**2) if v.squares else {})


def sum_group_points(t, v, n):
    s, inside = t.sample, t.sample.group >= 0
    found = added(t, "point_sum", inside, s.point * (s.weight[:, None] if v.weighted else 1.0))
    found |= added(t, "weight_sum", inside, s.weight) if v.weighted else {}
    return found | (added(t, "count", inside, 1) if v.count else {})


def group_extremes(t, v, n):
    s, g = t.sample, t.group
    inside = s.group >= 0
    values = np.abs(s.value) if v.sides == "size" else s.value
    largest, smallest = g.largest.copy(), g.smallest.copy()
    np.maximum.at(largest, s.group[inside], values[inside])
    np.minimum.at(smallest, s.group[inside], values[inside])
    return {"group.largest": largest, **({"group.smallest": smallest} if v.sides == "both" else {})}


def group_moments(t, v, n):
    g = t.group
    mean, variance = g.mean.copy(), g.variance.copy()
    for i, many in enumerate(g.count):
        if many >= n.least:
            mean[i] = g.sum[i] / many
            bessel = many / (many - 1) if v.sample else 1.0
            variance[i] = max(g.square_sum[i] / many - mean[i] ** 2, 0.0) * bessel
        elif v.few == "zero":
            mean[i] = variance[i] = 0.0
    return {"group.mean": mean, "group.variance": variance}


def group_running_moments(t, v, n):
    s, means, variances = t.sample, [], []
    for samples in t.group.samples:
        values = s.value[samples[s.valid[samples].astype(bool)] if v.valid else samples]
        means.append(values.mean() if len(values) else 0.0)
        variances.append(values.var(ddof=1) if len(values) > 1 else 0.0)
    found = {"group.mean": np.array(means), "group.variance": np.array(variances)}
    return {**found, "group.spread": np.sqrt(variances)} if v.spread == "deviation" else found


def group_scatter(t, v, n):
    scatters = []
    for samples, center in zip(t.group.samples, t.group.center, strict=True):
        offsets = t.sample.point[samples] - center
        weights = t.sample.weight[samples] if v.weighted else np.ones(len(samples))
        scatter = (offsets * weights[:, None]).T @ offsets
        scatters.append(scatter / weights.sum() if v.mean and len(samples) else scatter)
    return {"group.scatter": np.array(scatters)}


def merge_group_moments(t, v, n):
    g, p = t.group, t.group.parent
    there, total = p >= 0, g.size + g.size[p]
    mean = (g.size * g.mean + g.size[p] * g.mean[p]) / total
    second = (g.size * (g.variance + g.mean**2) + g.size[p] * (g.variance[p] + g.mean[p] ** 2)) / total
    alone = v.lone == "keep"
    return {
        "group.merged_mean": np.where(there, mean, g.mean if alone else g.merged_mean),
        "group.merged_variance": np.where(there, second - mean**2, g.variance if alone else g.merged_variance),
    }


def decay_group_mean(t, v, n):
    g, mean, variance = t.group, t.group.mean.copy(), t.group.variance.copy()
    for i in np.flatnonzero(g.count):
        x = g.sum[i] / g.count[i]
        if v.first and g.updates[i] == 0:
            mean[i], variance[i] = x, 0.0
            continue
        mean[i] = n.decay * g.mean[i] + (1 - n.decay) * x
        variance[i] = n.decay * g.variance[i] + n.decay * (1 - n.decay) * (x - g.mean[i]) ** 2
    return {"group.mean": mean, **({"group.variance": variance} if v.variance else {})}
