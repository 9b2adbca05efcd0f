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
    made = {"sample.stream": np.array([r.state for r in generators(n.seed + (n.round if v.mixed else 0), count)])}
    if v.reset:
        made["sample.kept"] = np.zeros(count)
    return made


def perturb_sample(t, v, n):
    s = t.sample
    drawn = s.drawn.copy()
    for i, r in enumerate(generators(n.seed, len(drawn))):
        if v.scale == "target" and s.target[i] < 0:
            continue
        sigma = t.target.sigma[s.target[i]] if v.scale == "target" else s.weight[i]
        if v.law == "normal":
            z = r.normal()
        else:
            z = r.uniform(-1, 1)
            if v.law == "laplace":
                z = -np.sign(z) * np.log(1 - abs(z) + 1e-6)
        x = s.value[i] + sigma * z
        drawn[i] = np.clip(x, -1, 1) if v.bounded else x
    return {"sample.drawn": drawn}


def scatter_points(t, v, n):
    s = t.sample
    generator = generators(n.seed, len(s.moved))
    d = np.array([r.cube() if v.shape == "cube" else r.sphere() for r in generator])
    if v.shape in ("hemisphere", "tangent"):
        along = (d * s.normal).sum(axis=1, keepdims=True)
        d = np.where(along < 0, -d, d) if v.shape == "hemisphere" else d - s.normal * along
    return {"sample.moved": s.position + d * n.radius}


def bernoulli_mask(t, v, n):
    s = t.sample
    u = np.array([r.uniform() for r in generators(n.seed, len(s.kept))])
    kept = u < (n.keep if v.coin == "shared" else s.weight)
    made = {"sample.kept": kept.astype(int)}
    if v.copied == "weight":
        made["sample.kept_weight"] = np.where(kept, s.weight, 0)
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


def _halton(index: int, base: int) -> float:
    digits = []
    while index:
        index, digit = divmod(index, base)
        digits.append(digit)
    return sum(digit / base ** (k + 1) for k, digit in enumerate(digits))


def halton_points(t, v, n):
    count = len(t.sample.plane)
    places = np.arange(count)
    if v.sequence == "golden":
        points = np.outer(places + 1, [0.75487767, 0.75487767**2]) % 1.0
    elif v.sequence == "halton":
        points = np.array([[_halton(i + 1, base) for base in (2, 3)] for i in places])
    else:
        points = np.array([[(i + 0.5) / count, _halton(i + 1, 2)] for i in places])
    if v.shifted:
        r = Random(n.seed)
        points = (points + np.array([r.uniform(), r.uniform()])) % 1.0
    x, angle = points[:, 0], 2 * np.pi * points[:, 1]
    if v.place == "square":
        return {"sample.plane": points}
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if v.place == "disc":
        return {"sample.plane": n.radius * np.sqrt(x)[:, None] * around}
    height = 1 - 2 * x
    flat = np.sqrt(1 - height**2)[:, None] * around
    return {"sample.moved": t.sample.position + n.radius * np.column_stack([flat, height])}


def rejection_disc(t, v, n):
    points, tries = [], []
    for r in generators(n.seed, len(t.sample.plane)):
        tries.append(0)
        for _ in range(16):
            tries[-1] += 1
            p = np.array([r.uniform(-1, 1), r.uniform(-1, 1)])
            distance = np.hypot(*p)
            if distance <= 1 and not (v.ring and distance < 0.5):
                break
        points.append(p * n.radius)
    made = {"sample.plane": np.array(points)}
    if v.tried:
        made["sample.outcome"] = np.array(tries)
    return made


def bootstrap_mean(t, v, n):
    s = t.sample
    count = len(s.value)
    drawn = []
    for r in generators(n.seed, count):
        picks = np.array([r.integer(0, count) for _ in range(n.draws)])
        drawn.append(np.average(s.value[picks], weights=s.weight[picks] if v.weighted else None))
    return {"sample.drawn": np.array(drawn)}
