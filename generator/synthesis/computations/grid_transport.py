"""Finite volumes on a plane grid: limited and upwind fluxes, and Burgers's equation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.finite_volumes import minmod, superbee, van_leer
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS


@law
def rusanov_flux(left: float, right: float, flux_left: float, flux_right: float, speed: float) -> float:
    """Rusanov's flux between two states, which adds viscosity in proportion to the fastest wave."""
    return 0.5 * (flux_left + flux_right) - 0.5 * speed * (right - left)


@law
def upwind_flux(behind: float, ahead: float, speed: float) -> float:
    """Flux through a face of what lies on the side that the flow comes from."""
    return speed * wp.where(speed >= 0.0, behind, ahead)


@computation(
    GRIDS,
    "compute the second-order upwind flux of temperature",
    why={
        "minmod": "the smaller of two slopes of one sign, and none at an extremum, lets no new extremum arise",
        "superbee": "superbee takes the steepest slopes that let no new extremum arise, so that fronts stay sharp",
        "van_leer": "the limiter of van Leer has no slope at an extremum, so that no new one arises",
    },
    side={
        "east": "through the eastern side of each cell",
        "north": "through the northern side of each cell",
    },
    limiter={
        "minmod": "with the minmod limiter",
        "superbee": "with the superbee limiter",
        "van_leer": "with the limiter of van Leer",
    },
)
def grid_limited_flux(cell: Any) -> None:
    here = cell.temperature
    if v.side == "east":
        ahead = cell.at(1, 0).temperature
        before = cell.at(-1, 0).temperature
        beyond = cell.at(2, 0).temperature
        # the velocity at the side between both cells
        speed = 0.5 * (cell.velocity[0] + cell.at(1, 0).velocity[0])
    else:
        ahead = cell.at(0, 1).temperature
        before = cell.at(0, -1).temperature
        beyond = cell.at(0, 2).temperature
        speed = 0.5 * (cell.velocity[1] + cell.at(0, 1).velocity[1])
    if speed >= 0.0:
        upwind = here
        back = here - before
        rise = ahead - here
    else:
        upwind = ahead
        back = ahead - beyond
        rise = here - ahead
    if v.limiter == "minmod":
        slope = minmod(back, rise)
    elif v.limiter == "superbee":
        slope = superbee(back, rise)
    else:
        slope = van_leer(back, rise)
    flux = speed * (upwind + 0.5 * slope)
    if v.side == "east":
        cell.flux_x = flux
    else:
        cell.flux_y = flux


@computation(
    GRIDS,
    "advance the temperature by one finite-volume step of upwind fluxes between cells, each side's velocity the mean of both cells',",
    north={True: "", False: "along x only"},
    solid={True: "none through sides of solid cells", False: ""},
)
def grid_flux_step(cell: Any, dt: Any, dx: Any) -> None:
    here = cell.temperature
    if v.solid and cell.solid:
        cell.temperature_next = here
        return
    vel = cell.velocity
    west, east = cell.at(-1, 0), cell.at(1, 0)
    inflow = upwind_flux(west.temperature, here, 0.5 * (west.velocity[0] + vel[0]))
    outflow = upwind_flux(here, east.temperature, 0.5 * (vel[0] + east.velocity[0]))
    if v.solid:
        if west.solid:
            inflow = 0.0
        if east.solid:
            outflow = 0.0
    change = outflow - inflow
    if v.north:
        south, north = cell.at(0, -1), cell.at(0, 1)
        inflow = upwind_flux(south.temperature, here, 0.5 * (south.velocity[1] + vel[1]))
        outflow = upwind_flux(here, north.temperature, 0.5 * (vel[1] + north.velocity[1]))
        if v.solid:
            if south.solid:
                inflow = 0.0
            if north.solid:
                outflow = 0.0
        change += outflow - inflow
    cell.temperature_next = here - dt / dx * change


@computation(
    GRIDS,
    "advance Burgers' equation u_t + (u^2/2)_x = 0 along x by one finite-volume step",
    why={
        "rusanov": "the jump, times the fastest wave, damps what the mean flux alone would let oscillate",
        "upwind": "waves carry values downwind, so that a flux follows from what lies upwind",
    },
    flux={"rusanov": "with the Rusanov flux", "upwind": "with the upwind flux"},
    viscous={True: "and a central viscous term", False: ""},
)
def grid_burgers_step(cell: Any, dt: Any, dx: Any, diffusivity: Any) -> None:
    u = cell.flow
    left = cell.at(-1, 0).flow
    right = cell.at(1, 0).flow
    if v.flux == "rusanov":
        speed = wp.max(wp.abs(u), wp.abs(right))
        f_right = rusanov_flux(u, right, 0.5 * u * u, 0.5 * right * right, speed)
        speed_left = wp.max(wp.abs(u), wp.abs(left))
        f_left = rusanov_flux(left, u, 0.5 * left * left, 0.5 * u * u, speed_left)
    else:
        up_right = u if u + right > 0.0 else right
        up_left = left if left + u > 0.0 else u
        f_right = 0.5 * up_right * up_right
        f_left = 0.5 * up_left * up_left
    new_u = u - dt / dx * (f_right - f_left)
    if v.viscous:
        new_u += diffusivity * dt / (dx * dx) * (left - 2.0 * u + right)
    cell.flow_next = new_u
