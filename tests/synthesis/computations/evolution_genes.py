"""What the computations of the family ``evolution_genes`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def _into(x: float, low: float, high: float) -> float:
    """Mirrored at the bound that is passed."""
    over, under = max(x - high, 0), max(low - x, 0)
    return float(np.clip(x - 2 * over + 2 * under, low, high))


def mutate_gene(t, v, n):
    g = t.gene
    trials = g.value.copy()
    for i, r in enumerate(generators(n.seed, len(trials), n.generation)):
        rate = t.island.rate[t.individual.island[g.individual[i]]] if v.rate == "own" else n.mutation
        low, high = g.lower[i], g.upper[i]
        if r.uniform() >= rate:
            continue
        if v.law == "reset":
            trials[i] = r.uniform(low, high)
            continue
        if v.law in ("normal", "mirrored"):
            step = g.sigma[i] * r.normal()
        else:
            u = r.uniform()
            size = 1 - (2 * min(u, 1 - u)) ** (1 / (n.eta + 1))
            step = (high - low) * (size if u >= 0.5 else -size)
        x = trials[i] + step
        trials[i] = _into(x, low, high) if v.law == "mirrored" else np.clip(x, low, high)
    return {"gene.trial": trials}


def blend_gene(t, v, n):
    g = t.gene
    trials = g.value.copy()
    for i, r in enumerate(generators(n.seed, len(trials), n.generation)):
        if g.mate[i] < 0 or (v.coin and r.uniform() >= n.crossover):
            continue
        a, b, u = g.value[i], g.value[g.mate[i]], r.uniform()
        if v.law == "arithmetic":
            x = (1 - u) * a + u * b
        elif v.law == "blend":
            x = (a + b) / 2 + (2 * u - 1) * abs(b - a)
        else:
            beta = (2 * u) ** (1 / (n.eta + 1)) if u < 0.5 else (2 - 2 * u) ** (-1 / (n.eta + 1))
            x = (a + b) / 2 + beta * (a - b) / 2
        trials[i] = np.clip(x, g.lower[i], g.upper[i])
    return {"gene.trial": trials}


def differential_genome(t, v, n):
    p = t.individual
    children = p.genes.copy()
    for i, r in enumerate(generators(n.seed, len(children), n.generation)):
        forced = r.integer(0, n.length)
        f = r.uniform(n.factor / 2, n.factor) if v.dither else n.factor
        crossed = np.array([r.uniform() < n.crossover for _ in range(n.length)])
        crossed[forced] = True
        first, second, third = p.genes[p.others[i]]
        x, lead = p.genes[i], p.genes[p.leader[i]]
        u = {"rand": first, "best": lead, "current": (1 - f) * x + f * lead}[v.base] + f * (second - third)
        bound = np.clip(u, n.lowest, n.highest)
        bound = bound if v.border == "clamp" else np.where(u == bound, u, (x + bound) / 2)
        children[i] = np.where(crossed, bound, x)
    return {"individual.child": children}


def swarm_gene(t, v, n):
    g = t.gene
    x, lead = g.value, g.own_best[g.leader]
    pulls = np.array([[r.uniform(), r.uniform()] for r in generators(n.seed, len(x), n.generation)])
    speed = n.inertia * g.velocity + n.pull_own * pulls[:, 0] * (g.own_best - x)
    speed = speed + n.pull_best * pulls[:, 1] * (lead - x)
    if v.limit == "speed":
        speed = np.clip(speed, -n.speed, n.speed)
    moved = np.clip(x + speed, g.lower, g.upper)
    if v.border == "stop":
        speed = np.where(moved == x + speed, speed, 0)
    return {"gene.trial": moved, "gene.next_velocity": speed}


def sample_gene(t, v, n):
    g = t.gene
    trials = []
    for i, (low, high) in enumerate(zip(g.lower, g.upper, strict=True)):
        r = Random(n.seed, n.generation * len(g.mean) + i)
        step = t.individual.sigma[g.individual[i]] if v.scaled else 1.0
        x = g.mean[i] + step * g.sigma[i] * r.normal()
        trials.append(x if v.bounded == "free" else np.clip(x, low, high))
    return {"gene.trial": np.array(trials)}


def add_gene_cost(t, v, n):
    g, x = t.gene, t.gene.trial
    terms = {
        "sphere": x**2,
        "rastrigin": 10 + x**2 - 10 * np.cos(2 * np.pi * x),
        "styblinski": (x**4 - 16 * x**2 + 5 * x) / 2,
    }
    return {"individual.objective": summed(t.individual.objective, g.individual, terms[v.law])}
