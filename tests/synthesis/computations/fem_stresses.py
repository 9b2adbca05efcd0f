"""What sizes of stress, damage and heat of finite elements must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.fem_elasticity import hooke, moduli, symmetric

ONE = np.eye(3)


def fem_equivalent_stress(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    s = (e.stress + e.stress.transpose(0, 2, 1)) / 2
    p = s - np.trace(s, axis1=1, axis2=2)[:, None, None] / 3 * ONE
    value = np.sqrt(1.5 * (p**2).sum((1, 2)))
    if v.damaged:
        value = value * (1 - e.damage)
    return {"element.equivalent": np.where(e.active, value, e.equivalent) if v.active else value}


def fem_damage(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    F = np.einsum("nji,njk->nik", e.rotation, e.deformation) if v.rotated else e.deformation
    small = [symmetric(own - ONE) for own in F]
    kappa = np.maximum(e.history, [np.linalg.norm(strain) for strain in small])
    start, beta = t.material.threshold[e.material], t.material.brittleness[e.material]
    if v.softening == "exponential":
        d = np.where(kappa > start, 1 - start / kappa * np.exp(-beta * (kappa - start)), 0)
    else:
        # what is left of the stress falls along a line from the threshold to none
        left = np.clip(1 - beta * (kappa - start) / start, 0, 1) * start / kappa
        d = np.where(kappa > start, 1 - left, 0)
    found = {"element.history": kappa, "element.damage": d}
    if v.stressed:
        stress = [hooke(strain, *moduli(t, i)) for i, strain in enumerate(small)]
        if v.rotated:
            stress = np.einsum("nij,njk,nlk->nil", e.rotation, stress, e.rotation)
        found["element.stress"] = (1 - d)[:, None, None] * stress
    return found


def fem_thermal_stress(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    warm = t.node.temperature[e.nodes].mean(1) - n.reference
    mu, lam, alpha = (getattr(t.material, name)[e.material] for name in ("mu", "lam", "expansion"))
    return {"element.stress": e.stress - ((3 * lam + 2 * mu) * alpha * warm)[:, None, None] * ONE}
