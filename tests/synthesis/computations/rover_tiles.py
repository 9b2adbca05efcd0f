"""What the computations of ``rover_tiles`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def relax_tile_cost(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, lowest = t.tile, t.tile.reach.copy()
    for k, beside in enumerate(e.next):
        step = e.cost[k] if v.best == "cost" else 1
        lowest[k] = min([lowest[k], *(e.reach[j] + step for j in beside if not e.blocked[j])])
        if e.blocked[k]:
            lowest[k] = -1 if v.blocked else e.reach[k]
    return {"tile.lowest": lowest}


def clear_tile_claims(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.tile
    out = {"tile.winner": np.full_like(e.winner, -1), "tile.claims": np.zeros_like(e.claims)}
    if v.age == "none":
        return out
    return out | {"tile.age": np.where((e.visits > 0) & (v.age == "visited"), 0, e.age + 1)}
