"""What the computations of the family ``markov_chains`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen, generators


def metropolis_step(t, v, n):
    c, target = t.chain, t.target
    state, end, taken, tried = c.next_state.copy(), {}, np.zeros(len(c.step), int), np.zeros(len(c.step), int)
    for i, to in enumerate(c.target):
        if to < 0 or c.active[i] == 0:
            continue

        def energy(x, to=to):
            r = ((x - target.center[to]) ** 2).sum()
            return target.stiffness[to] * (r / 2 if v.well == "quadratic" else (r - 1) ** 2)

        r = Random(n.seed, i)
        x = c.state[i]
        y = x + r.cube() * c.step[i]
        tried[i] = 1
        taken[i] = r.uniform() < min(1.0, np.exp(-c.beta[i] * (energy(y) - energy(x))))
        state[i] = y if taken[i] else x
        end[i] = energy(state[i])
    made = {"chain.next_state": state}
    if v.counted:
        made |= {"chain.accepted": c.accepted + taken, "chain.proposed": c.proposed + tried}
    if v.stored == "energy":
        made["chain.energy"] = np.array([end.get(i, old) for i, old in enumerate(c.energy)])
    return made


def langevin_step(t, v, n):
    c = t.chain
    k, center = t.target.stiffness[c.target][:, None], t.target.center[c.target]
    eps = c.step[:, None]
    moved = c.state - eps * k * (c.state - center)
    if v.noise:
        xi = np.array([r.normals(3) for r in generators(n.seed, len(c.step))])
        moved = moved + np.sqrt(2 * eps * n.temperature) * xi
    return {"chain.next_state": chosen(c.target, moved, c.state if v.held else c.next_state)}


def hmc_leapfrog(t, v, n):
    c = t.chain
    k, center = t.target.stiffness[c.target][:, None], t.target.center[c.target]
    eps = c.step[:, None]
    q, p = c.state, c.momentum
    for _ in range(v.steps):
        half = p - eps / 2 * k * (q - center)
        q = q + eps * half
        p = half - eps / 2 * k * (q - center)
    made = {
        "chain.next_state": chosen(c.target, q, c.next_state),
        "chain.next_momentum": chosen(c.target, p, c.next_momentum),
    }
    if v.energy:
        energy = (k * (q - center) ** 2 + p**2).sum(axis=1) / 2
        made["chain.energy"] = chosen(c.target, energy, c.energy)
    return made


def adapt_step_size(t, v, n):
    c = t.chain
    runs = (c.proposed > 0) & (c.active != 0) if v.gated else c.proposed > 0
    rate = c.accepted / np.maximum(c.proposed, 1)
    made = {"chain.next_step": np.where(runs, c.step * np.where(rate < 0.25, 0.9, 1 / 0.9), c.step)}
    if v.reset:
        made["chain.accepted"] = made["chain.proposed"] = np.zeros(len(runs))
    return made


def tempering_partner(t, v, n):
    count = len(t.chain.partner)
    partner = np.full(count, -1)
    for low in range(-1, count):
        # pairs start at even places, or at odd ones in an odd sweep
        if (low + (n.round if v.parity == "alternating" else 0)) % 2 == 0 and low >= 0 and low + 1 < count:
            partner[low], partner[low + 1] = low + 1, low
    if v.test == "energy":
        worse = t.chain.energy[partner] > t.chain.energy
        partner[worse] = -1
    return {"chain.partner": partner}


def flip_spins(t, v, n):
    s = t.spin
    out = s.value.copy()
    for i in np.flatnonzero(s.color == n.round % 2):
        direction = 2 * s.value[i] - 1
        local = n.coupling * (2 * s.value[s.neighbours[i]] - 1).sum() + (n.field if v.field else 0)
        u = Random(n.seed, i).uniform()
        if v.rule == "bath":
            out[i] = u < 1 / (1 + np.exp(-2 * local / n.temperature))
        else:
            flips = u < min(1, np.exp(-2 * local * direction / n.temperature))
            out[i] = 1 - s.value[i] if flips else s.value[i]
    return {"spin.flipped": out}
