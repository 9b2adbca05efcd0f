"""Searches among the neighbours of points: counts, lists, the nearest."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.computations.neighbor_cells import cell_coordinates, inside_grid, linear_cell
from generator.synthesis.schemas.neighbors import NEIGHBORS

cell: Any = None
"""The entity, which points number by their keys."""

FAR = 1.0e6
"""Squared distance that stands for none."""


@law
def are_friends(a: int, b: int) -> bool:
    """Whether two groups get on: the same one, or one of them open to all."""
    return a == b or a == 0 or b == 0


@computation(
    NEIGHBORS,
    "count neighbours within reach",
    group={"any": "", "same": "of one's own group", "friends": "of compatible groups"},
)
def neighbor_count(point: Any, reach: Any) -> None:
    x = point.position
    n = int(0)
    for q in point.neighbours:
        if v.group == "same":
            if q.group != point.group:
                continue
        elif v.group == "friends" and not are_friends(q.group, point.group):
            continue
        if wp.length_sq(q.position - x) < reach * reach:
            n += 1
    point.found = n


@computation(
    NEIGHBORS,
    "build bounded neighbour lists within reach",
    half={True: "as half lists", False: ""},
    full={"stop": "stopping when full", "count": "counting also those that found no room"},
    pad={True: "padded with -1", False: ""},
)
def neighbor_list(point: Any, reach: Any, list_capacity: Any) -> None:
    x = point.position
    n = int(0)
    for q in point.candidates:
        if v.half and q.index <= point.index:
            continue
        if wp.length(q.position - x) >= reach:
            continue
        if n < list_capacity:
            point.list[n] = q.index
        elif v.full == "stop":
            break
        n += 1
    point.found = n
    if v.pad:
        for k in range(n, list_capacity):
            point.list[k] = -1


@computation(
    NEIGHBORS,
    "find the nearest",
    active={
        True: "active neighbour of each point within reach (-1 for none)",
        False: "neighbour of each point within reach (-1 for none)",
    },
    distance={True: "with its distance, the reach for none", False: ""},
)
def neighbor_nearest(point: Any, reach: Any) -> None:
    x = point.position
    best = reach * reach
    nearest = int(-1)
    for q in point.neighbours:
        if v.active and not q.active:
            continue
        square = wp.length_sq(q.position - x)
        if square < best:
            best = square
            nearest = q.index
    point.nearest = nearest
    if v.distance:
        point.gap = wp.sqrt(best)


@computation(
    NEIGHBORS,
    "find the four nearest neighbours of each point by insertion into a sorted vector",
    farthest={True: "with the fourth distance, 0 where there are fewer", False: ""},
)
def neighbor_four_nearest(point: Any) -> None:
    x = point.position
    dists = wp.vec4(FAR, FAR, FAR, FAR)
    ids = wp.vec4i(-1, -1, -1, -1)
    for q in point.neighbours:
        square = wp.length_sq(q.position - x)
        if square >= dists[3]:
            continue
        # shift those that are farther
        k = int(3)
        while k > 0 and dists[k - 1] > square:
            dists[k] = dists[k - 1]
            ids[k] = ids[k - 1]
            k -= 1
        dists[k] = square
        ids[k] = q.index
    point.best = dists
    point.best_ids = ids
    if v.farthest:
        point.fourth_gap = wp.sqrt(dists[3]) if ids[3] >= 0 else 0.0


@computation(
    NEIGHBORS,
    "count points within reach, each itself among them, by searching the 27 cells around each point,",
    group={True: "leaving out other groups,", False: ""},
    border={"skip": "", "mark": "marking border points"},
)
def neighbor_count_around(point: Any, origin: Any, cell_width: Any, side: Any, cell_reach: Any) -> None:
    x = point.position
    c = cell_coordinates(x, origin, cell_width)
    n = int(0)
    if v.border == "mark":
        point.at_border = 0
    for i in range(-1, 2):
        for j in range(-1, 2):
            for k in range(-1, 2):
                at = wp.vec3i(c[0] + i, c[1] + j, c[2] + k)
                if not inside_grid(at, side):
                    if v.border == "mark":
                        point.at_border = 1
                    continue
                place = linear_cell(at, side)
                if place >= count(cell):
                    continue
                for q in cell[place].points:
                    if v.group and q.group != point.group:
                        continue
                    if wp.length_sq(q.position - x) <= cell_reach * cell_reach:
                        n += 1
    point.found = n
