"""Levels of a sparse system: interpolation weights, and the aggregates that rows join."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sparse import SPARSE

aggregate: Any = None
"""The entity, which rows number."""

SMALL = 1.0e-4
"""Size of a sum under which nothing is divided by it."""


@law
def strong_coupling(value: float, largest: float, threshold: float) -> bool:
    """Whether a coupling is strong for Ruge and Stueben: negative and not much below the strongest."""
    return -value >= threshold * largest and largest > 0.0


@computation(
    SPARSE,
    "compute the direct interpolation weights of algebraic multigrid for each row, 1 to itself on the coarse level,",
    strong={True: "over strong couplings alone", False: ""},
    scaled={"diagonal": "", "sum": "as for a row of sum zero"},
)
def sparse_interpolation(row: Any, strength: Any) -> None:
    if row.coarse:
        for e in row.entries:
            e.weight = 1.0 if e.column.index == row.index else 0.0
        return
    largest = float(0.0)
    if v.strong:
        for e in row.entries:
            if e.column.index != row.index:
                largest = wp.max(largest, -e.value)
    total = float(0.0)
    if v.scaled == "diagonal":
        whole = float(0.0)
    for e in row.entries:
        col = e.column
        if col.index == row.index:
            continue
        if v.scaled == "diagonal":
            # what the fine level is coupled to comes from the coarse one
            whole += e.value
        if not col.coarse:
            continue
        if v.strong and not strong_coupling(e.value, largest, strength):
            continue
        total += e.value
    for e in row.entries:
        e.weight = 0.0
        col = e.column
        if not col.coarse or col.index == row.index:
            continue
        if v.strong and not strong_coupling(e.value, largest, strength):
            continue
        if wp.abs(total) > SMALL:
            if v.scaled == "sum":
                e.weight = e.value / total
            else:
                e.weight = -e.value * whole / (total * row.diagonal)


@computation(
    SPARSE,
    "interpolate",
    taken={
        "unknown": "the coarse unknowns to each row by its weights",
        "correction": "the coarse corrections to each row by its weights and add them to its unknown",
    },
    coarse={True: "taking those of coarse rows as they are", False: ""},
)
def sparse_interpolate(row: Any) -> None:
    if v.coarse and row.coarse:
        row.x_next = row.x + row.correction if v.taken == "correction" else row.x
        return
    total = row.x if v.taken == "correction" else float(0.0)
    for e in row.entries:
        col = e.column
        if col.coarse:
            total += e.weight * (col.correction if v.taken == "correction" else col.x)
    row.x_next = total


@computation(
    SPARSE,
    "join each row to the aggregate of the neighbour that has one and whose entry is the largest in size,",
    missing={"own": "or to none, -1", "keep": "or to none, -1, keeping its own where it has one"},
    counted={True: "and count the rows of each aggregate", False: ""},
)
def sparse_join_aggregate(row: Any) -> None:
    if v.missing == "keep":
        own = row.aggregate
        if exists(own):
            row.joined = own.index
            if v.counted:
                own.size += 1
            return
    best = float(0.0)
    choice = int(-1)
    for e in row.entries:
        col = e.column
        size = wp.abs(e.value)
        if col.index == row.index or size <= best:
            continue
        g = col.aggregate
        if exists(g):
            best = size
            choice = g.index
    row.joined = choice
    if v.counted and choice >= 0:
        aggregate[choice].size += 1
