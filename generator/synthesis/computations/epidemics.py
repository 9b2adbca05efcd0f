"""Epidemics in patches and age bands: compartments, travel, mixing, alerts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.populations import POPULATIONS

WATCH = 1
ALARM = 2


@law
def infection_force(contagion: float, infected: float, population: float) -> float:
    """Force of infection on one susceptible person, by the share of infected people."""
    return contagion * infected / population


@law
def gravity_flow(a: float, b: float, distance: float, reach: float) -> float:
    """Travellers between two places by a gravity model, with an exponential cut-off over a reach."""
    return a * b / (distance * distance) * wp.exp(-distance / reach)


@computation(
    POPULATIONS,
    "advance the SIR compartments of each patch",
    immunity={"lasting": "", "waning": "with immunity that wanes"},
    closed={True: "with half of the contagion where it is closed", False: ""},
    people={True: "and count its people", False: ""},
)
def compartment_step(patch: Any, dt: Any, contagion: Any, recovery: Any, waning: Any) -> None:
    s = patch.susceptible
    i = patch.infected
    r = patch.recovered
    beta = contagion
    if v.closed:
        if patch.closed != 0:
            beta = 0.5 * contagion
    caught = infection_force(beta, i, s + i + r) * s * dt
    healed = recovery * i * dt
    if v.immunity == "waning":
        lost = waning * r * dt
        patch.next_susceptible = s - caught + lost
        patch.next_recovered = r + healed - lost
    else:
        patch.next_susceptible = s - caught
        patch.next_recovered = r + healed
    patch.next_infected = i + caught - healed
    if v.people:
        patch.next_population = s + i + r


@computation(
    POPULATIONS,
    "compute the force of infection in each patch, by its infected share",
    travel={True: "with that of the patches it is linked to", False: ""},
)
def patch_infection_force(patch: Any, contagion: Any) -> None:
    pressure = infection_force(contagion, patch.infected, patch.population)
    if v.travel:
        for link in patch.links:
            if link.is_open == 0:
                continue
            goal = link.goal
            pressure += link.coupling * infection_force(contagion, goal.infected, goal.population)
    patch.pressure = pressure


@computation(
    POPULATIONS,
    "compute the travellers of each link",
    law={"rate": "", "gravity": "by the size of both patches and their distance"},
    balance={True: "taking them from the origin and adding them to the goal", False: ""},
    open={True: "where it is open", False: ""},
)
def travel_flow(link: Any, reach: Any, mobility: Any) -> None:
    origin, goal = link.origin, link.goal
    if v.open:
        if link.is_open == 0:
            link.flow = 0.0
            return
    if v.law == "gravity":
        flow = mobility * gravity_flow(origin.population, goal.population, link.distance, reach)
    else:
        flow = link.rate * origin.population
    link.flow = flow
    if v.balance:
        origin.inflow -= flow
        goal.inflow += flow


@computation(
    POPULATIONS,
    "compute the force of infection in each age band from the contacts between bands",
    share={"number": "by the number of infected in each band", "share": "by the infected share of each band"},
)
def band_infection_force(band: Any, bands: Any, contagion: Any) -> None:
    total = float(0.0)
    for j in range(bands):
        if v.share == "share":
            total += band.mixing[j] * band[j].infected / band[j].size
        else:
            total += band.mixing[j] * band[j].infected
    band.pressure = contagion * total


@computation(
    POPULATIONS,
    "age the members of each band by one step (Leslie matrix)",
    oldest={"leave": "", "stay": "where the oldest stay in the last band"},
)
def band_ageing(band: Any, bands: Any) -> None:
    a = band.index
    if a == 0:
        births = float(0.0)
        for j in range(bands):
            births += band[j].fertility * band[j].size
        band.next_size = births
        return
    size = band[a - 1].survival * band[a - 1].size
    if v.oldest == "stay":
        if a == bands - 1:
            size += band.survival * band.size
    band.next_size = size


@computation(
    POPULATIONS,
    "set the alert of each patch by its cases, at 2 from the alarm on and at 1 from the first",
    closed={True: "and raise it where the patch is closed", False: ""},
)
def patch_alert(patch: Any, alarm: Any) -> None:
    alert = int(0)
    if patch.cases >= alarm:
        alert = ALARM
    elif patch.cases > 0:
        alert = WATCH
    if v.closed:
        if patch.closed != 0:
            alert = ALARM
    patch.alert = alert


@computation(
    POPULATIONS,
    "grow the population of each patch",
    law={
        "logistic": "by the logistic law",
        "gompertz": "by Gompertz's law",
        "plain": "in proportion to its size",
    },
    noise={True: "with the random fluctuations of births and deaths", False: ""},
    inflow={True: "and add those who come less those who go", False: ""},
)
def grow_population(patch: Any, growth: Any, turnover: Any, dt: Any, seed: Any, step: Any) -> None:
    n = patch.population
    rate = growth * n
    if v.law == "logistic":
        rate *= 1.0 - n / patch.capacity
    elif v.law == "gompertz":
        # n log(1 / n) goes to zero with n
        if n > 0.0:
            rate *= wp.log(patch.capacity / n)
    if v.inflow:
        rate += patch.inflow
    grown = n + rate * dt
    if v.noise:
        state = wp.rand_init(seed, step * count(patch) + patch.index)
        grown += wp.sqrt(turnover * n * dt) * wp.randn(state)
    if v.noise or v.inflow:
        # nobody is left where more go than there were
        grown = wp.max(grown, 0.0)
    patch.next_population = grown


@computation(
    POPULATIONS,
    "clear the counts of each patch",
    doses={True: "and the doses that were asked for", False: ""},
    flow={True: "and its balance of travellers", False: ""},
)
def reset_patch_counts(patch: Any) -> None:
    patch.cases = 0
    patch.residents = 0
    if v.doses:
        patch.used = 0
    if v.flow:
        patch.inflow = 0.0
