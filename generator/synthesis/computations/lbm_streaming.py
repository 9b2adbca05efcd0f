"""Lattice Boltzmann on a grid: streaming, forces between phases, derived fields and marks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.computations.lbm_collision import lbm_equilibrium
from generator.synthesis.schemas.lattice_boltzmann import LATTICE

CellType: Any = LATTICE.enumerations["CellType"]


@law
def pseudopotential(rho: float) -> float:
    """Shan and Chen's pseudopotential of a density, which levels off at 1."""
    return 1.0 - wp.exp(-rho)


@law
def pull_or_bounce(pulled: float, own: float, solid: bool) -> float:
    """Population that streams in, or the own opposite one, bounced back by a solid neighbour."""
    if solid:
        return own
    return pulled


@computation(
    LATTICE,
    "stream the nine populations of a D2Q9 grid by pulling",
    why={
        "": "each population moves on by one cell along its own velocity",
        "bounce": "populations that come back turned round hold the fluid still at the wall, halfway between cells",
    },
    bounce={True: "turning them round in solid cells (full-way bounce-back)", False: ""},
)
def lbm_pull(cell: Any) -> None:
    if v.bounce and cell.solid:
        cell.f_next[0] = cell.f[0]
        cell.f_next[3] = cell.at(-1, 0).f[1]
        cell.f_next[4] = cell.at(0, -1).f[2]
        cell.f_next[1] = cell.at(1, 0).f[3]
        cell.f_next[2] = cell.at(0, 1).f[4]
        cell.f_next[7] = cell.at(-1, -1).f[5]
        cell.f_next[8] = cell.at(1, -1).f[6]
        cell.f_next[5] = cell.at(1, 1).f[7]
        cell.f_next[6] = cell.at(-1, 1).f[8]
        return
    cell.f_next[0] = cell.f[0]
    cell.f_next[1] = cell.at(-1, 0).f[1]
    cell.f_next[2] = cell.at(0, -1).f[2]
    cell.f_next[3] = cell.at(1, 0).f[3]
    cell.f_next[4] = cell.at(0, 1).f[4]
    cell.f_next[5] = cell.at(-1, -1).f[5]
    cell.f_next[6] = cell.at(1, -1).f[6]
    cell.f_next[7] = cell.at(1, 1).f[7]
    cell.f_next[8] = cell.at(-1, 1).f[8]


@computation(
    LATTICE,
    "stream D2Q9 populations by pulling with half-way bounce-back at solid neighbours",
    solid={True: "leaving out solid cells", False: ""},
)
def lbm_pull_bounce(cell: Any) -> None:
    if v.solid and cell.solid:
        return
    west = cell.at(-1, 0)
    south = cell.at(0, -1)
    east = cell.at(1, 0)
    north = cell.at(0, 1)
    cell.f_next[0] = cell.f[0]
    cell.f_next[1] = pull_or_bounce(west.f[1], cell.f[3], west.solid)
    cell.f_next[2] = pull_or_bounce(south.f[2], cell.f[4], south.solid)
    cell.f_next[3] = pull_or_bounce(east.f[3], cell.f[1], east.solid)
    cell.f_next[4] = pull_or_bounce(north.f[4], cell.f[2], north.solid)
    cell.f_next[5] = pull_or_bounce(cell.at(-1, -1).f[5], cell.f[7], cell.at(-1, -1).solid)
    cell.f_next[6] = pull_or_bounce(cell.at(1, -1).f[6], cell.f[8], cell.at(1, -1).solid)
    cell.f_next[7] = pull_or_bounce(cell.at(1, 1).f[7], cell.f[5], cell.at(1, 1).solid)
    cell.f_next[8] = pull_or_bounce(cell.at(-1, 1).f[8], cell.f[6], cell.at(-1, 1).solid)


@computation(
    LATTICE,
    "stream the five D2Q5 populations of temperature",
    solid={True: "with bounce-back (adiabatic walls) at solids", False: ""},
)
def lbm_stream_scalar(cell: Any) -> None:
    west = cell.at(-1, 0)
    south = cell.at(0, -1)
    east = cell.at(1, 0)
    north = cell.at(0, 1)
    cell.g_next[0] = cell.g[0]
    if v.solid:
        cell.g_next[1] = cell.g[3] if west.solid else west.g[1]
        cell.g_next[2] = cell.g[4] if south.solid else south.g[2]
        cell.g_next[3] = cell.g[1] if east.solid else east.g[3]
        cell.g_next[4] = cell.g[2] if north.solid else north.g[4]
    else:
        cell.g_next[1] = west.g[1]
        cell.g_next[2] = south.g[2]
        cell.g_next[3] = east.g[3]
        cell.g_next[4] = north.g[4]


@computation(
    LATTICE,
    "compute the Shan-Chen cohesion force -G psi(x) sum w psi(x + c) c of a multiphase fluid",
    potential={"exponential": "with psi = 1 - exp(-rho)", "density": "with psi = rho"},
    diagonal={True: "over eight neighbours (w = 1/9, 1/36)", False: "over four neighbours (w = 1/6)"},
)
def lbm_phase_force(cell: Any, coupling: float) -> None:
    if v.potential == "exponential":
        here = pseudopotential(cell.density)
        east = pseudopotential(cell.at(1, 0).density)
        west = pseudopotential(cell.at(-1, 0).density)
        north = pseudopotential(cell.at(0, 1).density)
        south = pseudopotential(cell.at(0, -1).density)
    else:
        here = cell.density
        east = cell.at(1, 0).density
        west = cell.at(-1, 0).density
        north = cell.at(0, 1).density
        south = cell.at(0, -1).density
    if v.diagonal:
        if v.potential == "exponential":
            ne = pseudopotential(cell.at(1, 1).density)
            nw = pseudopotential(cell.at(-1, 1).density)
            sw = pseudopotential(cell.at(-1, -1).density)
            se = pseudopotential(cell.at(1, -1).density)
        else:
            ne = cell.at(1, 1).density
            nw = cell.at(-1, 1).density
            sw = cell.at(-1, -1).density
            se = cell.at(1, -1).density
        fx = (east - west) / 9.0 + (ne - nw - sw + se) / 36.0
        fy = (north - south) / 9.0 + (ne + nw - sw - se) / 36.0
    else:
        fx = (east - west) / 6.0
        fy = (north - south) / 6.0
    cell.force = -coupling * here * wp.vec2(fx, fy)


@computation(
    LATTICE, "compute the vorticity by central differences of the velocity", solid={True: "zero in solids", False: ""}
)
def lbm_vorticity(cell: Any) -> None:
    if v.solid and cell.solid:
        cell.vorticity = 0.0
        return
    dv = cell.at(1, 0).velocity[1] - cell.at(-1, 0).velocity[1]
    du = cell.at(0, 1).velocity[0] - cell.at(0, -1).velocity[0]
    cell.vorticity = 0.5 * (dv - du)


@computation(
    LATTICE,
    "mark solid cells by -1, and the cells beside them",
    corners={True: "diagonals too,", False: ""},
    value={"one": "by 1", "number": "by their number of solid neighbours"},
)
def lbm_mark_border(cell: Any) -> None:
    if cell.solid:
        cell.mark = -1
        return
    n = int(cell.at(1, 0).solid) + int(cell.at(-1, 0).solid)
    n += int(cell.at(0, 1).solid) + int(cell.at(0, -1).solid)
    if v.corners:
        n += int(cell.at(1, 1).solid) + int(cell.at(-1, 1).solid)
        n += int(cell.at(1, -1).solid) + int(cell.at(-1, -1).solid)
    if v.value == "one":
        cell.mark = 1 if n > 0 else 0
    else:
        cell.mark = n


@computation(
    LATTICE,
    "apply open boundaries to the populations: velocity inlets in the west by half-way bounce-back with the momentum of the inflow",
    outlet={
        "anti": "and pressure outlets in the east by anti-bounce-back",
        "equilibrium": "and outlets at the equilibrium of a given density",
    },
)
def lbm_open_border(cell: Any) -> None:
    wall = cell.wall
    kind = cell.kind
    if kind == CellType.INLET:
        cell.f_next[1] = cell.f[3] + 2.0 / 3.0 * cell.density * wall.velocity[0]
        cell.f_next[5] = cell.f[7] + cell.density * (wall.velocity[0] + wall.velocity[1]) / 6.0
        cell.f_next[8] = cell.f[6] + cell.density * (wall.velocity[0] - wall.velocity[1]) / 6.0
    elif kind == CellType.OUTLET:
        if v.outlet == "anti":
            u = cell.velocity
            rest = 1.0 - 1.5 * wp.dot(u, u)
            rise = u[0] + u[1]
            fall = u[0] - u[1]
            cell.f_next[3] = 2.0 / 9.0 * wall.density * (rest + 4.5 * u[0] * u[0]) - cell.f[1]
            cell.f_next[6] = wall.density * (rest + 4.5 * fall * fall) / 18.0 - cell.f[8]
            cell.f_next[7] = wall.density * (rest + 4.5 * rise * rise) / 18.0 - cell.f[5]
        else:
            u = cell.velocity
            for k in range(9):
                cell.f_next[k] = lbm_equilibrium(k, wall.density, u)


@computation(
    LATTICE,
    "smooth the phase field with a binomial stencil",
    weights={"five": "of five cells", "nine": "of nine cells"},
)
def lbm_smooth_phase(cell: Any) -> None:
    axes = cell.at(1, 0).phase + cell.at(-1, 0).phase + cell.at(0, 1).phase + cell.at(0, -1).phase
    if v.weights == "five":
        cell.smooth_phase = 0.5 * cell.phase + 0.125 * axes
    else:
        corners = cell.at(1, 1).phase + cell.at(-1, 1).phase + cell.at(-1, -1).phase + cell.at(1, -1).phase
        cell.smooth_phase = (4.0 * cell.phase + 2.0 * axes + corners) / 16.0
