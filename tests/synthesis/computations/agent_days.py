"""What the computations of the family ``agent_days`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, summed

SUSCEPTIBLE, EXPOSED, INFECTIOUS, RECOVERED, DEAD = range(5)


def agent_day(t, v, n):
    a, c = t.agent, t.contact
    states, timers, flags = a.state.copy(), a.timer.copy(), a.flags.copy()
    exposures = np.zeros(len(states))
    infects = (c.active != 0) & (c.other >= 0) & (a.state[c.other] == INFECTIOUS) & (a.flags[c.other] & 2 == 0)
    for i, state in enumerate(a.state):
        if state == DEAD:
            timers[i] = 0
            continue
        u = Random(n.seed, n.step * len(states) + i).uniform()
        if state == SUSCEPTIBLE:
            exposures[i] = n.infectivity * a.susceptibility[i] * (c.weight * infects)[a.contacts[i]].sum()
            if a.flags[i] & 1 == 0 and u < -np.expm1(-exposures[i]):
                states[i], timers[i] = EXPOSED, n.incubation
            continue
        if state == RECOVERED:
            if v.waning and u < n.lapse:
                states[i] = SUSCEPTIBLE
            continue
        timers[i] -= 1
        if state == EXPOSED and timers[i] <= 0:
            states[i], timers[i] = INFECTIOUS, n.illness
        elif state == INFECTIOUS:
            if v.risk and a.age[i] >= n.old_age and u < n.fatality:
                states[i], timers[i] = DEAD, 0
            elif timers[i] <= 0:
                states[i], timers[i] = RECOVERED, 0
                flags[i] &= ~2
            else:
                flags[i] |= 2 if v.isolated else 0
    lives = (a.state != DEAD) & (states != DEAD)
    return {
        "agent.next_state": states,
        "agent.next_timer": timers,
        "agent.next_flags": flags,
        "agent.exposure": exposures,
        "patch.residents": summed(t.patch.residents, a.home, lives.astype(int)),
        "patch.cases": summed(t.patch.cases, a.home, np.isin(states, (EXPOSED, INFECTIOUS)).astype(int)),
    }


def patch_day(t, v, n):
    p, e = t.patch, t.link
    total = p.susceptible + p.infected + p.recovered
    pressure = p.infected / total
    for i, links in enumerate(p.links):
        links = links[(e.goal[links] >= 0) & (e.is_open[links] != 0)]
        rate = e.coupling[links]
        if v.closed:
            rate = np.where((p.closed[i] != 0) | (p.closed[e.goal[links]] != 0), rate / 2, rate)
        pressure[i] += (rate * p.infected[e.goal[links]] / p.population[e.goal[links]]).sum()
    pressure = n.contagion * pressure
    caught = p.susceptible * pressure * n.dt
    healed = p.infected * n.recovery * n.dt
    born = n.dt * n.growth * total * (1 - total / p.capacity) if v.births else 0
    made = {
        "patch.next_susceptible": p.susceptible - caught + born,
        "patch.next_infected": p.infected + caught - healed,
        "patch.next_recovered": p.recovered + healed,
        "patch.next_population": total + born,
        "patch.pressure": pressure,
    }
    if v.alert:
        made["patch.alert"] = np.where(p.cases >= n.alarm, 2, caught > healed)
    return made
