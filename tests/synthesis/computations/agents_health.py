"""What the computations of the family ``agents_health`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, summed

SUSCEPTIBLE, EXPOSED, INFECTIOUS, RECOVERED, DEAD = range(5)


def agent_progress(t, v, n):
    a = t.agent
    states, timers = a.state.copy(), a.timer.copy()
    for i, state in enumerate(a.state):
        if state in (EXPOSED, INFECTIOUS):
            timers[i] -= 1
            if timers[i] <= 0:
                states[i], timers[i] = (INFECTIOUS, n.illness) if state == EXPOSED else (RECOVERED, 0)
        elif state == RECOVERED and v.waning and Random(n.seed, n.step * len(states) + i).uniform() < n.lapse:
            states[i] = SUSCEPTIBLE
    return {"agent.next_state": states, "agent.next_timer": timers}


def agent_exposure(t, v, n):
    a, c = t.agent, t.contact
    exposure, infector = np.zeros(len(a.state)), np.full(len(a.state), -1)
    infects = (c.active != 0) & (c.other >= 0) & (a.state[c.other] == INFECTIOUS)
    if v.isolated:
        infects &= a.flags[c.other] & 2 == 0
    for i in np.flatnonzero(a.state == SUSCEPTIBLE):
        some = a.contacts[i][infects[a.contacts[i]]]
        exposure[i] = n.infectivity * a.susceptibility[i] * c.weight[some].sum()
        if len(some):
            infector[i] = c.other[some[c.weight[some].argmax()]]
    made = {"agent.exposure": exposure}
    if v.infector:
        made["agent.infector"] = infector
    return made


def infect_agents(t, v, n):
    a = t.agent
    states, timers = a.state.copy(), a.timer.copy()
    chance = -np.expm1(-a.exposure)
    if v.vaccine:
        chance = np.where(a.flags & 1 == 1, 0, chance)
    for i in np.flatnonzero(a.state == SUSCEPTIBLE):
        if Random(n.seed, n.step * len(states) + i).uniform() < chance[i]:
            states[i], timers[i] = EXPOSED, n.incubation
    made = {"agent.next_state": states, "agent.next_timer": timers}
    if v.counted:
        made["patch.cases"] = summed(t.patch.cases, a.home, (states != a.state).astype(int))
    return made


def trace_contacts(t, v, n):
    a, traced = t.agent, t.agent.traced.copy()
    tells = a.state == INFECTIOUS
    if v.isolated:
        tells &= a.flags & 2 == 0
    for i in np.flatnonzero(tells):
        others = t.contact.other[a.contacts[i]]
        met = (others >= 0) & (t.contact.active[a.contacts[i]] != 0)
        np.add.at(traced, others[met], 1)
    return {"agent.traced": traced}


def isolate_agents(t, v, n):
    a = t.agent
    enters = a.state == INFECTIOUS
    if v.traced:
        enters |= a.traced > 0
    flags = np.where(enters, a.flags | 2, a.flags)
    if v.release:
        flags = np.where(~enters & (a.state == RECOVERED), flags & ~2, flags)
    return {"agent.next_flags": flags}


def nearby_infector(t, v, n):
    a = t.agent
    ill = [some[a.state[some] == INFECTIOUS] for some in a.nearby]
    ill = [some if state == SUSCEPTIBLE else some[:0] for some, state in zip(ill, a.state, strict=True)]
    made = {"agent.infector": np.array([max([-1, *some]) for some in ill])}
    if v.counted:
        made["agent.traced"] = np.array([len(some) for some in ill])
    return made
