"""What the computations of the family ``agent_records`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators, summed

SUSCEPTIBLE, EXPOSED, INFECTIOUS, RECOVERED, DEAD = range(5)


def patch_counts(t, v, n):
    a = t.agent
    made = {"patch.residents": summed(t.patch.residents, a.home, (a.state != DEAD).astype(int))}
    if v.state == "infected":
        made["patch.cases"] = summed(t.patch.cases, a.home, np.isin(a.state, (EXPOSED, INFECTIOUS)).astype(int))
    return made


def vaccinate_agents(t, v, n):
    a, used = t.agent, t.patch.used.copy()
    flags = np.where(a.home >= 0, a.flags, a.next_flags)
    wants = (a.home >= 0) & (a.age >= n.old_age) & (a.flags & 1 == 0)
    wants &= a.state == SUSCEPTIBLE if v.state else a.state != DEAD
    for i in np.flatnonzero(wants):
        if used[a.home[i]] < t.patch.doses[a.home[i]]:
            flags[i] |= 1
        used[a.home[i]] += 1
    return {"agent.next_flags": flags, "patch.used": used}


def patch_places(t, v, n):
    a, residents = t.agent, t.patch.residents.copy()
    places = a.place.copy()
    for i, home in enumerate(a.home):
        if a.state[i] == DEAD:
            places[i] = -1
        elif home >= 0:
            place = residents[home]
            residents[home] += 1
            places[i] = place % n.capacity if v.full == "wrap" else (place if place < n.capacity else -1)
    return {"agent.place": places, "patch.residents": residents}


def voter_step(t, v, n):
    a = t.agent
    count = len(a.opinion)
    others = [[*range(i + 1, count), *range(i)] for i in range(count)]
    drawn = [r.integer(0, count - 1) for r in generators(n.seed, count, n.step)]
    other = np.array([some[k] for some, k in zip(others, drawn, strict=True)])
    opinion = a.opinion[other]
    return {"agent.next_opinion": np.where(a.band[other] == a.band, opinion, a.opinion) if v.same else opinion}


def reset_agents(t, v, n):
    index = np.arange(len(t.agent.next_state))
    first = index == 0 if v.seeded else np.zeros(len(index), bool)
    return {
        "agent.next_state": np.where(first, INFECTIOUS, SUSCEPTIBLE),
        "agent.next_timer": np.where(first, n.illness if v.seeded else 0, 0),
        "agent.next_flags": np.zeros(len(index)),
    }
