"""Individuals of evolutionary search: selection, crossover, annealing, step sizes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.evolution import EVOLUTION


@computation(
    EVOLUTION,
    "select a parent for each individual by a tournament of random contestants",
    by={"fitness": "", "sometimes": "that the best wins by chance, else one drawn anew"},
    elite={True: "while the elite stays as it is", False: ""},
    counted={True: "and count the children of each parent", False: ""},
)
def tournament_parent(individual: Any, seed: Any, generation: Any, contestants: Any, pressure: Any) -> None:
    if v.elite:
        if individual.elite:
            individual.parent = individual.index
            return
    n = count(individual)
    state = wp.rand_init(seed, generation * n + individual.index)
    best = wp.randi(state, 0, n)
    for _k in range(1, contestants):
        j = wp.randi(state, 0, n)
        if individual[j].fitness > individual[best].fitness:
            best = j
    if v.by == "sometimes":
        if wp.randf(state) >= pressure:
            best = wp.randi(state, 0, n)
    individual.parent = best
    if v.counted:
        wp.atomic_add(individual[best].children, 1)


@computation(
    EVOLUTION,
    "select a parent for each individual by fitness,",
    search={
        "binary": "by binary search in the cumulative shares",
        "walk": "by a walk along the cumulative shares",
    },
    pointer={
        "roulette": "with a number of its own",
        "elite": "with a number of its own, while the elite stays as it is",
        "universal": "with evenly spaced pointers from one random start",
    },
    counted={True: "and count the children of each parent", False: ""},
)
def roulette_parent(individual: Any, seed: Any, generation: Any) -> None:
    if v.pointer == "elite":
        if individual.elite:
            individual.parent = individual.index
            return
    n = count(individual)
    if v.pointer == "universal":
        state = wp.rand_init(seed, generation)
        u = (float(individual.index) + wp.randf(state)) / float(n)
    else:
        state = wp.rand_init(seed, generation * n + individual.index)
        u = wp.randf(state)
    first = int(0)
    if v.search == "walk":
        while first < n - 1 and individual[first].cumulative <= u:
            first += 1
    else:
        last = int(n - 1)
        while first < last:
            mid = (first + last) // 2
            if individual[mid].cumulative <= u:
                first = mid + 1
            else:
                last = mid
    individual.parent = first
    if v.counted:
        wp.atomic_add(individual[first].children, 1)


@computation(
    EVOLUTION,
    "cross the genomes of both parents of each individual",
    cut={
        "one": "at one random point",
        "two": "between two random points",
        "uniform": "gene by gene with the crossover rate",
    },
    stored={True: "and store which gene is the first from the second parent", False: ""},
)
def cross_genomes(individual: Any, seed: Any, generation: Any, length: Any, crossover: Any) -> None:
    mother, father = individual.mother, individual.father
    state = wp.rand_init(seed, generation * count(individual) + individual.index)
    if v.cut == "uniform":
        if v.stored:
            first = int(-1)
        for k in range(length):
            if wp.randf(state) < crossover:
                individual.child[k] = father.genes[k]
                if v.stored:
                    if first < 0:
                        first = k
            else:
                individual.child[k] = mother.genes[k]
    else:
        if v.cut == "two":
            # both ends of the stretch that the second parent gives
            one = wp.randi(state, 0, length)
            other = wp.randi(state, 0, length)
            first = wp.min(one, other)
            end = wp.max(one, other) + 1
        else:
            # both parents give a gene at least
            first = wp.randi(state, 1, length)
        for k in range(length):
            if k >= first and k < end if v.cut == "two" else k >= first:
                individual.child[k] = father.genes[k]
            else:
                individual.child[k] = mother.genes[k]
    if v.stored:
        if v.cut == "uniform":
            individual.first_taken = first
        else:
            individual.cut = first


@computation(
    EVOLUTION,
    "take or leave the trial of each individual",
    rule={
        "metropolis": "by simulated annealing, worse ones with chance exp(-rise / temperature),",
        "threshold": "by threshold accepting, with a random share of the temperature as the threshold that a rise has to stay below,",
        "bath": "by heat-bath annealing, with chance 1 / (1 + exp(rise / temperature)),",
    },
    tally={True: "and count what its island takes", False: ""},
)
def anneal_trial(individual: Any, seed: Any, generation: Any) -> None:
    island = individual.island
    e = individual.cost
    rise = individual.trial_cost - e
    state = wp.rand_init(seed, generation * count(individual) + individual.index)
    u = wp.randf(state)
    if v.rule == "metropolis":
        takes = rise <= 0.0 or u < wp.exp(-rise / island.temperature)
    elif v.rule == "threshold":
        takes = rise < u * island.temperature
    else:
        takes = u < 1.0 / (1.0 + wp.exp(rise / island.temperature))
    if takes:
        e = individual.trial_cost
        individual.accepted = 1
        if v.tally:
            island.accepted += 1
    individual.next_cost = e


@computation(
    EVOLUTION,
    "change the step size of each individual by a log-normal factor and mutate its genes with it",
    mean={True: "with the mean of its own step size and its first parent's in place of its own", False: ""},
    elite={True: "while the elite stays as it is", False: ""},
)
def self_adaptive_mutation(individual: Any, seed: Any, generation: Any, length: Any, learning: Any, floor: Any) -> None:
    if v.elite:
        if individual.elite:
            individual.next_sigma = individual.sigma
            for k in range(length):
                individual.child[k] = individual.genes[k]
            return
    state = wp.rand_init(seed, generation * count(individual) + individual.index)
    sigma = individual.sigma
    if v.mean:
        sigma = 0.5 * (sigma + individual.mother.sigma)
    sigma = wp.max(sigma * wp.exp(learning * wp.randn(state)), floor)
    for k in range(length):
        individual.child[k] = individual.genes[k] + sigma * wp.randn(state)
    individual.next_sigma = sigma
