"""Maps of cells: life, fire, distances, flow fields, influence, territory, sight."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.games import GAMES

CellState: Any = None
FAR = 999
NOBODY = -1


@law
def life_rule(alive: bool, n: int) -> bool:
    """Whether a cell of Conway's Game of Life is alive after this step."""
    if alive:
        return n == 2 or n == 3
    return n == 3


@law
def better_step(best: float, value: float, direction: wp.vec2, step: wp.vec2) -> tuple[float, wp.vec2]:
    """The lesser of two potentials and the step that leads there, the earlier of equals."""
    if value < best:
        return value, step
    return best, direction


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
