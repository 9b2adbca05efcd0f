"""Statements for the family ``game_flows``. The grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.game_grids import _nearby


def spread_distance(t, v, n):
    d = t.cell.distance
    open_to = np.where(t.cell.blocked, 10**6, d) if v.blocked else d
    made = np.minimum(d, _nearby(open_to, v.around == 8).min(axis=0) + 1)
    return {"cell.distance_next": np.where(t.cell.blocked, 999, made) if v.blocked else made}


def relax_potential(t, v, n):
    phi = t.cell.potential
    open_to = np.where(t.cell.blocked, 999.0, phi) if v.blocked else phi
    made = np.minimum(phi, _nearby(open_to).min(axis=0) + t.cell.cost)
    return {"cell.potential_next": np.where(t.cell.blocked, 999.0, made) if v.blocked else made}


def flow_direction(t, v, n):
    phi = t.cell.potential
    near = np.where(_nearby(t.cell.blocked), phi, _nearby(phi)) if v.blocked else _nearby(phi)
    left, right, down, up = near
    slope = np.stack([left - right, down - up], axis=-1)
    length = np.linalg.norm(slope, axis=-1, keepdims=True)
    flow = np.divide(slope, length, out=np.zeros_like(slope), where=length > 0)
    if v.law == "best":
        steps = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)], dtype=float)
        flow = steps[np.stack([phi, right, left, up, down]).argmin(axis=0)]
    return {"cell.flow": np.where(t.cell.blocked[..., None], 0.0, flow) if v.blocked else flow}


def seed_distance(t, v, n):
    starts = t.cell.owner == n.team if v.goal == "owner" else t.cell.state == 2
    return {"cell.distance": np.where(starts, 0, 999)}
