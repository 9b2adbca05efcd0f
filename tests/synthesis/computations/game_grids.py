"""Statements for the family ``game_grids``. The grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import Draws, shifted

AROUND = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
EMPTY, FUEL, FIRE = range(3)


def _nearby(values, corners=False):
    return np.stack([shifted(values, *step) for step in AROUND + (CORNERS if corners else [])])


def life_step(t, v, n):
    alive = t.cell.alive
    neighbours = _nearby(alive, corners=True).sum(axis=0)
    born = np.isin(neighbours, [3, 6] if v.rule == "highlife" else [3])
    lives = np.where(alive, np.isin(neighbours, [2, 3]), born)
    out = {"cell.alive_next": lives}
    return out | ({"cell.age": np.where(lives & alive, t.cell.age + 1, 0)} if v.age else {})


def spread_fire(t, v, n):
    state = t.cell.state
    burning = (_nearby(state) == FIRE).sum(axis=0)
    catches = burning >= (2 if v.chance == "many" else 1)
    if v.chance == "random":
        first = n.step * state.size
        lucky = [Draws(n.seed, first + i).uniform() < n.chance for i in range(state.size)]
        catches = catches & np.reshape(lucky, state.shape)
    left = t.cell.fuel - (state == FIRE)
    stays = left > 0 if v.fuel else np.zeros_like(catches)
    made = np.select(
        [state == EMPTY, state == FIRE], [EMPTY, np.where(stays, FIRE, EMPTY)], np.where(catches, FIRE, FUEL)
    )
    return {"cell.state_next": made} | ({"cell.fuel": left} if v.fuel else {})


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


def spread_influence(t, v, n):
    near = _nearby(t.cell.influence)
    made = n.decay * (near.mean(axis=0) if v.law == "mean" else near.max(axis=0))
    own = t.cell.influence
    return {"cell.influence_next": np.maximum(made, own) if v.own == "more" else (made + own) / 2}


def claim_cells(t, v, n):
    owner = t.cell.owner
    left, right, down, up = _nearby(owner)
    around = np.stack([down, up, left, right])
    # who holds it first, in this order, and once more
    twice = (around >= 0) & ((around[:, None] == around[None]).sum(axis=0) > 1)
    made = np.where(twice.any(axis=0), np.take_along_axis(around, twice.argmax(axis=0)[None], axis=0)[0], owner)
    return {"cell.owner_next": np.where(owner >= 0, owner, made) if v.held else made}


def mark_sight(t, v, n):
    held = t.cell.owner == n.team
    sees = _nearby(held).any(axis=0) | (held & v.own)
    return {"cell.seen": np.where(sees, t.cell.seen | 1 << n.team, t.cell.seen)}


def count_mines(t, v, n):
    hint = _nearby(t.cell.mines, corners=True).sum(axis=0)
    return {"cell.hint": np.where(t.cell.mines, -1, hint) if v.mined else hint}


def seed_distance(t, v, n):
    starts = t.cell.owner == n.team if v.goal == "owner" else t.cell.state == 2
    return {"cell.distance": np.where(starts, 0, 999)}
