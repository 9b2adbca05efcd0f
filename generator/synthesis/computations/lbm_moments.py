"""Lattice Boltzmann: collisions in the space of moments, written out for the nine populations."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v
from generator.synthesis.schemas.lattice_boltzmann import LATTICE


@computation(
    LATTICE,
    "apply the multiple-relaxation-time (MRT) collision in the D2Q9 moment space",
    force={True: "with a body force", False: ""},
    bulk={True: "energy moments relaxing with the heat fluxes", False: ""},
    solid={True: "full-way bounce-back in solids", False: ""},
)
def lbm_collide_moments(cell: Any, tau: Any, tau_minus: Any) -> None:
    f0 = cell.f[0]
    f1 = cell.f[1]
    f2 = cell.f[2]
    f3 = cell.f[3]
    f4 = cell.f[4]
    f5 = cell.f[5]
    f6 = cell.f[6]
    f7 = cell.f[7]
    f8 = cell.f[8]
    if v.solid and cell.solid:
        cell.f_next[0] = f0
        cell.f_next[1] = f3
        cell.f_next[2] = f4
        cell.f_next[3] = f1
        cell.f_next[4] = f2
        cell.f_next[5] = f7
        cell.f_next[6] = f8
        cell.f_next[7] = f5
        cell.f_next[8] = f6
        return
    axes = f1 + f2 + f3 + f4
    corners = f5 + f6 + f7 + f8
    rho = f0 + axes + corners
    jx = f1 - f3 + f5 - f6 - f7 + f8
    jy = f2 - f4 + f5 + f6 - f7 - f8
    e = -4.0 * f0 - axes + 2.0 * corners
    eps = 4.0 * f0 - 2.0 * axes + corners
    qx = -2.0 * (f1 - f3) + f5 - f6 - f7 + f8
    qy = -2.0 * (f2 - f4) + f5 + f6 - f7 - f8
    pxx = f1 - f2 + f3 - f4
    pxy = f5 - f6 + f7 - f8
    square = (jx * jx + jy * jy) / rho
    rate = 1.0 / tau
    odd_rate = 1.0 / tau_minus
    energy_rate = odd_rate if v.bulk else rate
    e -= energy_rate * (e + 2.0 * rho - 3.0 * square)
    eps -= energy_rate * (eps - rho + 3.0 * square)
    qx -= odd_rate * (qx + jx)
    qy -= odd_rate * (qy + jy)
    pxx -= rate * (pxx - (jx * jx - jy * jy) / rho)
    pxy -= rate * (pxy - jx * jy / rho)
    if v.force:
        push = cell.force
        jx += push[0]
        jy += push[1]
        qx -= push[0]
        qy -= push[1]
    a = rho / 9.0
    cell.f_next[0] = a - e / 9.0 + eps / 9.0
    b = a - e / 36.0 - eps / 18.0
    cell.f_next[1] = b + jx / 6.0 - qx / 6.0 + 0.25 * pxx
    cell.f_next[2] = b + jy / 6.0 - qy / 6.0 - 0.25 * pxx
    cell.f_next[3] = b - jx / 6.0 + qx / 6.0 + 0.25 * pxx
    cell.f_next[4] = b - jy / 6.0 + qy / 6.0 - 0.25 * pxx
    c = a + e / 18.0 + eps / 36.0
    cell.f_next[5] = c + (jx + jy) / 6.0 + (qx + qy) / 12.0 + 0.25 * pxy
    cell.f_next[6] = c + (jy - jx) / 6.0 + (qy - qx) / 12.0 - 0.25 * pxy
    cell.f_next[7] = c - (jx + jy) / 6.0 - (qx + qy) / 12.0 + 0.25 * pxy
    cell.f_next[8] = c + (jx - jy) / 6.0 + (qx - qy) / 12.0 - 0.25 * pxy


@computation(
    LATTICE,
    "apply the Zou-He boundary condition of a western border to the D2Q9 populations of each cell with a wall, which lacks those to the E, NE and SE (1, 5 and 8), others keeping theirs,",
    given={"velocity": "for a given velocity", "density": "for a given density"},
    corner={True: "with a tangential velocity", False: ""},
)
def lbm_complete_west(cell: Any) -> None:
    wall = cell.wall
    if not exists(wall):
        for k in range(9):
            cell.f_next[k] = cell.f[k]
        return
    f0 = cell.f[0]
    f2 = cell.f[2]
    f3 = cell.f[3]
    f4 = cell.f[4]
    f6 = cell.f[6]
    f7 = cell.f[7]
    known = f0 + f2 + f4 + 2.0 * (f3 + f6 + f7)
    if v.given == "velocity":
        ux = wall.velocity[0]
        rho = known / (1.0 - ux)
    else:
        rho = wall.density
        ux = 1.0 - known / rho
    half = 0.5 * (f2 - f4)
    if v.corner:
        half -= 0.5 * rho * wall.velocity[1]
    cell.f_next[0] = f0
    cell.f_next[1] = f3 + 2.0 / 3.0 * rho * ux
    cell.f_next[2] = f2
    cell.f_next[3] = f3
    cell.f_next[4] = f4
    cell.f_next[5] = f7 - half + rho * ux / 6.0
    cell.f_next[6] = f6
    cell.f_next[7] = f7
    cell.f_next[8] = f6 + half + rho * ux / 6.0
