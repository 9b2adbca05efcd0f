"""What the computations of the family ``markov_chains`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen


def metropolis_step(t, v, n):
    c, target = t.chain, t.target
    state, end, taken, tried = c.next_state.copy(), {}, np.zeros(len(c.step), int), np.zeros(len(c.step), int)
    for i, to in enumerate(c.target):
        if c.active[i] == 0:
            state[i] = c.state[i]
        if to < 0 or c.active[i] == 0:
            continue

        def energy(x, to=to):
            r = ((x - target.center[to]) ** 2).sum()
            return target.stiffness[to] * r / 2 if v.well == "quadratic" else target.quartic[to] * (r - 1) ** 2

        r = Random(n.seed, n.round * len(state) + i)
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
    moved = c.next_state.copy()
    for i, to in enumerate(c.target):
        x, eps = c.state[i], c.mobile_step[i]
        if to < 0:
            moved[i] = x if v.held else moved[i]
            continue
        k, center = t.target.stiffness[to], t.target.center[to]
        r = Random(n.seed, n.round * len(moved) + i)
        y = x - eps * k * (x - center) + np.sqrt(2 * eps * n.temperature) * np.array(r.normals(3))
        if v.adjusted:

            def density(a, b, k=k, center=center, eps=eps):
                """Logarithm of the target at a and of the proposal from a to b, but for what cancels."""
                away = b - a + eps * k * (a - center)
                well = k / 2 * ((a - center) ** 2).sum() / n.temperature
                return -well - (away**2).sum() / (4 * eps * n.temperature)

            y = y if r.uniform() < np.exp(min(density(y, x) - density(x, y), 0.0)) else x
        moved[i] = y
    return {"chain.next_state": moved}


def hmc_leapfrog(t, v, n):
    c = t.chain
    k, center = t.target.stiffness[c.target][:, None], t.target.center[c.target]
    eps = c.leap[:, None]
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
    runs = c.active != 0 if v.gated else np.ones(len(c.active), bool)
    factor = np.where(c.accepted / np.maximum(c.proposed, 1) < 0.25, 0.9, 1 / 0.9)
    made = {"chain.next_step": np.where(runs & (c.proposed > 0), c.step * factor, c.step)}
    if v.reset:
        made |= {"chain.accepted": np.where(runs, 0, c.accepted), "chain.proposed": np.where(runs, 0, c.proposed)}
    return made


def replica_exchange(t, v, n):
    c = t.chain
    order = np.arange(len(c.beta))
    for low in range(int(n.round) % 2, len(order) - 1, 2):
        pair = [low, low + 1]
        odds = np.exp(np.diff(c.beta[pair])[0] * np.diff(c.energy[pair])[0])
        chance = min(odds, 1.0) if v.rule == "metropolis" else odds / (1 + odds)
        if Random(n.seed, n.round * len(order) + low).uniform() < chance:
            order[pair] = pair[::-1]
    made = {"chain.partner": np.where(order == np.arange(len(order)), -1, order)}
    if v.takes != "none":
        made[f"chain.next_{v.takes}"] = getattr(c, v.takes)[order]
    return made


def flip_spins(t, v, n):
    s = t.spin
    out = s.value.copy()
    for i in np.flatnonzero(s.color == n.round % 2):
        direction = 2 * s.value[i] - 1
        local = n.coupling * (2 * s.value[s.neighbours[i]] - 1).sum() + (n.field if v.field else 0)
        u = Random(n.seed, n.round * len(out) + i).uniform()
        if v.rule == "bath":
            out[i] = u < 1 / (1 + np.exp(-2 * local / n.temperature))
        else:
            flips = u < min(1, np.exp(-2 * local * direction / n.temperature))
            out[i] = 1 - s.value[i] if flips else s.value[i]
    return {"spin.flipped": out}
