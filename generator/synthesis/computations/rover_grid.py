"""Rovers on a grid of tiles: steps, claims, lines of sight, costs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.fleets import FLEETS

BLOCKED = 2
CHARGE_LEVELS = 101
"""From 0 to 100 %."""

EAST = 0
NORTH = 1
WEST = 2
SOUTH = 3
"""Headings."""

tile: Any = None
"""The tiles by their number."""


@law
def tile_number(x: int, y: int, width: int, height: int) -> int:
    """Number of a tile, row by row, or -1 beyond the edges of the grid."""
    if x < 0 or y < 0 or x >= width or y >= height:
        return -1
    return y * width + x


@law
def heading_step(heading: int) -> tuple[int, int]:
    """Columns and rows of a step along a heading, towards greater numbers to the east and north."""
    if heading == EAST:
        return 1, 0
    elif heading == NORTH:
        return 0, 1
    elif heading == WEST:
        return -1, 0
    return 0, -1


@law
def sign_or_zero(x: int) -> int:
    """Sign of a whole number, zero for zero."""
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0


@law
def heading_to(dx: int, dy: int) -> int:
    """Heading along the longer part of an offset, east or west where both are as long."""
    if wp.abs(dx) >= wp.abs(dy):
        if dx >= 0:
            return EAST
        return WEST
    if dy > 0:
        return NORTH
    return SOUTH


@computation(
    FLEETS,
    "find the tile in front of each rover, -1 where it lies off the grid or is blocked,",
    blocked={True: "setting its blocked flag there", False: ""},
    claim={True: "and count the claims of the tile", False: ""},
)
def want_next_tile(rover: Any, width: Any, height: Any) -> None:
    dx, dy = heading_step(rover.heading)
    t = tile_number(rover.column + dx, rover.line + dy, width, height)
    if t < 0 or t >= count(tile):
        rover.next_tile = -1
        if v.blocked:
            rover.flags = rover.flags | BLOCKED
        return
    if tile[t].blocked != 0:
        rover.next_tile = -1
        if v.blocked:
            rover.flags = rover.flags | BLOCKED
        return
    rover.next_tile = t
    if v.claim:
        wp.atomic_add(tile[t].claims, 1)


@law
def pack_claim(rank: int, number: int, total: int) -> int:
    """Claim that is greater for a higher rank, then for a greater number, and never that of another."""
    return rank * total + number


@computation(
    FLEETS,
    "claim the tile in front of each rover by atomic maximum, ranked by its priority,",
    charge={True: "then its charge, then its number", False: "then its number"},
)
def claim_tile(rover: Any, width: Any, height: Any) -> None:
    dx, dy = heading_step(rover.heading)
    t = tile_number(rover.column + dx, rover.line + dy, width, height)
    if t < 0 or t >= count(tile):
        return
    rank = rover.priority
    if v.charge:
        rank = CHARGE_LEVELS * rover.priority + rover.charge
    wp.atomic_max(tile[t].winner, pack_claim(rank, rover.index, count(rover)))


@computation(
    FLEETS,
    "grant each rover the free tile in front of it where no claim on it is greater than its own, of its priority, then its number,",
    move={True: "and move it there", False: ""},
)
def grant_tiles(rover: Any, width: Any, height: Any) -> None:
    dx, dy = heading_step(rover.heading)
    x = rover.column + dx
    y = rover.line + dy
    t = tile_number(x, y, width, height)
    rover.granted = 0
    if t < 0 or t >= count(tile):
        return
    if tile[t].blocked != 0:
        return
    if tile[t].winner > pack_claim(rover.priority, rover.index, count(rover)):
        return
    rover.granted = 1
    if v.move:
        rover.column = x
        rover.line = y


@computation(
    FLEETS,
    "turn each rover to its goal along the longer of both axes",
    step={True: "and step one tile", False: ""},
    distance={True: "and store the Manhattan distance", False: ""},
)
def turn_to_goal(rover: Any) -> None:
    dx = rover.goal_column - rover.column
    dy = rover.goal_line - rover.line
    if v.distance:
        rover.distance = wp.abs(dx) + wp.abs(dy)
    if dx == 0 and dy == 0:
        return
    heading = heading_to(dx, dy)
    rover.heading = heading
    if v.step:
        sx, sy = heading_step(heading)
        rover.column = rover.column + sx
        rover.line = rover.line + sy


@computation(
    FLEETS,
    "walk Bresenham's line from each rover to its goal and tell whether all tiles on it are free,",
    ends={True: "its own included", False: "its own aside"},
    count={True: "and how many steps it took", False: ""},
)
def sees_goal(rover: Any, width: Any) -> None:
    x = rover.column
    y = rover.line
    x1 = rover.goal_column
    y1 = rover.goal_line
    dx = wp.abs(x1 - x)
    dy = -wp.abs(y1 - y)
    sx = sign_or_zero(x1 - x)
    sy = sign_or_zero(y1 - y)
    err = dx + dy
    steps = int(0)
    clear = int(1)
    if v.ends:
        if tile[y * width + x].blocked != 0:
            clear = 0
    # Bresenham's line
    while clear == 1 and (x != x1 or y != y1):
        e2 = 2 * err
        if e2 >= dy:
            err += dy
            x += sx
        if e2 <= dx:
            err += dx
            y += sy
        steps += 1
        if tile[y * width + x].blocked != 0:
            clear = 0
    rover.visible = clear
    if v.count:
        rover.sight_steps = steps


@computation(
    FLEETS,
    "count the rovers near each rover within a span",
    metric={"manhattan": "in the Manhattan metric", "king": "in the Chebyshev metric"},
    priority={True: "among those of higher priority", False: ""},
)
def count_near_rovers(rover: Any, span: Any) -> None:
    x = rover.column
    y = rover.line
    n = int(0)
    for other in rover.others:
        dx = wp.abs(other.column - x)
        dy = wp.abs(other.line - y)
        if v.metric == "manhattan":
            if dx + dy > span:
                continue
        elif wp.max(dx, dy) > span:
            continue
        if v.priority and other.priority <= rover.priority:
            continue
        n += 1
    rover.crowd = n
