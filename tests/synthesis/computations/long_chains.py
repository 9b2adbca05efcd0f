"""What the computations of the family ``long_chains`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, summed

FLYING, ABSORBED, ESCAPED, SPENT = range(4)


def walker_history(t, v, n):
    w = t.walker
    x, d, weight = w.next_position.copy(), w.next_direction.copy(), w.next_weight.copy()
    status, bounces, lost = w.status.copy(), w.bounces.copy(), np.zeros(len(w.weight))
    for i in np.flatnonzero(w.medium >= 0):
        x[i], d[i], weight[i], bounces[i] = w.position[i], w.direction[i], 0, 0
        if not w.alive[i]:
            continue
        weight[i], r = w.weight[i], Random(n.seed, i)
        extinction, albedo = t.medium.extinction[w.medium[i]], t.medium.albedo[w.medium[i]]
        status[i] = SPENT
        for _ in range(n.max_bounces):
            x[i] -= d[i] * np.log1p(-r.uniform()) / extinction
            if np.linalg.norm(x[i]) > n.radius:
                status[i] = ESCAPED
                break
            bounces[i] += 1
            lost[i] += weight[i] * (1 - albedo)
            weight[i] *= albedo
            if v.roulette and weight[i] < n.floor:
                weight[i] = weight[i] / n.keep if r.uniform() < n.keep else 0
                if weight[i] == 0:
                    status[i] = ABSORBED
                    break
            turned = r.sphere()
            d[i] = d[i] + 0.5 * turned if v.scatter == "forward" else turned
            d[i] /= np.linalg.norm(d[i])
    made = {"position": x, "direction": d, "weight": weight}
    made = {f"walker.next_{word}": value for word, value in made.items()}
    made |= {"walker.status": status, "walker.bounces": bounces}
    if v.tally:
        made["medium.absorbed"] = summed(t.medium.absorbed, w.medium, lost)
    return made


def slice_step(t, v, n):
    c, target = t.chain, t.target
    out, taken = c.next_state.copy(), np.zeros(len(c.step), int)
    for i, to in enumerate(c.target):
        if to < 0:
            continue
        x = out[i] = c.state[i]
        if v.active and c.active[i] == 0:
            continue
        r = Random(n.seed, n.round * len(out) + i)
        d = r.sphere()

        def energy(s, x=x, d=d, to=to):
            return target.stiffness[to] * ((x + s * d - target.center[to]) ** 2).sum() / 2

        level = energy(0) - np.log1p(-r.uniform()) / c.beta[i]
        low = -c.step[i] * r.uniform()
        high = low + c.step[i]
        if v.widen:
            most = r.integer(0, 8)
            low -= c.step[i] * next(k for k in range(8) if k == most or energy(low - k * c.step[i]) >= level)
            high += c.step[i] * next(k for k in range(8) if k == 7 - most or energy(high + k * c.step[i]) >= level)
        for _ in range(12):
            s = r.uniform(low, high)
            if energy(s) <= level:
                out[i], taken[i] = x + s * d, 1
                break
            low, high = (s, high) if s < 0 else (low, s)
    made = {"chain.next_state": out}
    if v.counted:
        made["chain.accepted"] = c.accepted + taken
    return made
