"""Predators and prey, alleles that drift."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.populations import POPULATIONS

RARE = 0.6


@law
def predation(prey: float, kill: float, handling: float) -> float:
    """Prey that one predator eats in a unit of time, by Holling's second response: handling takes time."""
    return kill * prey / (1.0 + kill * handling * prey)


@law
def predation_change(u: wp.vec2, birth: float, kill: float, death: float, handling: float) -> wp.vec2:
    """Lotka-Volterra rates of prey and predators, who eat by Holling's second response."""
    eaten = predation(u[0], kill, handling) * u[1]
    return wp.vec2(birth * u[0] - eaten, eaten - death * u[1])


@law
def frequency_after_selection(p: float, advantage: float) -> float:
    """Frequency of an allele after a generation of weak selection, to first order in its advantage."""
    return p + advantage * p * (1.0 - p)


@computation(
    POPULATIONS,
    "advance prey and predators of each habitat with Holling's type II response",
    scheme={"euler": "", "midpoint": "by the midpoint rule", "rk4": "by four stages of Runge and Kutta"},
    rare={True: "and mark where a kind becomes rare", False: ""},
)
def predator_prey_step(habitat: Any, dt: Any) -> None:
    u = habitat.numbers
    a = habitat.birth
    b = habitat.kill
    c = habitat.death
    h = habitat.handling
    k1 = predation_change(u, a, b, c, h)
    if v.scheme == "euler":
        moved = u + k1 * dt
    elif v.scheme == "midpoint":
        moved = u + predation_change(u + k1 * (0.5 * dt), a, b, c, h) * dt
    else:
        k2 = predation_change(u + k1 * (0.5 * dt), a, b, c, h)
        k3 = predation_change(u + k2 * (0.5 * dt), a, b, c, h)
        k4 = predation_change(u + k3 * dt, a, b, c, h)
        moved = u + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (dt / 6.0)
    habitat.next_numbers = moved
    if v.rare:
        habitat.rare = 1 if moved[0] < RARE or moved[1] < RARE else 0


@computation(
    POPULATIONS,
    "let animals spread between habitats nearby in proportion to how their numbers differ,",
    kinds={"both": "", "predators": "predators alone"},
)
def habitat_spread(habitat: Any, spreading: Any) -> None:
    u = habitat.numbers
    flow = wp.vec2(0.0, 0.0)
    for other in habitat.beside:
        flow += other.numbers - u
    if v.kinds == "predators":
        habitat.next_numbers = wp.vec2(u[0], u[1] + spreading * flow[1])
    else:
        habitat.next_numbers = u + flow * spreading


@computation(
    POPULATIONS,
    "draw the frequency of an allele in the next generation from the normal approximation of binomial drift",
    selection={True: "under selection", False: ""},
    mutation={True: "with mutation both ways", False: ""},
    migrants={"none": "", "source": "after migrants came"},
)
def allele_drift(deme: Any, seed: Any, step: Any, mutation: Any, migration: Any) -> None:
    p = deme.frequency
    if v.migrants == "source":
        if exists(deme.source):
            p += migration * (deme.source.frequency - p)
    if v.selection:
        p = frequency_after_selection(p, deme.advantage)
    if v.mutation:
        p = p * (1.0 - mutation) + (1.0 - p) * mutation
    state = wp.rand_init(seed, step * count(deme) + deme.index)
    spread = wp.sqrt(p * (1.0 - p) / float(2 * deme.size))
    deme.next_frequency = wp.clamp(p + spread * wp.randn(state), 0.0, 1.0)


@computation(
    POPULATIONS,
    "measure how far the genotypes of each deme are from Hardy-Weinberg equilibrium",
    form={"chi2": "by chi-square", "inbreeding": "by the inbreeding coefficient"},
)
def genotype_equilibrium(deme: Any) -> None:
    g = deme.genotypes
    carried = 2 * g[0] + g[1]
    # with one allele alone there is nothing to expect
    if carried == 0 or g[1] + 2 * g[2] == 0:
        if v.form == "inbreeding":
            deme.inbreeding = 0.0
        else:
            deme.statistic = 0.0
        return
    n = float(g[0] + g[1] + g[2])
    p = float(carried) / (2.0 * n)
    q = 1.0 - p
    mixed = 2.0 * p * q * n
    if v.form == "inbreeding":
        deme.inbreeding = 1.0 - float(g[1]) / mixed
    else:
        d0 = float(g[0]) - p * p * n
        d1 = float(g[1]) - mixed
        d2 = float(g[2]) - q * q * n
        deme.statistic = d0 * d0 / (p * p * n) + d1 * d1 / mixed + d2 * d2 / (q * q * n)


@computation(
    POPULATIONS,
    "compute the frequency of the allele A from the genotypes of each deme, zero for empty demes,",
    fixed={True: "and mark demes where it is fixed or lost", False: ""},
)
def allele_frequency(deme: Any) -> None:
    g = deme.genotypes
    total = 2 * (g[0] + g[1] + g[2])
    carried = 2 * g[0] + g[1]
    if v.fixed:
        deme.fixed = 1 if total > 0 and (carried == 0 or carried == total) else 0
    if total == 0:
        deme.frequency = 0.0
        return
    deme.frequency = float(carried) / float(total)
