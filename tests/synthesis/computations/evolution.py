"""What the computations of the family ``evolution`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def tournament_parent(t, v, n):
    p = t.individual
    parents, children = np.arange(len(p.fitness)), p.children.copy()
    for i, r in enumerate(generators(n.seed + n.generation, len(parents))):
        if v.elite and p.elite[i]:
            continue
        drawn = np.array([r.integer(0, len(parents)) for _ in range(n.contestants)])
        parents[i] = drawn[np.argmax(p.fitness[drawn])]
        if v.by == "sometimes" and r.uniform() >= n.crossover:
            parents[i] = drawn[-1]
        children[parents[i]] += 1
    made = {"individual.parent": parents}
    return {**made, **({"individual.children": children} if v.counted else {})}


def roulette_parent(t, v, n):
    p = t.individual
    count = len(p.cumulative)
    if v.pointer == "universal":
        pointers = (np.arange(count) + Random(n.seed + n.generation).uniform()) / count
    else:
        pointers = np.array([r.uniform() for r in generators(n.seed + n.generation, count)])
    parents = np.minimum(np.searchsorted(p.cumulative, pointers, side="right"), count - 1)
    return {"individual.parent": np.where(p.elite, np.arange(count), parents) if v.elite else parents}


def cross_genomes(t, v, n):
    p = t.individual
    places = np.arange(n.length)
    taken, cuts = [], []
    for r in generators(n.seed + n.generation, len(p.fitness)):
        if v.cut == "uniform":
            taken.append(np.array([r.uniform() < n.crossover for _ in places]))
            cuts.append(int(np.argmax(taken[-1])) if taken[-1].any() else -1)
        else:
            ends = [r.integer(0, n.length), r.integer(0, n.length) if v.cut == "two" else n.length]
            cuts.append(min(ends))
            taken.append((places >= min(ends)) & (places < max(ends)))
    made = {"individual.child": np.where(np.array(taken), p.genes[p.father], p.genes[p.mother])}
    return {**made, **({"individual.cut": np.array(cuts)} if v.stored else {})}


def _into(x: float, low: float, high: float) -> float:
    """Mirrored at the bound that is passed."""
    over, under = max(x - high, 0), max(low - x, 0)
    return float(np.clip(x - 2 * over + 2 * under, low, high))


def mutate_gene(t, v, n):
    g = t.gene
    trials = g.value.copy()
    for i, r in enumerate(generators(n.seed + n.generation, len(trials))):
        rate = t.island.rate[t.individual.island[g.individual[i]]] if v.rate == "own" else n.crossover
        low, high = g.lower[i], g.upper[i]
        if r.uniform() >= rate:
            continue
        if v.law == "reset":
            trials[i] = r.uniform(low, high)
            continue
        if v.law == "normal":
            step = g.sigma[i] * r.normal()
        else:
            u = r.uniform()
            size = 1 - (2 * min(u, 1 - u)) ** (1 / (n.eta + 1))
            step = (high - low) * (size if u >= 0.5 else -size)
        x = trials[i] + step
        trials[i] = np.clip(x, low, high) if v.border == "clamp" else _into(x, low, high)
    return {"gene.trial": trials}


def blend_gene(t, v, n):
    g = t.gene
    trials = g.value.copy()
    for i, r in enumerate(generators(n.seed + n.generation, len(trials))):
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


def differential_gene(t, v, n):
    g = t.gene
    trials = g.value.copy()
    for i, r in enumerate(generators(n.seed + n.generation, len(trials))):
        if r.uniform() >= n.crossover:
            continue
        f = r.uniform(n.factor / 2, n.factor) if v.dither else n.factor
        first, second, third = g.value[g.others[i]]
        x, lead = g.value[i], g.value[g.leader[i]]
        start = {"rand": first, "best": lead, "current": (1 - f) * x + f * lead}[v.base]
        u = start + f * (second - third)
        bound = np.clip(u, g.lower[i], g.upper[i])
        trials[i] = bound if v.border == "clamp" or u == bound else (x + bound) / 2
    return {"gene.trial": trials}


def swarm_gene(t, v, n):
    g = t.gene
    x, lead = g.value, g.value[g.leader]
    pulls = np.array([[r.uniform(), r.uniform()] for r in generators(n.seed + n.generation, len(x))])
    speed = n.inertia * g.velocity + n.pull_own * pulls[:, 0] * (g.own_best - x)
    speed = speed + n.pull_best * pulls[:, 1] * (lead - x)
    if v.limit == "speed":
        speed = np.clip(speed, -n.speed, n.speed)
    moved = np.clip(x + speed, g.lower, g.upper)
    if v.border == "stop":
        speed = np.where(moved == x + speed, speed, 0)
    return {"gene.trial": moved, "gene.next_velocity": speed}


def anneal_trial(t, v, n):
    p = t.individual
    temperature = t.island.temperature[p.island]
    rise = p.trial_cost - p.cost
    u = np.array([r.uniform() for r in generators(n.seed + n.generation, len(rise))])
    if v.rule == "threshold":
        takes = rise < u * temperature
    elif v.rule == "bath":
        takes = u < (1 - np.tanh(rise / temperature / 2)) / 2
    else:
        takes = u < np.exp(np.minimum(-rise / temperature, 1))
    made = {
        "individual.next_cost": np.where(takes, p.trial_cost, p.cost),
        "individual.accepted": np.where(takes, 1, p.accepted),
    }
    if v.tally:
        made["island.accepted"] = summed(t.island.accepted, p.island, takes.astype(int))
    return made


def sample_gene(t, v, n):
    g = t.gene
    half = len(g.mean) // 2
    trials = []
    for i, (low, high) in enumerate(zip(g.lower, g.upper, strict=True)):
        mirrors = v.pairs == "mirrored" and i >= half
        r = Random(n.seed + n.generation, i - half if mirrors else i)
        x = g.mean[i] + (-1 if mirrors else 1) * g.sigma[i] * r.normal()
        if v.bounded == "redraw" and not low <= x <= high:
            x = g.mean[i] + g.sigma[i] * r.normal()
        trials.append(x if v.bounded == "free" else np.clip(x, low, high))
    return {"gene.trial": np.array(trials)}


def self_adaptive_mutation(t, v, n):
    p = t.individual
    steps, children = p.sigma.copy(), p.genes.copy()
    for i, r in enumerate(generators(n.seed + n.generation, len(steps))):
        if v.elite and p.elite[i]:
            continue
        base = (p.sigma[i] + p.sigma[p.mother[i]]) / 2 if v.mean else p.sigma[i]
        steps[i] = max(base * np.exp(n.learning * r.normal()), n.floor)
        children[i] = p.genes[i] + steps[i] * r.normals(int(n.length))
    return {"individual.next_sigma": steps, "individual.child": children}
