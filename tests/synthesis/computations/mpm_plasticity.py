"""Where snow, sand and metal must yield."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.mpm_material import of


def mpm_snow_yield(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    F = (np.eye(3) + n.dt * p.affine) @ p.elastic
    change = np.ones(len(p.kind))
    for i in np.flatnonzero(p.kind == 2):
        u, s, vt = np.linalg.svd(F[i])
        kept = np.clip(s, 1 - of(t, "compression_limit")[i], 1 + of(t, "stretch_limit")[i])
        F[i] = u @ np.diag(kept) @ vt
        change[i] = s.prod() / kept.prod()
    return {"particle.elastic": F, **({"particle.plastic_ratio": p.plastic_ratio * change} if v.ratio else {})}


def mpm_sand_yield(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    eps, hard = p.log_strain.copy(), np.zeros(len(p.log_strain))
    for i, e in enumerate(p.log_strain):
        if v.active and not p.flags[i] & 1:
            continue
        mu, lam = of(t, "mu")[i], of(t, "lam")[i]
        if e.sum() >= 0:
            eps[i] = 0
            hard[i] += np.linalg.norm(e)
            continue
        dev = e - e.mean()
        size = np.linalg.norm(dev)
        excess = max(size + (3 * lam + 2 * mu) / (2 * mu) * e.sum() * of(t, "slope")[i], 0)
        eps[i] = e.mean() + dev * (1 - excess / size)
        hard[i] += excess
    return {"particle.log_strain": eps, **({"particle.plastic_strain": p.plastic_strain + hard} if v.hardened else {})}


def mpm_metal_yield(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    mean = p.log_strain.mean(1, keepdims=True)
    dev = p.log_strain - mean
    size = np.linalg.norm(dev, axis=1)
    mu = of(t, "mu")
    limit = of(t, "yield_stress") / (2 * mu) * (1 + of(t, "hardening") * p.plastic_strain if v.hardened else 1)
    excess = np.maximum(size - limit, 0)
    if v.rate:
        excess = excess * n.dt / (n.dt + of(t, "viscosity") / (2 * mu))
    eps = mean + dev * (1 - excess / size)[:, None]
    made = {"particle.log_strain": eps}
    return {**made, "particle.plastic_strain": p.plastic_strain + excess} if v.hardened else made
