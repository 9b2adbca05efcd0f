"""What the computations of the family ``processes`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators, summed


def vasicek_step(t, v, n):
    w, m = t.walk, t.model
    k, level, sigma = m.speed[w.model], m.level[w.model], m.normal_sigma[w.model]
    z = np.array([r.normal() for r in generators(n.seed, len(w.value), n.step)])

    def moved_by(x, z):
        if v.scheme == "exact":
            variance = sigma**2 * -np.expm1(-2 * k * n.dt) / (2 * k)
            return x * np.exp(-k * n.dt) - level * np.expm1(-k * n.dt) + np.sqrt(variance) * z
        return (1 - k * n.dt) * x + k * n.dt * level + sigma * np.sqrt(n.dt) * z

    moved = moved_by(w.value, z)
    made = {"walk.next_value": moved}
    if v.mirror:
        made["walk.next_mirror"] = moved_by(w.mirror, -z)
    if v.discount:
        made["walk.next_discount"] = w.discount / np.exp((w.value + moved) / 2 * n.dt)
    return made


def square_root_step(t, v, n):
    w, m = t.walk, t.model
    x, k, level, sigma = w.value, m.speed[w.model], m.level[w.model], m.sigma[w.model]
    dw = np.sqrt(n.dt) * np.array([r.normal() for r in generators(n.seed, len(x), n.step)])
    if v.scheme == "implicit":
        a, b = 2 + k * n.dt, 2 * np.sqrt(x) + sigma * dw
        c = (k * level - sigma**2 / 4) * n.dt
        moved = np.maximum((b + np.sqrt(np.maximum(b**2 + 4 * a * c, 0))) / (2 * a), 0) ** 2
    else:
        moved = x + k * (level - x) * n.dt + sigma * np.sqrt(x) * dw
        if v.scheme == "milstein":
            moved = moved + sigma**2 / 4 * (dw**2 - n.dt)
        moved = np.maximum(moved, 0)
    made = {"walk.next_value": moved}
    return {**made, **({"model.total": summed(m.total, w.model, moved)} if v.tally else {})}


def jump_diffusion_step(t, v, n):
    w, m = t.walk, t.model
    prices, jumps = [], []
    for i, r in enumerate(generators(n.seed, len(w.value), n.step)):
        own, vol = w.model[i], w.volatility[i]
        mean, spread, rate = m.jump_mean[own], m.jump_sigma[own], m.intensity[own]
        drift = n.drift - (rate * np.expm1(mean + spread**2 / 2) if v.compensated else 0)
        growth = (drift - vol**2 / 2) * n.dt + vol * np.sqrt(n.dt) * r.normal()
        count = r.poisson(rate * n.dt)
        jumps.append(count)
        if v.sum == "at_once":
            growth += jumps[-1] * mean + np.sqrt(jumps[-1]) * spread * r.normal()
        else:
            growth += sum(mean + spread * r.normal() for _ in range(jumps[-1]))
        prices.append(w.value[i] * np.exp(growth))
    made = {"walk.next_value": np.array(prices)}
    return {**made, **({"walk.jumps": np.array(jumps)} if v.counted else {})}


def barrier_bridge_step(t, v, n):
    w, m = t.walk, t.model
    moved, survival, hits, lows = [], [], [], []
    for i, r in enumerate(generators(n.seed, len(w.value), n.step)):
        own, x = w.model[i], w.value[i]
        b, variance = m.barrier[own], m.normal_sigma[own] ** 2 * n.dt
        y = x + n.drift * n.dt + m.normal_sigma[own] * np.sqrt(n.dt) * r.normal()
        moved.append(y)
        touch = 1.0 if min(x, y) <= b else np.exp(-2 * (x - b) * (y - b) / variance)
        if v.watch == "minimum":
            bridge = (x + y - np.sqrt((x - y) ** 2 - 2 * variance * np.log1p(-r.uniform()))) / 2
            lows.append(min(w.minimum[i], bridge))
        elif v.watch != "chance":
            hits.append(int(r.uniform() < touch))
        survival.append(1 - touch)
    made = {"walk.next_value": np.array(moved)}
    watched = {
        "chance": ("walk.survival", survival),
        "coin": ("walk.hit", hits),
        "tally": ("walk.hit", hits),
        "minimum": ("walk.next_minimum", lows),
    }
    path, values = watched[v.watch]
    made[path] = np.array(values)
    return {**made, **({"model.hits": summed(m.hits, w.model, np.array(hits))} if v.watch == "tally" else {})}


def walk_payoff(t, v, n):
    w, m = t.walk, t.model
    gain = w.next_value - m.strike[w.model]
    pay = {"cap": gain.clip(0), "floor": (-gain).clip(0), "digital": (gain > 0).astype(float)}[v.kind]
    pay = pay * (w.next_discount if v.discount == "path" else np.exp(-n.rate * n.dt))
    made = {"walk.payoff": pay}
    return {**made, **({"model.paid": summed(m.paid, w.model, pay)} if v.tally else {})}
