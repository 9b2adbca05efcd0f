"""What the computations of the family ``option_paths`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators, summed
from tests.synthesis.computations.option_pricing import payoff


def gbm_step(t, v, n):
    p = t.path
    sigma = t.option.volatility[p.option]
    drift = n.rate if v.drift == "rate" else 0.0
    noise = sigma * np.sqrt(n.dt) * np.array([r.normal() for r in generators(n.seed, len(p.price), n.step)])

    def grown(x, noise):
        return x * (np.exp((drift - sigma**2 / 2) * n.dt + noise) if v.log else 1 + drift * n.dt + noise)

    made = {"path.next_price": grown(p.price, noise)}
    return {**made, "path.next_mirror": grown(p.mirror, -noise)} if v.mirror else made


def heston_step(t, v, n):
    p = t.path
    z = np.array([r.normals(2) for r in generators(n.seed, len(p.price), n.step)])
    other = n.correlation * z[:, 0] + np.sqrt(1 - n.correlation**2) * z[:, 1]
    noise = np.sqrt(p.variance * n.dt)
    variance = p.variance + n.reversion * (n.long_variance - p.variance) * n.dt + n.vol_of_vol * noise * other
    variance = np.abs(variance) if v.scheme == "reflected" else np.maximum(variance, 0)
    price = p.price * (1 + n.rate * n.dt + noise * z[:, 0])
    runs = p.alive == 1 if v.stopped else np.ones(len(price), bool)
    return {
        "path.next_price": np.where(runs, price, p.price),
        "path.next_variance": np.where(runs, variance, p.variance),
    }


def path_payoff_sum(t, v, n):
    p, o = t.path, t.option
    to = p.option
    pay = payoff(o.kind[to], p.price, o.strike[to])
    counts = np.ones(len(pay), bool)
    if v.payoff == "flags":
        capped = o.flags[to] & 2 != 0
        pay = np.where(capped, np.minimum(pay, o.cap[to]), pay)
        counts = (o.flags[to] & 1 == 0) | (p.alive == 1)
        pay = pay * counts
    made = {"path.payoff": pay, "option.payoff_sum": summed(o.payoff_sum, to, pay)}
    if v.counted:
        made["option.hits"] = summed(o.hits, to, (counts & (pay > 0)).astype(int))
    return made


def path_maximum(t, v, n):
    p = t.path
    top = np.maximum(p.maximum, p.close)
    made = {"path.maximum": top}
    if v.barrier != "none":
        touched = top >= t.option.barrier[p.option]
        if v.barrier == "flag":
            touched &= t.option.flags[p.option] & 1 == 1
        made["path.alive"] = np.where(touched, 0, p.alive)
    return made


def lattice_rollback(t, v, n):
    d = t.node
    hold = n.up_probability * d.value[d.up] + (1 - n.up_probability) * d.value[d.down]
    hold = hold * np.exp(-n.rate * n.dt)
    inner = (d.up >= 0) & (d.down >= 0)
    if v.exercise == "european" and v.leaves == "keep":
        return {"node.new_value": np.where(inner, hold, d.new_value)}
    now = payoff(t.option.kind[d.option], d.price, t.option.strike[d.option])
    value = hold if v.exercise == "european" else np.maximum(hold, now)
    made = {"node.new_value": np.where(inner, value, now if v.leaves == "payoff" else d.new_value)}
    if v.exercise == "marked":
        made["node.early"] = np.where(inner, now > hold, d.early)
    return made
