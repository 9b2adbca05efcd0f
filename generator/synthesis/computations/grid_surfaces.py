"""Finite differences on a plane grid: level sets, arrival times, labels, borders, two grids."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

CellType: Any = GRIDS.enumerations["CellType"]

FLAT = 1.0e-4
"""Square of a slope that counts as flat."""

NEVER = 1.0e6
"""Time of arrival from where nothing arrives."""


@law
def smooth_sign(phi: float, dx: float) -> float:
    """Sign of a signed distance, smoothed over about the width of a cell."""
    return phi / wp.sqrt(phi * phi + dx * dx)


@law
def godunov_square(back: float, ahead: float, sign: float) -> float:
    """Square of a derivative by Godunov's scheme: of the one-sided slope that brings information."""
    if sign > 0.0:
        a = wp.max(back, 0.0)
        b = wp.min(ahead, 0.0)
    else:
        a = wp.min(back, 0.0)
        b = wp.max(ahead, 0.0)
    return wp.max(a * a, b * b)


@law
def eikonal_arrival(a: float, b: float, delay: float) -> float:
    """Arrival of a front that comes along two axes, along one alone where the other is too late."""
    gap = wp.abs(a - b)
    if gap >= delay:
        return wp.min(a, b) + delay
    return 0.5 * (a + b + wp.sqrt(2.0 * delay * delay - gap * gap))


@law
def arrival_from(arrival: float, solid: bool) -> float:
    """Arrival time at a neighbour, practically never where that is solid."""
    if solid:
        return NEVER
    return arrival


@computation(
    GRIDS,
    "reinitialise a level set towards a signed distance by one step of Godunov's upwind scheme for |grad phi| = 1",
    why={"smooth": "a smoothed sign keeps the zero level nearly where it is"},
    band={True: "inside a narrow band", False: ""},
    sign={"smooth": "with the smoothed sign phi / sqrt(phi^2 + dx^2)", "hard": "with the sign of the cell"},
)
def grid_reinitialize(cell: Any, pseudo_dt: Any, dx: Any, width: Any) -> None:
    phi = cell.distance
    if v.band and wp.abs(phi) > width:
        cell.distance_next = phi
        return
    s = smooth_sign(phi, dx) if v.sign == "smooth" else wp.sign(phi)
    gx = godunov_square((phi - cell.at(-1, 0).distance) / dx, (cell.at(1, 0).distance - phi) / dx, s)
    gy = godunov_square((phi - cell.at(0, -1).distance) / dx, (cell.at(0, 1).distance - phi) / dx, s)
    cell.distance_next = phi - pseudo_dt * s * (wp.sqrt(gx + gy) - 1.0)


@computation(
    GRIDS,
    "compute the mean curvature of a level set from its first and second central differences",
    limited={True: "clamped to 1/dx either way", False: ""},
)
def grid_curvature(cell: Any, dx: Any) -> None:
    here = cell.distance
    east = cell.at(1, 0).distance
    west = cell.at(-1, 0).distance
    north = cell.at(0, 1).distance
    south = cell.at(0, -1).distance
    px = 0.5 * (east - west) / dx
    py = 0.5 * (north - south) / dx
    pxx = (east - 2.0 * here + west) / (dx * dx)
    pyy = (north - 2.0 * here + south) / (dx * dx)
    pxy = cell.at(1, 1).distance - cell.at(-1, 1).distance - cell.at(1, -1).distance + cell.at(-1, -1).distance
    pxy = 0.25 * pxy / (dx * dx)
    size = wp.max(px * px + py * py, FLAT)
    k = (pxx * py * py - 2.0 * px * py * pxy + pyy * px * px) / (size * wp.sqrt(size))
    cell.curvature = wp.clamp(k, -1.0 / dx, 1.0 / dx) if v.limited else k


@computation(
    GRIDS,
    "solve the eikonal equation by one fast-sweeping update: the arrival time from the upwind neighbours along both axes and the local slowness, kept only if it is earlier",
    why={"": "a front comes from where it was before: only the earlier neighbour along each axis counts"},
    solid={True: "leaving solid cells, from which nothing arrives (1e6)", False: ""},
)
def grid_arrival_sweep(cell: Any, dx: Any) -> None:
    if v.solid and cell.solid:
        cell.arrival_next = cell.arrival
        return
    east = cell.at(1, 0)
    west = cell.at(-1, 0)
    north = cell.at(0, 1)
    south = cell.at(0, -1)
    if v.solid:
        a = wp.min(arrival_from(east.arrival, east.solid), arrival_from(west.arrival, west.solid))
        b = wp.min(arrival_from(north.arrival, north.solid), arrival_from(south.arrival, south.solid))
    else:
        a = wp.min(east.arrival, west.arrival)
        b = wp.min(north.arrival, south.arrival)
    t = eikonal_arrival(a, b, dx * cell.slowness)
    cell.arrival_next = wp.min(t, cell.arrival)


@computation(
    GRIDS,
    "apply the boundary condition of each cell to its temperature by its kind, the inner value being that of its western neighbour: a fixed value, a prescribed gradient over dx, or outflow",
    outflow={
        "copy": "that copies the inner value",
        "convect": "that is convected at the speed of the cell, T - max(u, 0) dt / dx (T - T_inner)",
    },
)
def grid_border(cell: Any, dt: float, dx: float) -> None:
    kind = cell.kind
    here = cell.temperature
    inner = cell.at(-1, 0).temperature
    if kind == CellType.INSIDE:
        cell.temperature_next = here
    elif kind == CellType.FIXED:
        cell.temperature_next = cell.value
    elif kind == CellType.FLUX:
        cell.temperature_next = inner + cell.value * dx
    elif v.outflow == "convect":
        speed = wp.max(cell.velocity[0], 0.0)
        cell.temperature_next = here - speed * dt / dx * (here - inner)
    else:
        cell.temperature_next = inner


@computation(
    GRIDS,
    "compute the residual of the discrete pressure Poisson equation",
    scaled={True: "scaled by the square of the spacing", False: ""},
    solid={True: "with Neumann walls at solid cells and zero inside them", False: ""},
)
def grid_residual(cell: Any, dx: Any) -> None:
    if v.solid and cell.solid:
        if v.scaled:
            cell.scaled_residual = 0.0
        else:
            cell.residual = 0.0
        return
    p = cell.pressure
    p_e = cell.at(1, 0).pressure
    p_w = cell.at(-1, 0).pressure
    p_n = cell.at(0, 1).pressure
    p_s = cell.at(0, -1).pressure
    if v.solid:
        # no flow through a wall: the pressure beyond it is that before it
        if cell.at(1, 0).solid:
            p_e = p
        if cell.at(-1, 0).solid:
            p_w = p
        if cell.at(0, 1).solid:
            p_n = p
        if cell.at(0, -1).solid:
            p_s = p
    stencil = p_e + p_w + p_n + p_s - 4.0 * p
    if v.scaled:
        cell.scaled_residual = dx * dx * cell.divergence - stencil
    else:
        cell.residual = cell.divergence - stencil / (dx * dx)
