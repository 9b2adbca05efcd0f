"""A whole day of each agent, a whole step of each patch: exposure, infection, illness, isolation, counts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.populations import POPULATIONS

VACCINATED = 1
ISOLATED = 2


@law
def contact_infects(state: int, flags: int) -> bool:
    """Whether an agent can infect others: infectious and not isolated."""
    if state != Health.INFECTIOUS:
        return False
    return (flags & ISOLATED) == 0


@computation(
    POPULATIONS,
    "take each agent through a day: exposure, infection unless it is vaccinated, illness and what its patch counts",
    isolated={True: "with isolation from the second day of illness", False: ""},
    risk={True: "and a daily chance of death for the old", False: ""},
    waning={True: "and immunity that some lose", False: ""},
)
def agent_day(
    agent: Any,
    seed: Any,
    step: Any,
    infectivity: Any,
    lapse: Any,
    incubation: Any,
    illness: Any,
    old_age: Any,
    fatality: Any,
) -> None:
    state = agent.state
    timer = agent.timer
    flags = agent.flags
    if state == Health.DEAD:
        agent.next_state = state
        agent.next_timer = 0
        agent.next_flags = flags
        agent.exposure = 0.0
        return
    rng = wp.rand_init(seed, step * count(agent) + agent.index)
    u = wp.randf(rng)
    exposure = float(0.0)
    if state == Health.SUSCEPTIBLE:
        for c in agent.contacts:
            if c.active == 0:
                continue
            other = c.other
            if contact_infects(other.state, other.flags):
                exposure += c.weight
        exposure *= infectivity * agent.susceptibility
        if (flags & VACCINATED) == 0:
            if u < 1.0 - wp.exp(-exposure):
                state = int(Health.EXPOSED)
                timer = incubation
    elif state == Health.EXPOSED:
        timer -= 1
        if timer <= 0:
            state = int(Health.INFECTIOUS)
            timer = illness
    elif state == Health.INFECTIOUS:
        timer -= 1
        if v.risk and agent.age >= old_age and u < fatality:
            state = int(Health.DEAD)
            timer = 0
        elif timer <= 0:
            state = int(Health.RECOVERED)
            timer = 0
            flags = flags & ~ISOLATED
        elif v.isolated:
            flags = flags | ISOLATED
    elif v.waning and u < lapse:
        state = int(Health.SUSCEPTIBLE)
    agent.next_state = state
    agent.next_timer = timer
    agent.next_flags = flags
    agent.exposure = exposure
    # counted where it lives
    if exists(agent.home):
        if not v.risk or state != Health.DEAD:
            agent.home.residents += 1
        if state == Health.EXPOSED or state == Health.INFECTIOUS:
            agent.home.cases += 1


@computation(
    POPULATIONS,
    "take each patch through a step: infection, also from patches that it is linked to, and recovery",
    closed={True: "with half of the coupling where a patch is closed", False: ""},
    births={True: "with growth towards its capacity", False: ""},
    alert={
        True: "and set its alert, 2 at the cases that raise it, 1 where infections outrun recoveries, else 0",
        False: "",
    },
)
def patch_day(patch: Any, dt: Any, contagion: Any, recovery: Any, growth: Any, alarm: Any) -> None:
    s = patch.susceptible
    i = patch.infected
    r = patch.recovered
    total = s + i + r
    pressure = contagion * i / total
    for link in patch.links:
        if link.is_open == 0:
            continue
        goal = link.goal
        coupling = link.coupling
        if v.closed:
            if patch.closed != 0 or goal.closed != 0:
                coupling = 0.5 * coupling
        pressure += contagion * coupling * goal.infected / goal.population
    caught = pressure * dt * s
    healed = recovery * dt * i
    if v.births:
        born = growth * total * (1.0 - total / patch.capacity) * dt
        patch.next_susceptible = s - caught + born
        patch.next_population = total + born
    else:
        patch.next_susceptible = s - caught
        patch.next_population = total
    patch.next_infected = i + caught - healed
    patch.next_recovered = r + healed
    patch.pressure = pressure
    if v.alert:
        alert = int(0)
        if patch.cases >= alarm:
            alert = 2
        elif caught > healed:
            alert = 1
        patch.alert = alert
