"""What the computations of the family ``random_graphs`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def negative_head(t, v, n):
    arcs, vertices = t.arc, t.vertex
    count = len(vertices.state)
    found = np.full(len(arcs.head), -1)
    for i, r in enumerate(generators(n.seed, len(found), n.step)):
        banned = {arcs.head[i]} | ({arcs.tail[i]} if v.avoid == "ends" else set())
        for _ in range(n.trials):
            if v.law == "even":
                pick = r.integer(0, count)
            else:
                pick = min(int(np.searchsorted(vertices.cumulative, r.uniform(), side="right")), count - 1)
            fit = vertices.state[pick] == 0 if v.among == "susceptible" else vertices.active[pick] != 0
            if fit and pick not in banned:
                found[i] = pick
                break
    return {"arc.negative": found}


def sample_neighbor(t, v, n):
    arcs, leaving = t.arc, t.vertex.arcs
    picks = []
    for r, own in zip(generators(n.seed, len(leaving), n.step), leaving, strict=True):
        u = np.array([r.uniform() for _ in own])
        if not len(own):
            picks.append(-1)
        elif v.by == "weight":
            picks.append(arcs.head[own[np.argmin(-np.log1p(-u) / arcs.weight[own])]])
        else:
            picks.append(arcs.head[own[np.flatnonzero(u < 1 / np.arange(1, len(own) + 1))[-1]]])
    return {"vertex.sampled": np.array(picks)}


def contact_infection(t, v, n):
    s, arcs = t.vertex, t.arc
    states, infected = s.state.copy(), s.infected.copy()

    def happens(r, rate):
        return r.uniform() < -np.expm1(-rate * n.dt)

    for i, r in enumerate(generators(n.seed, len(states), n.step)):
        if s.state[i] == 1:
            states[i] = (0 if v.immune == "none" else 2) if happens(r, n.recovery) else 1
        elif s.state[i] == 0:
            sick = [e for e in s.arcs[i] if s.state[arcs.head[e]] == 1]
            infected[i] = len(sick)
            rates = [arcs.rate[sick].sum()] if v.law == "together" else arcs.rate[sick]
            states[i] = int(any(happens(r, rate) for rate in rates))
        elif v.immune == "wane":
            states[i] = 0 if happens(r, n.loss) else 2
    return {"vertex.next_state": states, **({"vertex.infected": infected} if v.counted else {})}


def open_arc(t, v, n):
    arcs = t.arc
    opened, delays = arcs.is_open.copy(), arcs.delay.copy()
    for i, (tail, head) in enumerate(zip(arcs.tail, arcs.head, strict=True)):
        pair = min(tail, head) * len(t.vertex.state) + max(tail, head)
        r = Random(n.seed, pair if v.coin == "pair" else i)
        closed = (1 - n.bond) ** (arcs.weight[i] if v.coin == "weight" else 1)
        opened[i] = r.uniform() < 1 - closed
        delays[i] = -np.log1p(-r.uniform()) / arcs.rate[i]
    return {"arc.is_open": opened, **({"arc.delay": delays} if v.delay == "exponential" else {})}


def luby_select(t, v, n):
    s = t.vertex
    draws = np.array([r.uniform() for r in generators(n.seed, len(s.active), n.step)])
    draws = draws / (s.degree + 1) if v.degree == "divided" else draws
    chosen, stored = np.zeros(len(draws), int), s.drawn.copy()
    for i in np.flatnonzero(s.active):
        rivals = [j for j in t.arc.head[s.arcs[i]] if j != i and s.active[j]]
        chosen[i], stored[i] = all((draws[j], j) < (draws[i], i) for j in rivals), draws[i]
    return {"vertex.chosen": chosen, **({"vertex.drawn": stored} if v.stored else {})}


def count_states(t, v, n):
    s, d = t.vertex, t.district

    def tally(path, flags):
        return {f"district.{path}": summed(getattr(d, path), s.district, flags.astype(int))}

    made = tally("sick", s.next_state == 1)
    if v.states == "all":
        made |= tally("susceptible", s.next_state == 0) | tally("immune", s.next_state == 2)
    return {**made, **(tally("fresh", (s.next_state == 1) & (s.state == 0)) if v.fresh else {})}
