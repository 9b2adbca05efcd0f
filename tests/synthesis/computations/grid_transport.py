"""What fluxes on a plane grid must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside


def smallest(a: Any, b: Any) -> Any:
    """The smaller of two slopes of one sign, else zero."""
    return np.where(a * b > 0, np.where(np.abs(a) < np.abs(b), a, b), 0)


def limited(a: Any, b: Any, name: str) -> Any:
    """Slopes under a limiter."""
    if name == "van_leer":
        # the harmonic mean of two slopes of one sign
        return np.where(a * b > 0, 2 / (1 / np.where(a == 0, 1, a) + 1 / np.where(b == 0, 1, b)), 0)
    if name == "minmod":
        return smallest(a, b)
    first, second = smallest(2 * a, b), smallest(a, 2 * b)
    return np.where(np.abs(first) > np.abs(second), first, second)


def side_flux(T: Any, speed: Any, axis: Any, name: str) -> Any:
    """Flux through the side ahead of each cell."""
    ahead = beside(T, *axis)
    forth = T + limited(T - beside(T, *-axis), ahead - T, name) / 2
    back = ahead + limited(ahead - beside(T, *(2 * axis)), T - ahead, name) / 2
    return speed * np.where(speed >= 0, forth, back)


def grid_limited_flux(t: Any, v: Any, n: Any) -> dict[str, Any]:
    T, vel = t.cell.temperature, t.cell.velocity
    along = 1 if v.side == "north" else 0
    axis = np.eye(2, dtype=int)[along]
    speed = (vel[..., along] + beside(vel[..., along], *axis)) / 2
    return {f"cell.flux_{'xy'[along]}": side_flux(T, speed, axis, v.limiter)}


def grid_flux_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, change = t.cell, 0
    for axis in np.eye(2, dtype=int)[: 2 if v.north else 1]:
        u = c.velocity[..., int(axis[1])]
        speed = (u + beside(u, *axis)) / 2
        flux = np.maximum(speed, 0) * c.temperature + np.minimum(speed, 0) * beside(c.temperature, *axis)
        if v.solid:
            flux = flux * ~(c.solid.astype(bool) | beside(c.solid, *axis).astype(bool))
        # what leaves a cell through its side ahead comes into the next
        change = change + flux - beside(flux, *-axis)
    return {"cell.temperature_next": c.temperature - n.dt / n.dx * change}


def grid_burgers_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u = t.cell.flow
    right = beside(u, 1, 0)
    if v.flux == "rusanov":
        flux = (u**2 + right**2) / 4 - np.maximum(np.abs(u), np.abs(right)) / 2 * (right - u)
    else:
        flux = np.where(u + right > 0, u, right) ** 2 / 2
    new = u - n.dt / n.dx * (flux - beside(flux, -1, 0))
    if v.viscous:
        new = new + n.diffusivity * n.dt / n.dx**2 * (right + beside(u, -1, 0) - 2 * u)
    return {"cell.flow_next": new}
