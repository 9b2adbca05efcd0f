"""What moments and collisions on the lattice D2Q9 must give."""

from __future__ import annotations

from typing import Any

import numpy as np

C = np.array([[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]])
W = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
OPPOSITE = np.array([int(np.flatnonzero(np.all(-c == C, axis=1))[0]) for c in C])


def equilibrium(rho: Any, u: Any) -> Any:
    """Populations at equilibrium, of the shape of ``rho`` and nine behind."""
    cu = u @ C.T
    return W * rho[..., None] * (1 + 3 * cu + 4.5 * cu**2 - 1.5 * (u**2).sum(-1)[..., None])


def lbm_moments(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    rho = c.f.sum(-1)
    u = (c.f @ C + (c.force / 2 if v.force else 0)) / rho[..., None]
    if v.solid:
        rho, u = np.where(c.solid, 0, rho), np.where(c.solid[..., None], 0, u)
    return {"cell.density": rho, "cell.velocity": u}


def lbm_collide(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    tau = c.relaxation[..., None] if v.time == "own" else n.tau
    after = c.f - (c.f - equilibrium(c.density, c.velocity)) / tau
    if v.force:
        u, force = c.velocity[..., None, :], c.force[..., None, :]
        push = 3 * (C - u) + 9 * (C * u).sum(-1, keepdims=True) * C
        after = after + (1 - 1 / (2 * tau)) * W * (push * force).sum(-1)
    kept = c.f if v.solid == "copy" else c.f_next
    return {"cell.f_next": np.where(c.solid[..., None], kept, after)}


def lbm_collide_two_times(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    excess = c.f - equilibrium(c.density, c.velocity)
    odd_time = n.tau_minus if v.odd == "given" else 0.5 + 1 / (4 * (n.tau - 0.5))
    even, odd = (excess + excess[..., OPPOSITE]) / 2, (excess - excess[..., OPPOSITE]) / 2
    kept = c.f if v.solid == "copy" else c.f_next
    return {"cell.f_next": np.where(c.solid[..., None], kept, c.f - even / n.tau - odd / odd_time)}


def lbm_turbulent_time(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    excess = c.f - equilibrium(c.density, c.velocity)
    stress = np.einsum("...k,ki,kj->...ij", excess, C, C)
    size = np.sqrt((stress**2).sum((-1, -2)))
    if v.law == "lagged":
        strain = -stress / (2 / 3 * c.density * c.relaxation)[..., None, None]
        eddy = n.smagorinsky**2 * np.sqrt(2 * (strain**2).sum((-1, -2)))
        return {"cell.relaxation": n.tau + 3 * eddy}
    tau = (n.tau + np.sqrt(n.tau**2 + 18 * np.sqrt(2) * n.smagorinsky**2 * size / c.density)) / 2
    return {"cell.relaxation": tau}


def lbm_fill_equilibrium(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    u = np.where(c.solid[..., None], 0, c.velocity) if v.solid else c.velocity
    f = equilibrium(c.density, u)
    return {"cell.f": f, **({"cell.f_next": f} if v.both else {})}
