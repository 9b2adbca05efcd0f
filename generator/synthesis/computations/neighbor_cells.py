"""Points in the cells of a grid: keys, counts, lists, order."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

cell: Any = None
"""The entity, which points number by their keys."""


@law
def cell_coordinates(x: wp.vec3, origin: wp.vec3, size: float) -> wp.vec3i:
    """Cell of a point in a uniform grid, rounded down also below the origin."""
    d = (x - origin) / size
    return wp.vec3i(int(wp.floor(d[0])), int(wp.floor(d[1])), int(wp.floor(d[2])))


@law
def linear_cell(c: wp.vec3i, side: int) -> int:
    """Number of a cell of a cubic grid, counted along x first."""
    return (c[2] * side + c[1]) * side + c[0]


@law
def clamp_cell(c: wp.vec3i, side: int) -> wp.vec3i:
    """Nearest cell within a cubic grid."""
    return wp.vec3i(wp.clamp(c[0], 0, side - 1), wp.clamp(c[1], 0, side - 1), wp.clamp(c[2], 0, side - 1))


@law
def spread_bits(x: int) -> int:
    """Ten bits two places apart, with room for those of two other coordinates between them."""
    x = (x | (x << 16)) & 0x030000FF
    x = (x | (x << 8)) & 0x0300F00F
    x = (x | (x << 4)) & 0x030C30C3
    x = (x | (x << 2)) & 0x09249249
    return x


@law
def inside_grid(c: wp.vec3i, side: int) -> bool:
    """Whether a cell lies within a cubic grid."""
    if c[0] < 0 or c[1] < 0 or c[2] < 0:
        return False
    return c[0] < side and c[1] < side and c[2] < side


@computation(
    NEIGHBORS,
    "compute the linear grid-cell key of each point, along x first,",
    outside={"clamp": "clamped to the grid", "mark": "-1 outside the grid"},
    active={True: "-1 for inactive points", False: ""},
)
def neighbor_cell_keys(point: Any, origin: Any, cell_size: Any, side: Any) -> None:
    if v.active and not point.active:
        point.key = -1
        return
    c = cell_coordinates(point.position, origin, cell_size)
    if v.outside == "mark":
        point.key = -1
        if not inside_grid(c, side):
            return
    else:
        c = clamp_cell(c, side)
    point.key = linear_cell(c, side)


@computation(
    NEIGHBORS,
    "compute the 30-bit Morton code of each point's cell, clamped to the grid,",
    order={"xyz": "x in the lowest bits", "zyx": "z in the lowest bits"},
)
def neighbor_morton_keys(point: Any, origin: Any, cell_size: Any, side: Any) -> None:
    c = clamp_cell(cell_coordinates(point.position, origin, cell_size), side)
    x = spread_bits(c[0])
    y = spread_bits(c[1])
    z = spread_bits(c[2])
    if v.order == "xyz":
        point.key = x | (y << 1) | (z << 2)
    else:
        point.key = z | (y << 1) | (x << 2)


@computation(
    NEIGHBORS,
    "find the range of each cell's points in their sorted keys, leaving empty cells as they are,",
    by={"before": "by comparing each key with the one before", "both": "by comparing each key with both beside it"},
)
def neighbor_cell_ranges(point: Any) -> None:
    # points outside the grid have keys beyond its cells
    key = point.sorted_key
    before = int(-1)
    if point.index > 0:
        before = point[point.index - 1].sorted_key
    if v.by == "both":
        if key >= count(cell):
            return
        if key != before:
            cell[key].first = point.index
        after = int(-1)
        if point.index < count(point) - 1:
            after = point[point.index + 1].sorted_key
        if key != after:
            cell[key].last = point.index + 1
    else:
        if key != before:
            if key < count(cell):
                cell[key].first = point.index
            if before >= 0 and before < count(cell):
                cell[before].last = point.index
        if point.index == count(point) - 1 and key < count(cell):
            cell[key].last = count(point)


@computation(
    NEIGHBORS,
    "count the points of each cell with atomics",
    active={True: "leaving out inactive ones", False: ""},
    kept={True: "keeping each one's offset for a counting sort", False: ""},
)
def neighbor_count_cells(point: Any) -> None:
    if v.active and not point.active:
        return
    c = point.cell
    if v.kept:
        point.place = wp.atomic_add(c.total, 1)
    else:
        c.total += 1


@computation(
    NEIGHBORS,
    "fill bounded cell lists by atomic slots",
    active={True: "with active points", False: ""},
    full={"drop": "", "report": "counting by world those without room"},
)
def neighbor_fill_cells(point: Any, cell_capacity: Any) -> None:
    if v.active and not point.active:
        return
    c = point.cell
    slot = wp.atomic_add(c.listed, 1)
    if slot >= cell_capacity:
        if v.full == "report":
            point.world.lost += 1
        return
    c.members[slot] = point.index


@computation(
    NEIGHBORS,
    "reorder points",
    way={"gather": "by gathering through the sort order", "scatter": "by scattering to their ranks"},
    velocity={True: "with velocities", False: ""},
)
def neighbor_reorder(point: Any) -> None:
    if v.way == "gather":
        src = point.order
        point.moved = point[src].position
        if v.velocity:
            point.moved_velocity = point[src].velocity
    else:
        dst = point.rank
        point[dst].moved = point.position
        if v.velocity:
            point[dst].moved_velocity = point.velocity


@computation(
    NEIGHBORS,
    "compact nonempty cells, each taking a slot by an atomic add, -1 for empty ones,",
    fullest={True: "tracking the fullest", False: ""},
    points={True: "adding up their points", False: ""},
)
def neighbor_list_cells(cell: Any) -> None:
    n = cell.total
    if n == 0:
        cell.slot = -1
        return
    world = cell.world
    cell.slot = wp.atomic_add(world.cell_total, 1)
    if v.fullest:
        wp.atomic_max(world.fullest, n)
    if v.points:
        world.point_total += n


@computation(
    NEIGHBORS,
    "accumulate mass by cell",
    moment={True: "with the mass moment", False: ""},
    counted={True: "and point count", False: ""},
)
def search_cell_mass(point: Any) -> None:
    c = point.cell
    m = point.mass
    c.mass += m
    if v.moment:
        c.center += m * point.position
    if v.counted:
        c.total += 1


@computation(
    NEIGHBORS,
    "flag cells whose neighbour lists are stale, a point having moved over half the skin since they were built",
    rule={"any": "", "count": "and count such points by world"},
    active={True: "for active points", False: ""},
)
def neighbor_check_lists(point: Any, skin: Any) -> None:
    if v.active and not point.active:
        return
    half = 0.5 * skin
    if wp.length_sq(point.drift) <= half * half:
        return
    wp.atomic_max(point.cell.stale, 1)
    if v.rule == "count":
        point.world.moved_total += 1
