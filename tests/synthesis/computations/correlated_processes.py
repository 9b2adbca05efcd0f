"""What the computations of ``correlated_processes`` give, in NumPy."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def sabr_step(t, v, n):
    w = t.walk
    beta = t.model.elasticity[w.model]
    z = np.array([r.normals(2) for r in generators(n.seed, len(w.value), n.step)])
    first, second = z[:, 0], n.correlation * z[:, 0] + np.sqrt(1 - n.correlation**2) * z[:, 1]
    root, f, vol = np.sqrt(n.dt), w.value, w.volatility
    if v.forward == "euler":
        forward = np.maximum(f + vol * f**beta * root * first, 0)
    else:
        local = vol * f**beta / f
        forward = f * np.exp(local * root * first - local**2 * n.dt / 2)
    moved = vol * np.exp(n.vol_of_vol * root * second - n.vol_of_vol**2 * n.dt / 2)
    alive = w.alive.astype(bool) if v.dead else np.full(len(f), True)
    return {"walk.next_value": np.where(alive, forward, f), "walk.next_volatility": np.where(alive, moved, vol)}


def correlated_factors(t, v, n):
    w, m = t.walk, t.model
    found = []
    for i, r in enumerate(generators(n.seed, len(w.model), n.step)):
        if v.pairs == "box":
            radius, angle = np.sqrt(-2 * np.log1p(-r.uniform())), 2 * np.pi * r.uniform()
            z = [radius * np.cos(angle), radius * np.sin(angle)]
        else:
            z = list(r.normals(2))
        if v.count == 2:
            found.append([z[0], n.correlation * z[0] + np.sqrt(1 - n.correlation**2) * z[1]])
        else:
            a, b, c = m.correlations[w.model[i]]
            found.append(np.linalg.cholesky([[1, a, b], [a, 1, c], [b, c, 1]]) @ [*z, r.normal()])
    factors = np.array(found)
    made = {"walk.first": factors[:, 0], "walk.second": factors[:, 1]}
    if v.count == 3:
        made["walk.third"] = factors[:, 2]
    if v.pull:
        k, level, sigma = m.speed[w.model], m.level[w.model], m.normal_sigma[w.model]
        moved = w.value - k * n.dt * (w.value - level) + sigma * np.sqrt(n.dt) * factors[:, 0]
        made["walk.next_value"] = moved
    return made
