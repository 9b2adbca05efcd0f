"""Finite differences on a plane grid: diffusion, waves, reactions, advection, pressure."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS


@law
def harmonic_mean(a: float, b: float) -> float:
    """Conductivity of the face between two cells, which conduct in series: their harmonic mean."""
    return 2.0 * a * b / (a + b)


@law
def gray_scott_rates(a: float, b: float, feed: float, kill: float) -> tuple[float, float]:
    """Gray and Scott's rates of change of the food and of the catalyst, without diffusion."""
    uptake = a * b * b
    return feed * (1.0 - a) - uptake, uptake - (feed + kill) * b


@law
def upwind_slope(left: float, here: float, right: float, speed: float, dx: float) -> float:
    """Slope on the side that the flow comes from, to first order."""
    if speed > 0.0:
        return (here - left) / dx
    return (right - here) / dx


@computation(
    GRIDS,
    "advance the heat equation by one explicit Euler step",
    stencil={"five": "with the five-point Laplacian", "nine": "with the isotropic nine-point Laplacian"},
    solid={True: "holding solid cells", False: ""},
)
def grid_heat_step(cell: Any, dt: Any, dx: Any, diffusivity: Any) -> None:
    here = cell.temperature
    if v.solid and cell.solid:
        cell.temperature_next = here
        return
    axes = (
        cell.at(1, 0).temperature + cell.at(-1, 0).temperature + cell.at(0, 1).temperature + cell.at(0, -1).temperature
    )
    if v.stencil == "five":
        laplacian = (axes - 4.0 * here) / (dx * dx)
    else:
        corners = (
            cell.at(1, 1).temperature
            + cell.at(-1, 1).temperature
            + cell.at(1, -1).temperature
            + cell.at(-1, -1).temperature
        )
        laplacian = (4.0 * axes + corners - 20.0 * here) / (6.0 * dx * dx)
    cell.temperature_next = here + dt * diffusivity * laplacian


@computation(
    GRIDS,
    "advance the heat equation in a material of varying conductivity by one explicit step of fluxes through the four sides,",
    mean={
        "harmonic": "with the harmonic mean of conductivities on a side",
        "plain": "with the arithmetic mean of conductivities on a side",
    },
    insulated={True: "and no flux into solid cells", False: ""},
)
def grid_heat_layers(cell: Any, dt: Any, dx: Any) -> None:
    here = cell.temperature
    if v.insulated and cell.solid:
        cell.temperature_next = here
        return
    k = cell.conductivity
    flux = float(0.0)
    for side in range(4):
        sx = (1 - side % 2) * (1 - side // 2 * 2)
        sy = (side % 2) * (1 - side // 2 * 2)
        near = cell.at(sx, sy)
        if v.insulated and near.solid:
            continue
        k_face = harmonic_mean(k, near.conductivity) if v.mean == "harmonic" else 0.5 * (k + near.conductivity)
        flux += k_face * (near.temperature - here)
    cell.temperature_next = here + dt * flux / (cell.capacity * dx * dx)


@computation(
    GRIDS,
    "advance the two-dimensional wave equation by one leapfrog step",
    damped={True: "with a damping term centred in time", False: ""},
    fixed={True: "with solid cells held at zero", False: ""},
)
def grid_wave_step(cell: Any, dt: Any, dx: Any, wave_speed: Any, damping: Any) -> None:
    if v.fixed and cell.solid:
        cell.height_next = 0.0
        return
    u = cell.height
    before = cell.height_before
    laplacian = cell.at(1, 0).height + cell.at(-1, 0).height + cell.at(0, 1).height + cell.at(0, -1).height - 4.0 * u
    c = wave_speed * dt / dx
    if v.damped:
        half = 0.5 * damping * dt
        cell.height_next = (2.0 * u - (1.0 - half) * before + c * c * laplacian) / (1.0 + half)
    else:
        cell.height_next = 2.0 * u - before + c * c * laplacian


@computation(
    GRIDS,
    "advance the Gray-Scott reaction-diffusion system by one explicit step on cells one unit wide, the catalyst diffusing half as fast,",
    stencil={"five": "with the five-point Laplacian", "nine": "with the nine-point Laplacian (0.2, 0.05, -1)"},
)
def grid_gray_scott(cell: Any, long_dt: Any, spread: Any, feed: Any, kill: Any) -> None:
    a = cell.substrate
    b = cell.catalyst
    if v.stencil == "five":
        lap_a = cell.at(1, 0).substrate + cell.at(-1, 0).substrate + cell.at(0, 1).substrate + cell.at(0, -1).substrate
        lap_b = cell.at(1, 0).catalyst + cell.at(-1, 0).catalyst + cell.at(0, 1).catalyst + cell.at(0, -1).catalyst
        lap_a -= 4.0 * a
        lap_b -= 4.0 * b
    else:
        lap_a = float(0.0)
        lap_b = float(0.0)
        for p in range(3):
            for q in range(3):
                w = 0.2 if p == 1 or q == 1 else 0.05
                if p == 1 and q == 1:
                    w = -1.0
                near = cell.at(p - 1, q - 1)
                lap_a += w * near.substrate
                lap_b += w * near.catalyst
    rate_a, rate_b = gray_scott_rates(a, b, feed, kill)
    cell.substrate_next = a + long_dt * (spread * lap_a + rate_a)
    cell.catalyst_next = b + long_dt * (0.5 * spread * lap_b + rate_b)


@computation(
    GRIDS,
    "advect the temperature with the velocity by one explicit step",
    why={
        "upwind": "differences are taken on the side that the flow comes from: with central ones an explicit step is unstable",
    },
    scheme={
        "upwind": "of first-order upwind differences",
        "trace": "that traces back at most one cell and interpolates bilinearly (semi-Lagrangian)",
    },
    solid={True: "leaving solid cells as they are", False: ""},
)
def grid_advect(cell: Any, dt: float, long_dt: float, dx: float) -> None:
    here = cell.temperature
    if v.solid and cell.solid:
        cell.temperature_next = here
        return
    vel = cell.velocity
    if v.scheme == "trace":
        di = -1 if vel[0] > 0.0 else 1
        dj = -1 if vel[1] > 0.0 else 1
        x = wp.min(wp.abs(vel[0]) * long_dt / dx, 1.0)
        y = wp.min(wp.abs(vel[1]) * long_dt / dx, 1.0)
        near = wp.lerp(here, cell.at(di, 0).temperature, x)
        far = wp.lerp(cell.at(0, dj).temperature, cell.at(di, dj).temperature, x)
        cell.temperature_next = wp.lerp(near, far, y)
        return
    east = cell.at(1, 0).temperature
    west = cell.at(-1, 0).temperature
    north = cell.at(0, 1).temperature
    south = cell.at(0, -1).temperature
    slope_x = upwind_slope(west, here, east, vel[0], dx)
    slope_y = upwind_slope(south, here, north, vel[1], dx)
    cell.temperature_next = here - dt * (vel[0] * slope_x + vel[1] * slope_y)
