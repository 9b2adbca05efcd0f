"""Finite differences on a plane grid: how the flow is kept free of divergence."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.grids import GRIDS


@computation(
    GRIDS,
    "compute the divergence of a velocity field on a grid",
    layout={"centres": "by central differences of cell-centred velocities", "faces": "from staggered face velocities"},
    solid={True: "with no flow into solid neighbours, zero in solid cells", False: ""},
)
def grid_divergence(cell: Any, dx: Any) -> None:
    if v.solid and cell.solid:
        cell.divergence = 0.0
        return
    if v.layout == "centres":
        east = cell.at(1, 0).velocity[0]
        north = cell.at(0, 1).velocity[1]
        west = cell.at(-1, 0).velocity[0]
        south = cell.at(0, -1).velocity[1]
    else:
        east = cell.at(1, 0).face_velocity[0]
        north = cell.at(0, 1).face_velocity[1]
        west = cell.face_velocity[0]
        south = cell.face_velocity[1]
    if v.solid:
        if cell.at(1, 0).solid:
            east = 0.0
        if cell.at(-1, 0).solid:
            west = 0.0
        if cell.at(0, 1).solid:
            north = 0.0
        if cell.at(0, -1).solid:
            south = 0.0
    if v.layout == "centres":
        cell.divergence = 0.5 * (east - west + north - south) / dx
    else:
        cell.divergence = (east - west + north - south) / dx


@computation(
    GRIDS,
    "solve the pressure Poisson equation by one Jacobi sweep over the five-cell stencil",
    why={
        "weighted": "plain Jacobi leaves errors that alternate from cell to cell, and relaxation damps them",
        "parity": "cells of one colour are not neighbours, so that all of them may change at once",
    },
    weighted={True: "with weighted relaxation", False: ""},
    parity={True: "on the cells of one checkerboard colour only", False: ""},
)
def grid_pressure_sweep(cell: Any, dx: Any, relaxation: Any, parity: Any) -> None:
    p = cell.pressure
    if v.parity and (cell.i + cell.j) % 2 != parity:
        cell.pressure_next = p
        return
    total = cell.at(1, 0).pressure + cell.at(-1, 0).pressure + cell.at(0, 1).pressure + cell.at(0, -1).pressure
    solved = 0.25 * (total - dx * dx * cell.divergence)
    cell.pressure_next = p + relaxation * (solved - p) if v.weighted else solved


@computation(
    GRIDS,
    "solve the pressure Poisson equation by one Jacobi sweep over fluid neighbours, with Neumann walls at solid cells and zero pressure inside them,",
    counted={True: "storing the number of fluid neighbours", False: ""},
    closed={"keep": "keeping the pressure of enclosed cells", "zero": "clearing the pressure of enclosed cells"},
)
def grid_pressure_open(cell: Any, dx: Any) -> None:
    if cell.solid:
        cell.pressure_next = 0.0
        return
    total = float(0.0)
    n = int(0)
    if not cell.at(1, 0).solid:
        total += cell.at(1, 0).pressure
        n += 1
    if not cell.at(-1, 0).solid:
        total += cell.at(-1, 0).pressure
        n += 1
    if not cell.at(0, 1).solid:
        total += cell.at(0, 1).pressure
        n += 1
    if not cell.at(0, -1).solid:
        total += cell.at(0, -1).pressure
        n += 1
    if v.counted:
        cell.open_count = n
    if n == 0:
        cell.pressure_next = cell.pressure if v.closed == "keep" else 0.0
        return
    cell.pressure_next = (total - dx * dx * cell.divergence) / float(n)


@computation(
    GRIDS,
    "project the velocity to be free of divergence by subtracting the gradient of a pressure that is already times dt over density,",
    why={
        "faces": "on staggered faces a pressure that alternates from cell to cell is seen, which central differences miss",
    },
    layout={
        "centres": "by central differences at cell centres",
        "faces": "by one-sided differences on staggered faces",
    },
    solid={True: "with zero normal velocity at solid cells", False: ""},
)
def grid_project_velocity(cell: Any, dx: float) -> None:
    vel = cell.velocity
    p = cell.pressure
    if v.layout == "centres":
        dp_x = 0.5 * (cell.at(1, 0).pressure - cell.at(-1, 0).pressure)
        dp_y = 0.5 * (cell.at(0, 1).pressure - cell.at(0, -1).pressure)
    else:
        left = cell.at(-1, 0)
        down = cell.at(0, -1)
        dp_x = p - left.pressure
        dp_y = p - down.pressure
    vel = vel - wp.vec2(dp_x, dp_y) / dx
    if v.solid:
        if v.layout == "centres":
            shut_x = cell.solid or cell.at(-1, 0).solid or cell.at(1, 0).solid
            shut_y = cell.solid or cell.at(0, -1).solid or cell.at(0, 1).solid
        else:
            shut_x = cell.solid or left.solid
            shut_y = cell.solid or down.solid
        vel = wp.vec2(wp.where(shut_x, 0.0, vel[0]), wp.where(shut_y, 0.0, vel[1]))
    cell.velocity_next = vel
