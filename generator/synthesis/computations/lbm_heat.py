"""Lattice Boltzmann: heat that a flow carries and that lifts it."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.lattice_boltzmann import LATTICE

CellType: Any = LATTICE.enumerations["CellType"]


@law
def d2q5_velocity(k: int) -> wp.vec2:
    """Lattice velocity of a D2Q5 direction: rest, then the sides counterclockwise from +x."""
    if k == 1:
        return wp.vec2(1.0, 0.0)
    if k == 2:
        return wp.vec2(0.0, 1.0)
    if k == 3:
        return wp.vec2(-1.0, 0.0)
    if k == 4:
        return wp.vec2(0.0, -1.0)
    return wp.vec2(0.0, 0.0)


@computation(
    LATTICE,
    "apply the BGK collision to the five D2Q5 populations of temperature",
    flow={True: "advected by the velocity", False: "in a fluid at rest"},
    solid={True: "except in solids", False: ""},
)
def lbm_collide_scalar(cell: Any, tau_scalar: Any) -> None:
    if v.solid and cell.solid:
        return
    temperature = cell.temperature
    u = cell.velocity
    for k in range(5):
        w = 1.0 / 3.0 if k == 0 else 1.0 / 6.0
        if v.flow:
            eq = w * temperature * (1.0 + 3.0 * wp.dot(d2q5_velocity(k), u))
        else:
            eq = w * temperature
        cell.g_next[k] = cell.g[k] - (cell.g[k] - eq) / tau_scalar


@computation(
    LATTICE,
    "sum the D2Q5 populations to the temperature",
    wall={True: "or impose that of the wall", False: ""},
)
def lbm_temperature(cell: Any) -> None:
    if v.wall:
        wall = cell.wall
        if exists(wall):
            cell.temperature = wall.temperature
            return
    total = float(0.0)
    for k in range(5):
        total += cell.g[k]
    cell.temperature = total


@computation(
    LATTICE,
    "compute from the excess temperature in fluid cells the Boussinesq buoyancy force",
    weighted={True: "times the density", False: ""},
)
def lbm_buoyancy(cell: Any, lift: Any, reference: Any) -> None:
    if cell.kind != CellType.FLUID:
        cell.force = wp.vec2()
        return
    excess = cell.temperature - reference
    cell.force = wp.vec2(0.0, cell.density * lift * excess if v.weighted else lift * excess)
