"""Agents counted, placed, vaccinated, set anew."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.populations import POPULATIONS

VACCINATED = 1


@computation(
    POPULATIONS,
    "count the agents of each patch",
    state={"all": "that live", "infected": "that live and those that are infected"},
)
def patch_counts(agent: Any) -> None:
    if agent.state == Health.DEAD:
        return
    home = agent.home
    home.residents += 1
    if v.state == "infected":
        if agent.state == Health.EXPOSED or agent.state == Health.INFECTIOUS:
            home.cases += 1


@computation(
    POPULATIONS,
    "vaccinate agents at risk while their patch has doses",
    state={True: "if they are susceptible", False: ""},
)
def vaccinate_agents(agent: Any, old_age: Any) -> None:
    home = agent.home
    flags = agent.flags
    agent.next_flags = flags
    if agent.age < old_age or (flags & VACCINATED) != 0:
        return
    if v.state:
        if agent.state != Health.SUSCEPTIBLE:
            return
    elif agent.state == Health.DEAD:
        return
    dose = wp.atomic_add(home.used, 1)
    if dose < home.doses:
        agent.next_flags = flags | VACCINATED


@computation(
    POPULATIONS,
    "give each living agent a place in its patch",
    full={"drop": "and -1 where it is full", "wrap": "starting over where it is full"},
)
def patch_places(agent: Any, capacity: Any) -> None:
    if agent.state == Health.DEAD:
        agent.place = -1
        return
    home = agent.home
    place = wp.atomic_add(home.residents, 1)
    if v.full == "drop":
        if place >= capacity:
            place = -1
    else:
        place = place % capacity
    agent.place = place


@computation(
    POPULATIONS,
    "let agents copy the opinion of a random other one (voter model),",
    same={True: "if that is of their own band", False: ""},
)
def voter_step(agent: Any, seed: Any, step: Any) -> None:
    n = count(agent)
    rng = wp.rand_init(seed, step * n + agent.index)
    # one of the others, counted on from itself
    j = (agent.index + 1 + wp.randi(rng, 0, n - 1)) % n
    opinion = agent[j].opinion
    if v.same:
        if agent[j].band.index != agent.band.index:
            opinion = agent.opinion
    agent.next_opinion = opinion


@computation(POPULATIONS, "start agents anew", seeded={True: "and infect the first one", False: ""})
def reset_agents(agent: Any, illness: Any) -> None:
    agent.next_flags = 0
    if v.seeded:
        if agent.index == 0:
            agent.next_state = Health.INFECTIOUS
            agent.next_timer = illness
            return
    agent.next_state = Health.SUSCEPTIBLE
    agent.next_timer = 0
