"""Maps of cells: life, fire, influence, territory, sight, mines."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.games import GAMES

CellState: Any = None
NOBODY = -1


@law
def life_rule(alive: bool, n: int) -> bool:
    """Whether a cell of Conway's Game of Life is alive after this step."""
    if alive:
        return n == 2 or n == 3
    return n == 3


@computation(
    GAMES,
    "take a step of the game of life",
    rule={"life": "", "highlife": "where six neighbours bring a cell to life, too"},
    age={True: "and count the age of its cells", False: ""},
)
def life_step(cell: Any) -> None:
    n = int(cell.at(-1, -1).alive) + int(cell.at(-1, 0).alive) + int(cell.at(-1, 1).alive)
    n += int(cell.at(0, -1).alive) + int(cell.at(0, 1).alive)
    n += int(cell.at(1, -1).alive) + int(cell.at(1, 0).alive) + int(cell.at(1, 1).alive)
    on = life_rule(cell.alive, n)
    if v.rule == "highlife":
        if n == 6 and not cell.alive:
            on = True
    cell.alive_next = on
    if v.age:
        if on and cell.alive:
            cell.age = cell.age + 1
        else:
            cell.age = 0


@computation(
    GAMES,
    "spread fire over the cells",
    chance={"sure": "from any neighbour", "random": "at random", "many": "from at least two neighbours"},
    fuel={True: "until their fuel is burnt", False: ""},
)
def spread_fire(cell: Any, seed: Any, step: Any, chance: Any) -> None:
    state = cell.state
    if state == CellState.EMPTY:
        cell.state_next = CellState.EMPTY
        return
    if state == CellState.FIRE:
        if v.fuel:
            left = cell.fuel - 1
            cell.fuel = left
            if left > 0:
                cell.state_next = CellState.FIRE
                return
        cell.state_next = CellState.EMPTY
        return
    n = int(cell.at(-1, 0).state == CellState.FIRE) + int(cell.at(1, 0).state == CellState.FIRE)
    n += int(cell.at(0, -1).state == CellState.FIRE) + int(cell.at(0, 1).state == CellState.FIRE)
    burns = n > 0
    if v.chance == "many":
        burns = n > 1
    elif v.chance == "random":
        rng = wp.rand_init(seed, step * count(cell) + cell.index)
        burns = n > 0 and wp.randf(rng) < chance
    if burns:
        cell.state_next = CellState.FIRE
    else:
        cell.state_next = CellState.FUEL


@computation(
    GAMES,
    "spread influence, which decays, over the map",
    law={"mean": "as the mean of the neighbours", "largest": "as the largest of the neighbours"},
    own={
        "more": "or keep what the cell has itself, if that is more",
        "half": "half and half with what the cell has itself",
    },
)
def spread_influence(cell: Any, decay: Any) -> None:
    left = cell.at(-1, 0).influence
    right = cell.at(1, 0).influence
    down = cell.at(0, -1).influence
    up = cell.at(0, 1).influence
    if v.law == "mean":
        s = 0.25 * (left + right + down + up)
    else:
        s = wp.max(wp.max(left, right), wp.max(down, up))
    s = decay * s
    if v.own == "more":
        s = wp.max(s, cell.influence)
    else:
        s = 0.5 * (s + cell.influence)
    cell.influence_next = s


@computation(
    GAMES,
    "give cells to the first team below, above, left or right that holds at least two of their four neighbours",
    held={True: "if nobody holds them", False: ""},
)
def claim_cells(cell: Any) -> None:
    owner = cell.owner
    cell.owner_next = owner
    if v.held:
        if owner != NOBODY:
            return
    down = cell.at(0, -1).owner
    up = cell.at(0, 1).owner
    left = cell.at(-1, 0).owner
    right = cell.at(1, 0).owner
    if down != NOBODY and (down == up or down == left or down == right):
        cell.owner_next = down
    elif up != NOBODY and (up == left or up == right):
        cell.owner_next = up
    elif left != NOBODY and left == right:
        cell.owner_next = left


@computation(
    GAMES, "mark what a team sees around the cells that it holds", own={True: "and those cells themselves", False: ""}
)
def mark_sight(cell: Any, team: Any) -> None:
    near = cell.at(-1, 0).owner == team or cell.at(1, 0).owner == team
    near = near or cell.at(0, -1).owner == team or cell.at(0, 1).owner == team
    if v.own:
        near = near or cell.owner == team
    seen = cell.seen
    if near:
        seen = seen | (1 << team)
    cell.seen = seen


@computation(GAMES, "count the mines around each cell", mined={True: "with -1 where it is mined itself", False: ""})
def count_mines(cell: Any) -> None:
    if v.mined:
        if cell.mines:
            cell.hint = -1
            return
    n = int(cell.at(-1, -1).mines) + int(cell.at(-1, 0).mines) + int(cell.at(-1, 1).mines)
    n += int(cell.at(0, -1).mines) + int(cell.at(0, 1).mines)
    n += int(cell.at(1, -1).mines) + int(cell.at(1, 0).mines) + int(cell.at(1, 1).mines)
    cell.hint = n
