"""What the computations of the family ``sampling`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def uniform_draw(t, v, n):
    s = t.sample
    u = np.array([r.uniform() for r in generators(n.seed, len(s.drawn))])
    if v.range == "signed":
        u = 2 * u - 1
    return {"sample.drawn": u * s.weight if v.range == "scaled" else u}


def seed_streams(t, v, n):
    count = len(t.sample.stream)
    made = {"sample.stream": np.array([r.state for r in generators(n.seed, count, n.round if v.mixed else 0)])}
    if v.reset:
        made["sample.kept"] = np.zeros(count)
    return made


def perturb_sample(t, v, n):
    s = t.sample
    drawn = s.drawn.copy()
    for i, r in enumerate(generators(n.seed, len(drawn))):
        if v.scale == "target" and s.target[i] < 0:
            continue
        sigma = t.target.sigma[s.target[i]] if v.scale == "target" else s.spread[i]
        if v.law == "normal":
            z = r.normal()
        else:
            z = r.uniform(-1, 1)
            if v.law == "laplace":
                z = -np.sign(z) * np.log(1 - abs(z) + 1e-6)
        x = s.value[i] + sigma * z
        drawn[i] = np.clip(x, -1, 1) if v.bounded else x
    return {"sample.drawn": drawn}


def bernoulli_mask(t, v, n):
    s = t.sample
    u = np.array([r.uniform() for r in generators(n.seed, len(s.kept))])
    chance = np.broadcast_to(n.keep, u.shape) if v.coin == "shared" else s.weight
    kept = u < chance
    made = {"sample.kept": kept.astype(int)}
    if v.copied == "weight":
        made["sample.kept_weight"] = np.where(kept, chance**-1.0, 0)
    if v.counted:
        made["target.hits"] = summed(t.target.hits, s.target, kept.astype(int))
    return made


def shuffle_keys(t, v, n):
    s = t.sample
    key = np.array([r.integer(0, 1024) for r in generators(n.seed, len(s.key))])
    if v.order == "grouped":
        key = key + 1024 * s.distribution
    if v.masked:
        key = np.where(s.target < 0, 1 << 30, key)
    return {"sample.key": key}


def quantile_draw(t, v, n):
    s = t.sample
    drawn = s.drawn.copy()
    for i, to in enumerate(s.target):
        if to < 0:
            continue
        u = s.uniform[i] if v.source == "given" else np.clip(Random(n.seed, i).uniform(), 1e-6, 1 - 1e-6)
        # what has mean m and standard deviation s, less m and over s
        centered = {0: u - 0.5, 1: np.log(u / (1 - u)), 2: -np.log1p(-u) - 1}[t.target.family[to]]
        standard = centered / {0: 12**-0.5, 1: np.pi / 3**0.5, 2: 1.0}[t.target.family[to]]
        drawn[i] = t.target.mean[to] + t.target.sigma[to] * standard if v.scaled else standard
    return {"sample.drawn": drawn}


def bootstrap_mean(t, v, n):
    s = t.sample
    count = len(s.value)
    drawn = []
    for r in generators(n.seed, count):
        picks = np.array([r.integer(0, count) for _ in range(count)])
        drawn.append(np.average(s.value[picks], weights=s.weight[picks] if v.weighted else None))
    return {"sample.replicate": np.array(drawn)}
