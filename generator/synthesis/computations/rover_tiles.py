"""What tiles of a grid keep: costs, visits, claims."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v
from generator.synthesis.schemas.fleets import FLEETS


@computation(
    FLEETS,
    "relax the cost of reaching each tile over its free neighbours, a sweep of Bellman and Ford,",
    blocked={True: "giving -1 to blocked tiles", False: "blocked tiles keeping theirs"},
    best={"cost": "each step at the tile's own cost", "step": "each step at cost 1"},
)
def relax_tile_cost(tile: Any) -> None:
    if tile.blocked != 0:
        tile.lowest = -1 if v.blocked else tile.reach
        return
    best = tile.reach
    for other in tile.next:
        if other.blocked != 0:
            continue
        if v.best == "cost":
            g = other.reach + tile.cost
        else:
            g = other.reach + 1
        if g < best:
            best = g
    tile.lowest = best


@computation(
    FLEETS,
    "reset the greatest claim (-1) and the number of claims of each tile",
    age={
        "none": "",
        "add": "and let it age by one step",
        "visited": "and let it age by one step, or begin at zero where it was visited",
    },
)
def clear_tile_claims(tile: Any) -> None:
    tile.winner = -1
    tile.claims = 0
    if v.age == "add":
        tile.age = tile.age + 1
    elif v.age == "visited":
        if tile.visits > 0:
            tile.age = 0
        else:
            tile.age = tile.age + 1
