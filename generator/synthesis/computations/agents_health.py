"""Agents who fall ill: exposure, infection, states and timers, tracing, isolation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.populations import POPULATIONS

VACCINATED = 1
ISOLATED = 2
NO_TIMER = 0


@law
def following_state(state: int, illness: int) -> tuple[int, int]:
    """State of an ill agent after this one and its timer, none once recovered."""
    if state == Health.EXPOSED:
        return int(Health.INFECTIOUS), illness
    return int(Health.RECOVERED), NO_TIMER


@law
def infection_chance(exposure: float) -> float:
    """Chance to be infected at least once under an exposure, as of a Poisson process."""
    return 1.0 - wp.exp(-exposure)


@computation(
    POPULATIONS,
    "step the timer of each exposed or infectious agent and, once it is over, move it to its next state",
    waning={True: "and let some lose their immunity", False: ""},
)
def agent_progress(agent: Any, illness: Any, seed: Any, step: Any, lapse: Any) -> None:
    state = agent.state
    timer = agent.timer
    if state == Health.EXPOSED or state == Health.INFECTIOUS:
        timer -= 1
        if timer <= 0:
            following, lasts = following_state(state, illness)
            state = following
            timer = lasts
    elif v.waning and state == Health.RECOVERED:
        rng = wp.rand_init(seed, step * count(agent) + agent.index)
        if wp.randf(rng) < lapse:
            state = int(Health.SUSCEPTIBLE)
    agent.next_state = state
    agent.next_timer = timer


@computation(
    POPULATIONS,
    "add up the exposure of each susceptible agent",
    isolated={True: "to infectious contacts that are not isolated", False: "to its infectious contacts"},
    infector={True: "and find who exposes it most", False: ""},
)
def agent_exposure(agent: Any, infectivity: Any) -> None:
    agent.exposure = 0.0
    if v.infector:
        agent.infector = -1
    if agent.state != Health.SUSCEPTIBLE:
        return
    total = float(0.0)
    if v.infector:
        most = float(0.0)
        infector = int(-1)
    for c in agent.contacts:
        if c.active == 0:
            continue
        other = c.other
        if other.state != Health.INFECTIOUS:
            continue
        if v.isolated:
            if (other.flags & ISOLATED) != 0:
                continue
        total += c.weight
        if v.infector:
            if c.weight > most:
                most = c.weight
                infector = other.index
    agent.exposure = infectivity * agent.susceptibility * total
    if v.infector:
        agent.infector = infector


@computation(
    POPULATIONS,
    "infect susceptible agents with a chance of 1 - exp(-exposure)",
    vaccine={True: "unless they are vaccinated", False: ""},
    counted={True: "and count new cases of their patch", False: ""},
)
def infect_agents(agent: Any, seed: Any, step: Any, incubation: Any) -> None:
    state = agent.state
    timer = agent.timer
    chance = infection_chance(agent.exposure)
    if v.vaccine:
        if (agent.flags & VACCINATED) != 0:
            chance = 0.0
    if state == Health.SUSCEPTIBLE:
        rng = wp.rand_init(seed, step * count(agent) + agent.index)
        if wp.randf(rng) < chance:
            state = int(Health.EXPOSED)
            timer = incubation
            if v.counted:
                if exists(agent.home):
                    agent.home.cases += 1
    agent.next_state = state
    agent.next_timer = timer


@computation(
    POPULATIONS,
    "count for each agent the infectious ones that it met",
    isolated={True: "that are not isolated", False: ""},
)
def trace_contacts(agent: Any) -> None:
    if agent.state != Health.INFECTIOUS:
        return
    if v.isolated:
        if (agent.flags & ISOLATED) != 0:
            return
    for c in agent.contacts:
        if c.active == 0:
            continue
        other = c.other
        if exists(other):
            other.traced += 1


@computation(
    POPULATIONS,
    "isolate agents that fall ill",
    traced={True: "or were traced", False: ""},
    release={True: "and release those that recovered", False: ""},
)
def isolate_agents(agent: Any) -> None:
    flags = agent.flags
    if agent.state == Health.INFECTIOUS or (v.traced and agent.traced > 0):
        flags = flags | ISOLATED
    elif v.release and agent.state == Health.RECOVERED:
        flags = flags & ~ISOLATED
    agent.next_flags = flags


@computation(
    POPULATIONS,
    "find the infectious agent with the highest index near each susceptible one",
    counted={True: "and count all of them", False: ""},
)
def nearby_infector(agent: Any) -> None:
    found = int(-1)
    if v.counted:
        n = int(0)
    if agent.state == Health.SUSCEPTIBLE:
        for other in agent.nearby:
            if other.state == Health.INFECTIOUS:
                found = wp.max(found, other.index)
                if v.counted:
                    n += 1
    agent.infector = found
    if v.counted:
        agent.traced = n
