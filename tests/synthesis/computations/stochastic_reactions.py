"""What the computations of the family ``stochastic_reactions`` give, written from the laws."""

from __future__ import annotations

from math import comb

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def reaction_propensity(t, v, n):
    r, e = t.reaction, t.term
    a = []
    for i, terms in enumerate(r.terms):
        met = [k for k in terms if e.coefficient[k] < 0][:2]
        ways = np.prod([comb(int(t.species.copies[e.species[k]]), -int(e.coefficient[k])) for k in met])
        a.append(0.0 if v.enabled and r.enabled[i] == 0 else r.rate[i] * ways)
    made = {"reaction.new_propensity": np.array(a)}
    if v.total:
        made["reactor.total"] = summed(t.reactor.total, r.reactor, np.array(a))
    return made


def next_event(t, v, n):
    k, r = t.reactor, t.reaction
    totals, times, chosen = [], [], []
    for i, some in enumerate(k.reactions):
        if v.enabled:
            some = some[r.enabled[some] != 0]
        steps = np.cumsum(r.propensity[some])
        total = steps[-1] if len(some) else 0.0
        totals.append(total)
        if total < 1e-6:
            times.append(k.time[i])
            chosen.append(-1)
            continue
        draw = Random(n.seed, n.step * len(k.time) + i)
        times.append(k.time[i] - np.log1p(-draw.uniform()) / total)
        chosen.append(some[min(np.searchsorted(steps, draw.uniform() * total, side="right"), len(some) - 1)])
    made = {"reactor.chosen": np.array(chosen), "reactor.next_time": np.array(times)}
    if v.total:
        made["reactor.total"] = np.array(totals)
    return made


def tau_leap(t, v, n):
    r = t.reaction
    events = []
    for mean, draw in zip(r.propensity * n.leap, generators(n.seed, len(r.propensity), n.step), strict=True):
        if v.how == "poisson":
            events.append(draw.poisson(mean))
        else:
            events.append(max(int(np.floor(mean + np.sqrt(mean) * draw.normal() + 0.5)), 0))
    return {"reaction.new_events": np.where(r.enabled == 0, 0, events) if v.enabled else np.array(events)}


def apply_events(t, v, n):
    e = t.term
    change = t.species.change.copy()
    for events, terms in zip(t.reaction.events, t.reaction.terms, strict=True):
        if v.held:
            terms = terms[t.species.held[e.species[terms]] == 0]
        np.add.at(change, e.species[terms], e.coefficient[terms] * events)
    return {"species.change": change}


def blocked_reactions(t, v, n):
    r, e = t.reaction, t.term
    blocked = []
    for events, terms in zip(r.events, r.terms, strict=True):
        left = t.species.copies[e.species[terms]] + e.coefficient[terms] * events
        blocked.append((left < 0).any())
    return {"reaction.blocked": np.array(blocked) & (r.enabled != 0) if v.enabled else np.array(blocked)}


def site_crowding(t, v, n):
    s = t.site
    around = s.occupant[s.around]
    counts = around >= 0
    if v.same:
        counts = counts & (around == s.occupant[:, None])
    made = {"site.crowd": counts.sum(axis=1)}
    if v.free:
        made["site.free"] = np.array(
            [([-1, *row[row_free]])[-1] for row, row_free in zip(s.around, around < 0, strict=True)]
        )
    return made


def surface_exchange(t, v, n):
    s = t.site
    out = s.occupant.copy()
    for i, draw in enumerate(generators(n.seed, len(out), n.step)):
        if v.defects and s.defect[i] != 0:
            continue
        u = draw.uniform()
        if s.occupant[i] < 0:
            out[i] = draw.integer(0, 3) if u < n.sticking else -1
        else:
            crowd = (s.occupant[s.around[i]] >= 0).sum() if v.crowded else 0
            out[i] = -1 if u * (1 + crowd) < n.leaving else s.occupant[i]
    return {"site.next_occupant": out}
