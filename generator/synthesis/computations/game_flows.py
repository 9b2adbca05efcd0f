"""Ways to a goal over a map of cells: distances, costs and where they lead."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.games import GAMES

CellState: Any = None
FAR = 999


@law
def better_step(best: float, value: float, direction: wp.vec2, step: wp.vec2) -> tuple[float, wp.vec2]:
    """The lesser of two potentials and the step that leads there, the earlier of equals."""
    if value < best:
        return value, step
    return best, direction


@computation(
    GAMES,
    "lower the distance to the goal of each cell to one more than that of its nearest neighbour",
    around={4: "", 8: "diagonal ones included"},
    blocked={True: "leaving out blocked ones, and set it to 999 where a cell is blocked itself", False: ""},
)
def spread_distance(cell: Any) -> None:
    if v.blocked:
        if cell.blocked:
            cell.distance_next = FAR
            return
    d = int(cell.distance)
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if v.around == 4:
                if di * dj != 0:
                    continue
            if v.blocked:
                # what was stored behind a wall does not count
                if cell.at(di, dj).blocked:
                    continue
            d = wp.min(d, cell.at(di, dj).distance + 1)
    cell.distance_next = d


@computation(
    GAMES,
    "lower the cost to the goal of each cell to that of its best neighbour plus the cost of a step",
    blocked={True: "leaving out blocked ones, and set it to 999 where a cell is blocked itself", False: ""},
)
def relax_potential(cell: Any) -> None:
    phi = cell.potential
    if v.blocked:
        if cell.blocked:
            cell.potential_next = float(FAR)
            return
    left = cell.at(-1, 0).potential
    right = cell.at(1, 0).potential
    down = cell.at(0, -1).potential
    up = cell.at(0, 1).potential
    if v.blocked:
        # what was stored behind a wall does not count
        left = wp.where(cell.at(-1, 0).blocked, float(FAR), left)
        right = wp.where(cell.at(1, 0).blocked, float(FAR), right)
        down = wp.where(cell.at(0, -1).blocked, float(FAR), down)
        up = wp.where(cell.at(0, 1).blocked, float(FAR), up)
    best = wp.min(wp.min(left, right), wp.min(down, up))
    cell.potential_next = wp.min(phi, best + cell.cost)


@computation(
    GAMES,
    "point each cell to where the cost to the goal falls",
    law={"best": "to its best neighbour", "gradient": "along the gradient"},
    blocked={
        True: "counting blocked neighbours at its own cost, with no direction where it is blocked itself",
        False: "",
    },
)
def flow_direction(cell: Any) -> None:
    if v.blocked:
        if cell.blocked:
            cell.flow = wp.vec2()
            return
    left = cell.at(-1, 0).potential
    right = cell.at(1, 0).potential
    down = cell.at(0, -1).potential
    up = cell.at(0, 1).potential
    if v.blocked:
        # nothing draws into a wall
        left = wp.where(cell.at(-1, 0).blocked, cell.potential, left)
        right = wp.where(cell.at(1, 0).blocked, cell.potential, right)
        down = wp.where(cell.at(0, -1).blocked, cell.potential, down)
        up = wp.where(cell.at(0, 1).blocked, cell.potential, up)
    if v.law == "gradient":
        cell.flow = wp.normalize(wp.vec2(left - right, down - up))
    else:
        best = cell.potential
        flow = wp.vec2()
        best, flow = better_step(best, right, flow, wp.vec2(1.0, 0.0))
        best, flow = better_step(best, left, flow, wp.vec2(-1.0, 0.0))
        best, flow = better_step(best, up, flow, wp.vec2(0.0, 1.0))
        best, flow = better_step(best, down, flow, wp.vec2(0.0, -1.0))
        cell.flow = flow


@computation(
    GAMES,
    "set the distance of all cells before a search",
    goal={"owner": "to zero where a team holds them, 999 elsewhere", "fire": "to zero where they burn, 999 elsewhere"},
)
def seed_distance(cell: Any, team: Any) -> None:
    d = int(FAR)
    if v.goal == "owner":
        if cell.owner == team:
            d = 0
    else:
        if cell.state == CellState.FIRE:
            d = 0
    cell.distance = d
