"""What the computations of the family ``shallow_water`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def _both(f):
    """Cells on either side, or -1 for both where one is missing."""
    there = (f.left >= 0) & (f.right >= 0)
    return there, np.where(there, f.left, -1), np.where(there, f.right, -1)


def _across(f, c, there, flux, made, balance, of="exchange"):
    if balance:
        flow = np.where(there, flux, 0)
        made[f"cell.{of}"] = summed(summed(getattr(c, of), f.left * there, -flow), f.right * there, flow)
    return made


def face_water_flux(t, v, n):
    f, c = t.face, t.cell
    there, a, b = _both(f)
    speed = ((c.velocity[a] + c.velocity[b]) * f.normal).sum(axis=1) / 2
    depth = np.where(speed >= 0, c.depth[a], c.depth[b]) if v.scheme == "upwind" else (c.depth[a] + c.depth[b]) / 2
    flux = speed * depth
    if v.scheme == "rusanov":
        across = [(c.velocity[i] * f.normal).sum(axis=1) for i in (a, b)]
        depths = [c.depth[i] for i in (a, b)]
        fastest = np.max([np.abs(u) + np.sqrt(n.gravity * h) for u, h in zip(across, depths, strict=True)], axis=0)
        flux = ((across[0] + fastest) * depths[0] + (across[1] - fastest) * depths[1]) / 2
    flux = flux * f.length
    shown = np.where(there, flux, f.flux)
    if v.closed:
        there = there & (f.closed == 0)
        shown = np.where(f.closed != 0, 0, shown)
    return _across(f, c, there, flux, {"face.flux": shown}, v.balance)


def face_tracer_flux(t, v, n):
    f, c = t.face, t.cell
    there, a, b = _both(f)
    speed = ((c.velocity[a] + c.velocity[b]) * f.normal).sum(axis=1) / 2
    content = c.depth * c.tracer
    flux = f.length * speed * np.where(speed >= 0, content[a], content[b])
    if v.wet:
        flux = flux * ((c.wet[a] != 0) & (c.wet[b] != 0))
    shown = np.where(there, flux, f.tracer_flux)
    return _across(f, c, there, flux, {"face.tracer_flux": shown}, True, "tracer_exchange")


def advance_depth(t, v, n):
    c = t.cell
    depth = np.maximum(c.depth + n.dt * c.exchange / c.area, 0)
    made = {"cell.next_depth": depth}
    if v.wet:
        made["cell.next_wet"] = depth > n.dry_depth
    return made


def coriolis_turn(t, v, n):
    c = t.cell
    u = c.velocity[:, 0] + 1j * c.velocity[:, 1]
    angle = c.coriolis * n.dt
    u = u * (np.exp(-1j * angle) if v.scheme == "exact" else 1 / (1 + 1j * angle))
    if v.drag:
        u = u / (1 + n.drag * n.dt)
    if v.dry:
        u = np.where(c.wet == 0, 0, u)
    return {"cell.next_velocity": np.stack([u.real, u.imag], axis=1)}


def _neighbours(c, wet):
    """Which sides lead to a cell, that holds water where that is asked for."""
    there = c.sides >= 0
    return there & (c.wet[c.sides] != 0) if wet else there


def mix_tracer(t, v, n):
    c = t.cell
    there = _neighbours(c, v.wet)
    after = c.tracer + n.mixing * ((c.tracer[c.sides] - c.tracer[:, None]) * there).sum(axis=1)
    if v.sponge:
        after = np.where(c.flags & 2 != 0, after * (1 - n.sponge_share), after)
    return {"cell.next_tracer": np.where(c.wet == 0, c.tracer, after) if v.wet else after}


def wet_and_dry(t, v, n):
    c = t.cell
    wet = c.depth > n.dry_depth
    if v.spread == "neighbour":
        wet = wet | _neighbours(c, True).any(axis=1)
    return {"cell.next_wet": wet & (c.flags & 1 == 0) if v.land else wet}


def basin_label(t, v, n):
    c = t.cell
    around = np.where(_neighbours(c, v.wet), c.basin[c.sides], 10**9)
    label = np.minimum(c.basin, around.min(axis=1))
    return {"cell.next_basin": np.where(c.wet == 0, -1, label) if v.wet else label}
