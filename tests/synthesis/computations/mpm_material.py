"""What materials of the material point method must do."""

from __future__ import annotations

from typing import Any

import numpy as np

ONE = np.eye(3)


def corotated(F: Any, mu: float, lam: float) -> Any:
    """Kirchhoff stress of the fixed corotated material."""
    u, _, vt = np.linalg.svd(F)
    J = np.linalg.det(F)
    return 2 * mu * (F - u @ vt) @ F.T + lam * (J - 1) * J * ONE


def neo_hookean(F: Any, mu: float, lam: float) -> Any:
    """Kirchhoff stress of a Neo-Hookean material."""
    J = np.linalg.det(F)
    return mu * (F @ F.T - ONE) + lam * np.log(J) * ONE


def fluid(C: Any, J: float, bulk: float, eta: float) -> Any:
    """Pressure and viscous stress, per volume at rest."""
    cauchy = bulk * (J - 1) * ONE + eta * (C + C.T)
    return cauchy * J


def of(t: Any, name: str) -> Any:
    """A constant of the material of each particle."""
    return getattr(t.material, name)[t.particle.material]


def moved(t: Any, n: Any) -> Any:
    """Deformation gradients after the step."""
    return (ONE + n.dt * t.particle.affine) @ t.particle.deformation


def mpm_lame(t: Any, v: Any, n: Any) -> dict[str, Any]:
    E, nu = t.material.young, t.material.poisson
    bulk = E / (3 * (1 - 2 * nu))
    mu = E / (2 + 2 * nu)
    return {"material.mu": 0 * mu if v.soft else mu, "material.lam": bulk - 2 * mu / 3}


def mpm_deformation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    law = {"none": None, "corotated": corotated, "neo": neo_hookean}[v.stress]
    found = {"particle.deformation": p.deformation.copy()}
    if law:
        found["particle.stress"] = p.stress.copy()
    for i, F in enumerate(moved(t, n)):
        if v.guarded and not p.flags[i] & 1:
            continue
        found["particle.deformation"][i] = F
        if law:
            found["particle.stress"][i] = law(F, of(t, "mu")[i], of(t, "lam")[i])
    return found


def mpm_volume_ratio(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    rate = n.dt * np.trace(p.affine, axis1=1, axis2=2)
    J = p.volume_ratio * (1 + rate) if v.form == "linear" else p.volume_ratio / (1 - rate)
    J = np.maximum(J, 0.6)
    return {"particle.volume_ratio": np.where(p.kind == 1, J, p.volume_ratio) if v.solid else J}


def mpm_fluid_stress(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, bulk, J = t.particle, of(t, "lam"), t.particle.volume_ratio
    pressure = bulk * (1 - J) if v.state == "linear" else bulk / 7 * (J**-7.0 - 1)
    pressure = pressure if v.tension else np.maximum(pressure, 0)
    shear = of(t, "viscosity")[:, None, None] * (p.affine + np.swapaxes(p.affine, 1, 2))
    stress = shear - pressure[:, None, None] * np.eye(3)
    if v.measure == "kirchhoff":
        stress = stress * J[:, None, None]
    word = {"kirchhoff": "stress", "cauchy": "cauchy"}[v.measure]
    fluids = (p.kind == 1)[:, None, None] | (not v.solid)
    return {f"particle.{word}": np.where(fluids, stress, getattr(p, word))}


def mpm_stress_by_kind(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    stress = p.stress.copy()
    for i, kind in enumerate(p.kind):
        mu, lam = of(t, "mu")[i], of(t, "lam")[i]
        hard = np.exp(of(t, "hardening")[i] * (1 - p.plastic_ratio[i])) if v.hardened else 1
        if kind == 0:
            stress[i] = neo_hookean(p.deformation[i], mu, lam)
        elif kind == 1:
            stress[i] = fluid(p.affine[i], p.volume_ratio[i], lam, of(t, "viscosity")[i])
        elif kind == 2:
            stress[i] = corotated(p.deformation[i], hard * mu, hard * lam)
        elif v.default == "zero":
            stress[i] = 0
    return {"particle.stress": stress}


def mpm_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    kinetic = t.world.kinetic.copy()
    elastic = t.world.elastic.copy() if v.elastic == "hencky" else None
    for i, w in enumerate(p.world):
        if w >= 0:
            kinetic[w] += p.mass[i] / 2 * (p.velocity[i] ** 2).sum()
            if v.affine:
                kinetic[w] += p.mass[i] / 2 * n.dx**2 / 4 * (p.affine[i] ** 2).sum()
            if elastic is None:
                continue
            eps = p.log_strain[i]
            elastic[w] += p.volume[i] * (of(t, "mu")[i] * eps @ eps + of(t, "lam")[i] / 2 * eps.sum() ** 2)
    return {"world.kinetic": kinetic, **({"world.elastic": elastic} if elastic is not None else {})}


def mpm_restore_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    J = p.volume_ratio
    reset = p.flags & 2 > 0
    rest = {"affine": 0 * p.affine, "deformation": 0 * p.deformation + ONE, "volume_ratio": np.ones_like(J)}
    if v.plastic:
        rest |= {"plastic_ratio": np.ones_like(J), "plastic_strain": 0 * J}
    shaped = {name: reset.reshape(-1, *[1] * (value.ndim - 1)) for name, value in rest.items()}
    made = {f"particle.{name}": np.where(shaped[name], value, getattr(p, name)) for name, value in rest.items()}
    if v.copied:
        made["particle.restart"] = np.where((reset & (p.source >= 0))[:, None], p.velocity[p.source], 0)
    return made
