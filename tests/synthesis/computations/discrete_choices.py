"""What the computations of the family ``discrete_choices`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def alias_pick(t, v, n):
    s, d = t.sample, t.distribution
    picks = []
    for r, row in zip(generators(n.seed, len(s.outcome)), s.distribution, strict=True):
        if v.reuse:
            coin, k = np.modf(r.uniform() * n.bins)
            k = int(k)
        else:
            k, coin = r.integer(0, n.bins), r.uniform()
        k = k if coin < d.threshold[row, k] else int(d.alias[row, k])
        picks.append(k)
    made = {"sample.outcome": np.array(picks)}
    if v.weighted:
        made["sample.outcome_weight"] = d.mass[s.distribution, picks]
    return made


def discrete_pick(t, v, n):
    s = t.sample
    picks = []
    for i, row in enumerate(s.distribution):
        u = s.uniform[i] if v.source == "given" else Random(n.seed, i).uniform()
        chance = t.distribution.chance[row]
        if v.weights == "mass":
            chance = t.distribution.mass[row] / t.distribution.mass[row].sum()
        above = np.flatnonzero(u < np.cumsum(chance))
        picks.append(above[0] if len(above) else -1)
    return {"sample.outcome": np.array(picks)}


def resample_ancestors(t, v, n):
    s = t.sample
    count = len(s.cumulative)
    offsets = [Random(n.seed, n.round).uniform()] * count
    if v.comb == "stratified":
        offsets = [r.uniform() for r in generators(n.seed, count, n.round)]
    u = (np.arange(count) + offsets) / count
    ancestor = np.minimum(np.searchsorted(s.cumulative, u), count - 1)
    if v.copied == "value":
        return {"sample.drawn": s.value[ancestor]}
    made = {"sample.ancestor": ancestor}
    if v.copied == "both":
        made["sample.moved"] = s.position[ancestor]
    return made


def reservoir_pick(t, v, n):
    picks = []
    for c, samples in enumerate(t.chain.samples):
        r = Random(n.seed, c)
        pick = -1
        if v.tail == "targets":
            samples = samples[t.sample.target[samples] >= 0]
        if v.weighted == "keys":
            keys = [(1 - r.uniform()) ** (1 / w) for w in t.sample.weight[samples]]
            picks.append(samples[np.argmax(keys)] if keys else -1)
            continue
        for seen, i in enumerate(samples, start=1):
            share = 1 / seen
            if v.weighted:
                share = t.sample.weight[i] / t.sample.weight[samples[:seen]].sum()
            if r.uniform() < share:
                pick = i
        picks.append(pick)
    return {"chain.pick": np.array(picks)}


def effective_sample_size(t, v, n):
    effective, best = [], []
    for samples in t.chain.samples:
        if v.filtered:
            samples = samples[t.sample.target[samples] >= 0]
        w = t.sample.weight[samples]
        effective.append(w.sum() ** 2 / (w**2).sum() if len(w) else 0.0)
        best.append(w.max(initial=0.0))
    made = {"chain.effective": np.array(effective)}
    if v.best:
        made["chain.best"] = np.array(best)
    return made


def importance_tally(t, v, n):
    s = t.sample
    w = np.exp(s.log_weight) if v.logarithmic else s.density / s.proposal
    made = {"target.sum": summed(t.target.sum, s.target, w * s.value)}
    if v.normalised:
        made["target.weight_sum"] = summed(t.target.weight_sum, s.target, w)
    if v.counted:
        made["target.hits"] = summed(t.target.hits, s.target, np.ones(len(w), int))
    return made
