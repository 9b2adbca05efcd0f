"""What the computations of the family ``ecology`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def predator_prey_step(t, v, n):
    h = t.habitat

    def change(u):
        prey, hunters = u.T
        meals = hunters * prey / (1 / h.kill + h.handling * prey)
        return np.stack([h.birth * prey - meals, meals - h.death * hunters], axis=1)

    u = h.numbers
    first = change(u)
    if v.scheme == "euler":
        after = u + n.dt * first
    elif v.scheme == "midpoint":
        after = u + n.dt * change(u + n.dt / 2 * first)
    else:
        second = change(u + n.dt / 2 * first)
        third = change(u + n.dt / 2 * second)
        last = change(u + n.dt * third)
        after = u + n.dt * ((first + last) / 6 + (second + third) / 3)
    made = {"habitat.next_numbers": after}
    if v.rare:
        made["habitat.rare"] = (after < 0.6).any(axis=1)
    return made


def habitat_spread(t, v, n):
    u = t.habitat.numbers
    flow = np.array([(u[some] - own).sum(axis=0) for some, own in zip(t.habitat.beside, u, strict=True)])
    if v.kinds == "predators":
        flow = flow * [0, 1]
    return {"habitat.next_numbers": u + n.spreading * flow}


def allele_drift(t, v, n):
    d = t.deme
    p = d.frequency
    if v.migrants == "source":
        p = np.where(d.source >= 0, (1 - n.migration) * p + n.migration * p[d.source], p)
    if v.selection:
        p = p * (1 + d.advantage * (1 - p))
    if v.mutation:
        p = p + n.mutation * (1 - 2 * p)
    p = np.clip(p, 0, 1)
    xi = np.array([r.normal() for r in generators(n.seed, len(p), n.step)])
    return {"deme.next_frequency": np.clip(p + xi * np.sqrt(p * (1 - p) / (2 * d.size)), 0, 1)}


def genotype_equilibrium(t, v, n):
    g = t.deme.genotypes
    total = np.maximum(g.sum(axis=1), 1)
    p = (g @ [2, 1, 0]) / (2 * total)
    expected = total[:, None] * np.stack([p**2, 2 * p * (1 - p), (1 - p) ** 2], axis=1)
    both = (p > 0) & (p < 1)
    expected = np.where(both[:, None], expected, 1)
    statistic = 1 - g[:, 1] / expected[:, 1] if v.form == "inbreeding" else ((g - expected) ** 2 / expected).sum(axis=1)
    return {"deme.inbreeding" if v.form == "inbreeding" else "deme.statistic": np.where(both, statistic, 0)}


def allele_frequency(t, v, n):
    g = t.deme.genotypes
    some = g.sum(axis=1) > 0
    p = (g @ [2, 1, 0]) / np.maximum(2 * g.sum(axis=1), 1)
    made = {"deme.frequency": p}
    if v.fixed:
        made["deme.fixed"] = ((p == 0) | (p == 1)) & some
    return made
