"""Lattice Boltzmann: moments, equilibria and collisions of the nine populations of a cell."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.lattice_boltzmann import LATTICE


@law
def d2q9_link_weight(k: int) -> float:
    """Lattice weight of a D2Q9 direction that moves: four sides first, then four diagonals."""
    return wp.where(k < 5, 1.0 / 9.0, 1.0 / 36.0)


@law
def d2q9_weight(k: int) -> float:
    """Lattice weight of a D2Q9 direction: rest, four sides, four diagonals."""
    if k == 0:
        return 4.0 / 9.0
    if k < 5:
        return 1.0 / 9.0
    return 1.0 / 36.0


@law
def d2q9_velocity(k: int) -> wp.vec2:
    """Lattice velocity of a D2Q9 direction: rest, four sides, four diagonals, each counterclockwise."""
    x = float(0.0)
    y = float(0.0)
    if k == 1 or k == 5 or k == 8:
        x = 1.0
    elif k == 3 or k == 6 or k == 7:
        x = -1.0
    if k == 2 or k == 5 or k == 6:
        y = 1.0
    elif k == 4 or k == 7 or k == 8:
        y = -1.0
    return wp.vec2(x, y)


@law
def d2q9_link_opposite(k: int) -> int:
    """Number of the D2Q9 direction opposite to one that moves."""
    return k + 2 if (k - 1) % 4 < 2 else k - 2


@law
def d2q9_opposite(k: int) -> int:
    """Number of the opposite D2Q9 direction, that of rest being its own."""
    if k == 0:
        return 0
    if k < 5:
        return (k + 1) % 4 + 1
    return (k - 3) % 4 + 5


@law
def lbm_equilibrium(k: int, rho: float, u: wp.vec2) -> float:
    """Equilibrium of a D2Q9 population, Maxwell's distribution to second order in the velocity."""
    cu = 3.0 * wp.dot(d2q9_velocity(k), u)
    return d2q9_weight(k) * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * wp.dot(u, u))


@law
def guo_source(k: int, u: wp.vec2, force: wp.vec2, tau: float) -> float:
    """Guo's source term of a body force for a D2Q9 population, to second order."""
    c = d2q9_velocity(k)
    cu = wp.dot(c, u)
    push = wp.dot(c - u, force) + 3.0 * cu * wp.dot(c, force)
    return (1.0 - 0.5 / tau) * d2q9_weight(k) * 3.0 * push


@law
def turbulent_relaxation(tau: float, stress: float, rho: float, constant: float) -> float:
    """Relaxation time with Smagorinsky's eddy viscosity, solved for from the stress."""
    # 18 sqrt(2): what the second moment of the lattice gives
    inside = tau * tau + 18.0 * wp.sqrt(2.0) * constant * constant * stress / rho
    return 0.5 * (tau + wp.sqrt(inside))


@law
def lagged_relaxation(tau: float, former: float, stress: float, rho: float, constant: float) -> float:
    """Relaxation time with Smagorinsky's eddy viscosity, by the strain rate of the last step."""
    # the strain rate that the former relaxation time tells
    strain = 1.5 * wp.sqrt(2.0) * stress / (rho * former)
    return tau + 3.0 * constant * constant * strain


@computation(
    LATTICE,
    "compute density and velocity from the nine D2Q9 populations",
    force={True: "with the half-force correction", False: ""},
    solid={True: "zero in solids", False: ""},
)
def lbm_moments(cell: Any) -> None:
    if v.solid:
        if cell.solid:
            cell.density = 0.0
            cell.velocity = wp.vec2(0.0)
            return
    rho = float(0.0)
    momentum = wp.vec2(0.0)
    for k in range(9):
        fk = cell.f[k]
        rho += fk
        momentum += fk * d2q9_velocity(k)
    if v.force:
        momentum += 0.5 * cell.force
    cell.density = rho
    cell.velocity = momentum / rho


@computation(
    LATTICE,
    "apply the BGK collision to the D2Q9 populations",
    time={"shared": "", "own": "with a local relaxation time"},
    force={True: "with Guo's force term", False: ""},
    solid={"skip": "in fluid cells", "copy": "copying populations in solids"},
)
def lbm_collide(cell: Any, tau: Any) -> None:
    if cell.solid:
        if v.solid == "copy":
            for k in range(9):
                cell.f_next[k] = cell.f[k]
        return
    rho = cell.density
    u = cell.velocity
    omega = 1.0 / (cell.relaxation if v.time == "own" else tau)
    for k in range(9):
        fk = cell.f[k]
        feq = lbm_equilibrium(k, rho, u)
        if v.force:
            source = guo_source(k, u, cell.force, cell.relaxation if v.time == "own" else tau)
            cell.f_next[k] = fk - omega * (fk - feq) + source
        else:
            cell.f_next[k] = fk - omega * (fk - feq)


@computation(
    LATTICE,
    "apply the two-relaxation-time (TRT) collision, even and odd parts relaxing apart",
    odd={"given": "at given rates", "magic": "with the magic parameter 1/4"},
    solid={"skip": "in fluid cells", "copy": "copying populations in solids"},
)
def lbm_collide_two_times(cell: Any, tau: Any, tau_minus: Any) -> None:
    if cell.solid:
        if v.solid == "copy":
            for k in range(9):
                cell.f_next[k] = cell.f[k]
        return
    rho = cell.density
    u = cell.velocity
    even_rate = 1.0 / tau
    odd_rate = 1.0 / tau_minus if v.odd == "given" else 1.0 / (0.5 + 0.25 / (tau - 0.5))
    for k in range(9):
        opp = d2q9_opposite(k)
        f = cell.f[k]
        f_opp = cell.f[opp]
        eq = lbm_equilibrium(k, rho, u)
        eq_opp = lbm_equilibrium(opp, rho, u)
        even = 0.5 * (f + f_opp) - 0.5 * (eq + eq_opp)
        odd = 0.5 * (f - f_opp) - 0.5 * (eq - eq_opp)
        cell.f_next[k] = f - even_rate * even - odd_rate * odd


@computation(
    LATTICE,
    "compute the relaxation time of the Smagorinsky subgrid model from the non-equilibrium stress",
    law={"smagorinsky": "", "lagged": "with the strain rate that its former value tells"},
)
def lbm_turbulent_time(cell: Any, tau: Any, smagorinsky: Any) -> None:
    rho = cell.density
    xx = float(0.0)
    xy = float(0.0)
    yy = float(0.0)
    for k in range(9):
        excess = cell.f[k] - lbm_equilibrium(k, rho, cell.velocity)
        c = d2q9_velocity(k)
        xx += excess * c[0] * c[0]
        xy += excess * c[0] * c[1]
        yy += excess * c[1] * c[1]
    stress = wp.sqrt(xx * xx + 2.0 * xy * xy + yy * yy)
    if v.law == "lagged":
        cell.relaxation = lagged_relaxation(tau, cell.relaxation, stress, rho, smagorinsky)
    else:
        cell.relaxation = turbulent_relaxation(tau, stress, rho, smagorinsky)


@computation(
    LATTICE,
    "initialise the D2Q9 populations with the second-order equilibrium",
    both={True: "in both buffers", False: ""},
    solid={True: "taking solids as at rest", False: ""},
)
def lbm_fill_equilibrium(cell: Any) -> None:
    rho = cell.density
    u = cell.velocity
    if v.solid and cell.solid:
        u = wp.vec2(0.0, 0.0)
    for k in range(9):
        feq = lbm_equilibrium(k, rho, u)
        cell.f[k] = feq
        if v.both:
            cell.f_next[k] = feq
