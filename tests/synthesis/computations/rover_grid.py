"""What the computations of ``rover_grid`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

STEPS = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])


def _tile(t: Any, n: Any, x: int, y: int) -> int:
    """The number of a tile, -1 outside the grid or where no tile is stored."""
    inside = 0 <= x < n.width and 0 <= y < n.height
    number = int(y * n.width + x)
    return number if inside and number < len(t.tile.cost) else -1


def _ahead(t: Any, n: Any) -> list[int]:
    r = t.rover
    places = np.stack([r.column, r.line], axis=1) + STEPS[r.heading]
    return [_tile(t, n, x, y) for x, y in places]


def want_next_tile(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    wanted, flags, claims = np.full_like(r.next_tile, -1), r.flags.copy(), t.tile.claims.copy()
    for i, k in enumerate(_ahead(t, n)):
        if k < 0 or t.tile.blocked[k]:
            flags[i] |= 2
        else:
            wanted[i] = k
            claims[k] += 1
    out = {"rover.next_tile": wanted}
    return out | ({"rover.flags": flags} if v.blocked else {}) | ({"tile.claims": claims} if v.claim else {})


def claim_tile(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, winner = t.rover, t.tile.winner.copy()
    rank = 101 * r.priority + r.charge if v.charge else r.priority
    claim = rank * len(rank) + np.arange(len(rank))
    for i, k in enumerate(_ahead(t, n)):
        if k >= 0:
            winner[k] = max(winner[k], claim[i])
    return {"tile.winner": winner}


def grant_tiles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    ahead = np.array(_ahead(t, n))
    claim = r.priority * len(ahead) + np.arange(len(ahead))
    granted = (ahead >= 0) & (t.tile.winner[ahead] <= claim) & (t.tile.blocked[ahead] == 0)
    step = np.where(granted[:, None], STEPS[r.heading], 0)
    out = {"rover.granted": np.where(granted, 1, 0)}
    return out | ({"rover.column": r.column + step[:, 0], "rover.line": r.line + step[:, 1]} if v.move else {})


def turn_to_goal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    dx, dy = r.goal_column - r.column, r.goal_line - r.line
    moves = (dx != 0) | (dy != 0)
    level = np.abs(dx) >= np.abs(dy)
    heading = np.where(level, np.where(dx >= 0, 0, 2), np.where(dy > 0, 1, 3))
    out = {"rover.heading": np.where(moves, heading, r.heading)}
    if v.distance:
        out["rover.distance"] = np.abs(dx) + np.abs(dy)
    if v.step:
        step = STEPS[heading]
        out["rover.column"] = np.where(moves, r.column + step[:, 0], r.column)
        out["rover.line"] = np.where(moves, r.line + step[:, 1], r.line)
    return out


def sees_goal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, visible, steps = t.rover, np.ones_like(t.rover.visible), np.zeros_like(t.rover.visible)
    for i in range(len(visible)):
        here, goal = np.array([r.column[i], r.line[i]]), np.array([r.goal_column[i], r.goal_line[i]])
        way = goal - here
        size, sense = np.abs(way), np.sign(way)
        start = here[1] * n.width + here[0]
        if v.ends and t.tile.blocked[start]:
            visible[i] = 0
        error = size[0] - size[1]
        while visible[i] and (here != goal).any():
            twice = 2 * error
            if twice >= -size[1]:
                error -= size[1]
                here[0] += sense[0]
            if twice <= size[0]:
                error += size[0]
                here[1] += sense[1]
            steps[i] += 1
            if t.tile.blocked[here[1] * n.width + here[0]]:
                visible[i] = 0
    return {"rover.visible": visible, **({"rover.sight_steps": steps} if v.count else {})}


def count_near_rovers(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, crowd = t.rover, np.zeros_like(t.rover.crowd)
    for i, near in enumerate(r.others):
        for j in near:
            ways = abs(r.column[j] - r.column[i]), abs(r.line[j] - r.line[i])
            away = sum(ways) if v.metric == "manhattan" else max(ways)
            if j != i and away <= n.span and (not v.priority or r.priority[j] > r.priority[i]):
                crowd[i] += 1
    return {"rover.crowd": crowd}
