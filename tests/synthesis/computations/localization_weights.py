"""What the computations of the family ``localization_weights`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen, generators
from tests.synthesis.computations.localization import _motion, _wrapped


def landmark_likelihood(t, v, n):
    h, robots, marks = t.hypothesis, t.robot, t.landmark
    found, ranges = np.log(h.weight) if v.prior else np.zeros(len(h.weight)), h.expected.copy()
    for i, to in enumerate(h.landmark):
        if to < 0:
            continue
        d = marks.position[to] - h.position[i]
        own, ranges[i], sigma = h.robot[i], np.hypot(*d), marks.sigma[to]
        density = np.exp(-(((robots.range[own] - ranges[i]) / sigma) ** 2) / 2) / (sigma * np.sqrt(2 * np.pi))
        if v.bearing:
            away = _wrapped(robots.bearing[own] + h.heading[i] - np.arctan2(d[1], d[0]))
            density *= np.exp(-((away / n.bearing_sigma) ** 2) / 2) / (n.bearing_sigma * np.sqrt(2 * np.pi))
        found[i] += np.log(density)
    made = {"hypothesis.likelihood": found}
    return {**made, **({"hypothesis.expected": ranges} if v.expected else {})}


def resample_by_comparison(t, v, n):
    h = t.hypothesis
    ancestors = np.arange(len(h.weight))
    for i, r in enumerate(generators(n.seed, len(ancestors), n.step)):
        for _ in range(n.trials):
            u = r.uniform()
            if v.rule == "metropolis":
                other = r.integer(0, len(ancestors))
                if u <= h.weight[other] / h.weight[ancestors[i]]:
                    ancestors[i] = other
            elif u > h.weight[ancestors[i]]:
                ancestors[i] = r.integer(0, len(ancestors))
            else:
                break
    made = {"hypothesis.ancestor": ancestors}
    return {**made, **(_motion(h.position[ancestors], h.heading[ancestors]) if v.copied else {})}


def measure_beam(t, v, n):
    b = t.beam
    measured, valid = np.full(len(b.truth), float(n.max_range)), np.zeros(len(b.truth), int)
    for i, r in enumerate(generators(n.seed, len(measured), n.step)):
        away = b.truth[i]
        if away > n.max_range or r.uniform() < n.dropout:
            continue
        if v.short:
            away = min(away, -np.log1p(-r.uniform()) / n.short_rate)
        sigma = 0.05 + (0.05 * away / n.max_range / b.incidence[i] if v.noise == "range" else 0)
        measured[i], valid[i] = np.clip(away + sigma * r.normal(), 0, n.max_range), 1
    made = {"beam.measured": measured}
    return {**made, **({"beam.valid": valid} if v.lost == "invalid" else {})}


def weigh_moved_hypothesis(t, v, n):
    h, robots, marks = t.hypothesis, t.robot, t.landmark
    d = marks.position[h.landmark] - h.moved
    error = ((robots.range[h.robot] - np.hypot(d[:, 0], d[:, 1])) / marks.sigma[h.landmark]) ** 2
    if v.bearing:
        seen = np.arctan2(d[:, 1], d[:, 0]) - h.turned
        error = error + (_wrapped(robots.bearing[h.robot] - seen) / n.bearing_sigma) ** 2
    outside = (np.abs(h.moved) > n.extent).any(axis=1) & (v.border == "map")
    weight = h.weight * np.exp(-error / 2) / marks.sigma[h.landmark]
    return {"hypothesis.new_weight": np.where(outside, 0, chosen(h.landmark, weight, h.weight))}
