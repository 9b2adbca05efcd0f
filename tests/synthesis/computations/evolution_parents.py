"""What the computations of the family ``evolution_parents`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def tournament_parent(t, v, n):
    p = t.individual
    parents, children = np.arange(len(p.fitness)), p.children.copy()
    for i, r in enumerate(generators(n.seed, len(parents), n.generation)):
        if v.elite and p.elite[i]:
            continue
        drawn = np.array([r.integer(0, len(parents)) for _ in range(n.contestants)])
        parents[i] = drawn[np.argmax(p.fitness[drawn])]
        if v.by == "sometimes" and r.uniform() >= n.pressure:
            parents[i] = r.integer(0, len(parents))
        children[parents[i]] += 1
    made = {"individual.parent": parents}
    return {**made, **({"individual.children": children} if v.counted else {})}


def roulette_parent(t, v, n):
    p = t.individual
    count = len(p.cumulative)
    if v.pointer == "universal":
        pointers = (np.arange(count) + Random(n.seed, n.generation).uniform()) / count
    else:
        pointers = np.array([r.uniform() for r in generators(n.seed, count, n.generation)])
    parents = np.minimum(np.searchsorted(p.cumulative, pointers, side="right"), count - 1)
    kept = p.elite.astype(bool) & (v.pointer == "elite")
    made = {"individual.parent": np.where(kept, np.arange(count), parents)}
    if v.counted:
        drawn = parents[~kept]
        made["individual.children"] = p.children + np.bincount(drawn, minlength=count)
    return made


def cross_genomes(t, v, n):
    p = t.individual
    places = np.arange(n.length)
    taken, cuts = [], []
    for r in generators(n.seed, len(p.fitness), n.generation):
        if v.cut == "uniform":
            taken.append(np.array([r.uniform() < n.crossover for _ in places]))
            cuts.append(int(np.argmax(taken[-1])) if taken[-1].any() else -1)
        else:
            if v.cut == "two":
                ends = sorted([r.integer(0, n.length), r.integer(0, n.length)])
            else:
                ends = [r.integer(1, n.length), n.length - 1]
            cuts.append(ends[0])
            taken.append((places >= ends[0]) & (places <= ends[1]))
    made = {"individual.child": np.where(np.array(taken), p.genes[p.father], p.genes[p.mother])}
    stored = "individual.first_taken" if v.cut == "uniform" else "individual.cut"
    return {**made, **({stored: np.array(cuts)} if v.stored else {})}


def anneal_trial(t, v, n):
    p = t.individual
    temperature = t.island.temperature[p.island]
    rise = p.trial_cost - p.cost
    u = np.array([r.uniform() for r in generators(n.seed, len(rise), n.generation)])
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


def self_adaptive_mutation(t, v, n):
    p = t.individual
    steps, children = p.sigma.copy(), p.genes.copy()
    for i, r in enumerate(generators(n.seed, len(steps), n.generation)):
        if v.elite and p.elite[i]:
            continue
        base = (p.sigma[i] + p.sigma[p.mother[i]]) / 2 if v.mean else p.sigma[i]
        steps[i] = max(base * np.exp(n.learning * r.normal()), n.floor)
        children[i] = p.genes[i] + steps[i] * r.normals(int(n.length))
    return {"individual.next_sigma": steps, "individual.child": children}
