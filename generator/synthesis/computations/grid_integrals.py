"""Integrals over the cells of a plane grid, and diffusion that stops at edges."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.finite_volumes import minmod
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

GAUSS_POINT = 0.2113249
"""Place of the first of two Gauss points between 0 and 1."""

STEFAN_BOLTZMANN = 56.7037
"""What a black body of 1000 K radiates, in kW/m^2."""


@law
def edge_stopping(difference: float, contrast: float) -> float:
    """Perona and Malik's conductance: 1 where values are alike, near 0 across an edge."""
    s = difference / contrast
    if v.law == "exponential":
        return wp.exp(-s * s)
    return 1.0 / (1.0 + s * s)


@computation(
    GRIDS,
    "diffuse the temperature by an explicit step of Perona and Malik, whose conductance falls where it differs much",
    law={"exponential": "as exp(-(d/K)^2)", "rational": "as 1 / (1 + (d/K)^2)"},
    solid={True: "with no flux into solid cells", False: ""},
)
def perona_malik_step(cell: Any, dt: Any, dx: Any, diffusivity: Any, contrast: Any) -> None:
    here = cell.temperature
    if v.solid:
        if cell.solid:
            cell.temperature_next = here
            return
    change = float(0.0)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if di * di + dj * dj != 1:
                continue
            if v.solid and cell.at(di, dj).solid:
                continue
            d = cell.at(di, dj).temperature - here
            change += edge_stopping(d, contrast) * d
    cell.temperature_next = here + diffusivity * dt / (dx * dx) * change


@computation(
    GRIDS,
    "integrate what each cell radiates, its emissivity times sigma T^4 (T of 1 is 1000 K), T linear with minmod slopes, by two Gauss points along both axes",
    ambient={True: "less what it takes up from outside", False: ""},
)
def radiated_power(cell: Any, dx: Any, ambient: Any) -> None:
    here = cell.temperature
    # differences across the cell
    across = minmod(here - cell.at(-1, 0).temperature, cell.at(1, 0).temperature - here)
    up = minmod(here - cell.at(0, -1).temperature, cell.at(0, 1).temperature - here)
    total = float(0.0)
    for a in range(2):
        for b in range(2):
            s = GAUSS_POINT + float(a) * (1.0 - 2.0 * GAUSS_POINT)
            t = GAUSS_POINT + float(b) * (1.0 - 2.0 * GAUSS_POINT)
            T = here + (s - 0.5) * across + (t - 0.5) * up
            total += 0.25 * wp.pow(T, 4.0)
    if v.ambient:
        total -= wp.pow(ambient, 4.0)
    cell.radiated = cell.emissivity * STEFAN_BOLTZMANN * total * dx * dx


@computation(
    GRIDS,
    "add the energy of the waves in each cell, of its speed and of its slope, to that of its region",
    largest={True: "and find the largest displacement", False: ""},
)
def wave_energy(cell: Any, dt: Any, dx: Any, wave_speed: Any) -> None:
    region = cell.region
    u = cell.height
    rate = (u - cell.height_before) / dt
    slope = wp.vec2(cell.at(1, 0).height - u, cell.at(0, 1).height - u) / dx
    region.total += 0.5 * (rate * rate + wave_speed * wave_speed * wp.length_sq(slope)) * dx * dx
    if v.largest:
        wp.atomic_max(region.highest, wp.abs(u))
