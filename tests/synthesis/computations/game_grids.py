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
