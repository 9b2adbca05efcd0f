"""What the computations of the family ``replay`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def replay_by_priority(t, v, n):
    r = t.transition
    count = len(r.cumulative)
    places = min(n.batch_size, count)
    picks = []
    for i, each in enumerate(generators(n.seed, n.batch_size, n.step)):
        u = each.uniform()
        u = (u + i) / n.batch_size if v.strata else u
        picks.append(min(int(np.searchsorted(r.cumulative, u * r.cumulative[-1], side="right")), count - 1))
        if v.mixed and each.uniform() < n.uniform_chance:
            picks[-1] = each.integer(0, count)
    replayed, weight = r.replayed.copy(), r.weight.copy()
    replayed[:places] = picks
    weight[:places] = (count * r.priority[picks] / r.cumulative[-1]) ** -n.exponent
    made = {"transition.replayed": replayed}
    if v.weight == "plain":
        made["transition.weight"] = weight
    return made


def hindsight_goal(t, v, n):
    s = t.transition
    goals = []
    for r, now, end in zip(generators(n.seed, len(s.time), n.step), s.time, s.end, strict=True):
        if v.chance and r.integer(0, 5) == 0:
            goals.append(-1)
        elif v.when == "future":
            goals.append(r.integer(now, end) + 1)
        else:
            goals.append(r.integer(0, end + 1) if v.when == "any" else end)
    return {"transition.goal": np.array(goals)}
