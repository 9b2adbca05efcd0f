"""Genes of evolutionary search: mutation, blends, differential evolution, swarms."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.evolution import EVOLUTION

RIPPLE = 10.0


@law
def spread_factor(u: float, eta: float) -> float:
    """Spread of children against that of their parents, in simulated binary crossover (Deb and Agrawal)."""
    if u < 0.5:
        return wp.pow(2.0 * u, 1.0 / (eta + 1.0))
    return wp.pow(2.0 * (1.0 - u), -1.0 / (eta + 1.0))


@law
def polynomial_step(u: float, eta: float) -> float:
    """Step of Deb's polynomial mutation from -1 to 1, the smaller the likelier."""
    if u < 0.5:
        return wp.pow(2.0 * u, 1.0 / (eta + 1.0)) - 1.0
    return 1.0 - wp.pow(2.0 * (1.0 - u), 1.0 / (eta + 1.0))


@law
def reflect_into_range(x: float, low: float, high: float) -> float:
    """Gene reflected once at the bound that it passes, then held within both."""
    if x < low:
        return wp.min(2.0 * low - x, high)
    if x > high:
        return wp.max(2.0 * high - x, low)
    return x


@computation(
    EVOLUTION,
    "mutate each gene by chance",
    law={
        "normal": "with normal noise as wide as its deviation, within its bounds",
        "mirrored": "with normal noise as wide as its deviation, mirrored at its bounds",
        "reset": "to a uniform value between its bounds",
        "polynomial": "by polynomial mutation, within its bounds",
    },
    rate={"own": "with the rate of its island", "shared": "with one rate for all"},
)
def mutate_gene(gene: Any, seed: Any, generation: Any, mutation: Any, eta: Any) -> None:
    x = gene.value
    rate = gene.individual.island.rate if v.rate == "own" else mutation
    state = wp.rand_init(seed, generation * count(gene) + gene.index)
    if wp.randf(state) < rate:
        if v.law == "reset":
            x = wp.lerp(gene.lower, gene.upper, wp.randf(state))
        elif v.law == "mirrored":
            x = reflect_into_range(x + gene.sigma * wp.randn(state), gene.lower, gene.upper)
        else:
            if v.law == "normal":
                x += gene.sigma * wp.randn(state)
            else:
                x += (gene.upper - gene.lower) * polynomial_step(wp.randf(state), eta)
            x = wp.clamp(x, gene.lower, gene.upper)
    gene.trial = x


@computation(
    EVOLUTION,
    "blend each gene with that of its mate",
    law={
        "blend": "uniformly over their span and half of it on either side (BLX-0.5)",
        "binary": "by simulated binary crossover",
        "arithmetic": "with a random share of each",
    },
    coin={True: "where a draw with the crossover rate says so", False: ""},
)
def blend_gene(gene: Any, seed: Any, generation: Any, crossover: Any, eta: Any) -> None:
    a = gene.value
    if not exists(gene.mate):
        gene.trial = a
        return
    b = gene.mate.value
    state = wp.rand_init(seed, generation * count(gene) + gene.index)
    if v.coin:
        if wp.randf(state) >= crossover:
            gene.trial = a
            return
    if v.law == "blend":
        low = wp.min(a, b)
        span = wp.abs(a - b)
        x = low + span * wp.randf(state, -0.5, 1.5)
    elif v.law == "binary":
        beta = spread_factor(wp.randf(state), eta)
        x = 0.5 * ((1.0 + beta) * a + (1.0 - beta) * b)
    else:
        x = wp.lerp(a, b, wp.randf(state))
    if v.law == "arithmetic":
        gene.trial = x
    else:
        gene.trial = wp.clamp(x, gene.lower, gene.upper)


@computation(
    EVOLUTION,
    "make the child of each individual by differential evolution with binomial crossover,",
    base={
        "rand": "the first of three donors plus the weighted difference of the other two,",
        "best": "the leader plus the weighted difference of two donors,",
        "current": "the individual moved towards the leader plus the weighted difference of two donors,",
    },
    dither={True: "with a weight drawn for each child", False: ""},
    border={
        "clamp": "clamping genes to their bounds",
        "half": "putting genes that pass a bound half way from those of the individual to it",
    },
)
def differential_genome(
    individual: Any, seed: Any, generation: Any, length: Any, crossover: Any, factor: Any, lowest: Any, highest: Any
) -> None:
    second, third = individual.others[1], individual.others[2]
    state = wp.rand_init(seed, generation * count(individual) + individual.index)
    # one gene at least is crossed
    forced = wp.randi(state, 0, length)
    f = factor
    if v.dither:
        f = factor * wp.randf(state, 0.5, 1.0)
    for k in range(length):
        x = individual.genes[k]
        if wp.randf(state) >= crossover and k != forced:
            individual.child[k] = x
            continue
        u = f * (second.genes[k] - third.genes[k])
        if v.base == "rand":
            u += individual.others[0].genes[k]
        elif v.base == "best":
            u += individual.leader.genes[k]
        else:
            u += x + f * (individual.leader.genes[k] - x)
        if v.border == "clamp":
            u = wp.clamp(u, lowest, highest)
        elif u < lowest:
            u = 0.5 * (x + lowest)
        elif u > highest:
            u = 0.5 * (x + highest)
        individual.child[k] = u


@computation(
    EVOLUTION,
    "move each gene of a particle swarm by inertia and random pulls to its own best and the best of all",
    limit={"speed": "with a highest speed", "none": ""},
    border={"clamp": "within its bounds", "stop": "stopping at its bounds"},
)
def swarm_gene(gene: Any, seed: Any, generation: Any, inertia: Any, pull_own: Any, pull_best: Any, speed: Any) -> None:
    x = gene.value
    state = wp.rand_init(seed, generation * count(gene) + gene.index)
    r1 = wp.randf(state)
    r2 = wp.randf(state)
    vel = inertia * gene.velocity + pull_own * r1 * (gene.own_best - x) + pull_best * r2 * (gene.leader.own_best - x)
    if v.limit == "speed":
        vel = wp.clamp(vel, -speed, speed)
    x += vel
    if v.border == "stop":
        if x < gene.lower or x > gene.upper:
            vel = 0.0
    gene.next_velocity = vel
    gene.trial = wp.clamp(x, gene.lower, gene.upper)


@computation(
    EVOLUTION,
    "draw genes of a search distribution, mean plus a normal number times deviation,",
    scaled={True: "scaled by the step size of their individual", False: ""},
    bounded={
        "clamp": "within its bounds",
        "free": "",
    },
)
def sample_gene(gene: Any, seed: Any, generation: Any) -> None:
    sigma = gene.sigma
    if v.scaled:
        sigma *= gene.individual.sigma
    state = wp.rand_init(seed, generation * count(gene) + gene.index)
    x = gene.mean + sigma * wp.randn(state)
    if v.bounded == "clamp":
        x = wp.clamp(x, gene.lower, gene.upper)
    gene.trial = x


@computation(
    EVOLUTION,
    "add the term of each trial gene to the cost of its individual,",
    law={
        "sphere": "its square",
        "rastrigin": "that of Rastrigin's function",
        "styblinski": "that of the Styblinski-Tang function",
    },
)
def add_gene_cost(gene: Any) -> None:
    x = gene.trial
    if v.law == "sphere":
        term = x * x
    elif v.law == "rastrigin":
        term = x * x + RIPPLE * (1.0 - wp.cos(2.0 * wp.pi * x))
    else:
        square = x * x
        term = 0.5 * (square * square - 16.0 * square + 5.0 * x)
    individual = gene.individual
    individual.objective += term
