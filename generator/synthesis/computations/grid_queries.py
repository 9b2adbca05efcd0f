"""Grains that ask a hash grid for their neighbours: densities, contacts, smoothing, labels, counts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

CROWD = 3
LARGEST_RADIUS = 0.4
"""Radius that no grain has, in m."""
EPSILON = 1.0e-6


@law
def spiky_kernel(distance: float, reach: float) -> float:
    """Desbrun's spiky kernel in three dimensions, for distances within the reach."""
    q = 1.0 - distance / reach
    return 15.0 / (wp.pi * reach * reach * reach) * q * q * q


@computation(
    QUERIES,
    "estimate the density at each grain from the masses around it by the spiky kernel, through a hash grid",
    own={False: "without its own", True: ""},
)
def hashed_density(grain: Any, grid: Any, reach: Any) -> None:
    x = grain.position
    density = float(0.0)
    for j in wp.hash_grid_query(grid, x, reach):
        if v.own or j != grain.index:
            distance = wp.length(x - grain[j].position)
            if distance < reach:
                density += grain[j].mass * spiky_kernel(distance, reach)
    grain.density = density


@computation(
    QUERIES,
    "sum the contact forces on each grain from those that a hash grid finds close by",
    why={"points": "grains in the order of cells read neighbours that lie close together in memory"},
    damped={True: "with damping along the normal that never makes them attract", False: ""},
    order={"cells": "", "points": "handling grains in the order of the grid's cells"},
)
def hashed_contact_force(grain: Any, grid: Any, stiffness: Any, damping: Any) -> None:
    if v.order == "points":
        i = wp.hash_grid_point_id(grid, grain.index)
    else:
        i = grain.index
    x = grain[i].position
    force = wp.vec3(0.0)
    j = int(0)
    query = wp.hash_grid_query(grid, x, grain[i].radius + LARGEST_RADIUS)
    while wp.hash_grid_query_next(query, j):
        if j != i:
            d = x - grain[j].position
            length = wp.length(d)
            overlap = grain[i].radius + grain[j].radius - length
            if overlap > 0.0:
                n = d / wp.max(length, EPSILON)
                push = stiffness * overlap
                if v.damped:
                    # grains do not stick
                    push = wp.max(push - damping * wp.dot(n, grain[i].velocity - grain[j].velocity), 0.0)
                force += push * n
    grain[i].force = force


@computation(
    QUERIES,
    "smooth the velocity of each grain over those that a hash grid finds nearby",
    kind={False: "", True: "and are of its kind"},
)
def hashed_smoothing(grain: Any, grid: Any, reach: Any) -> None:
    x = grain.position
    total = grain.velocity
    count = float(1.0)
    for j in wp.hash_grid_query(grid, x, reach):
        if j == grain.index:
            continue
        if v.kind and grain[j].kind != grain.kind:
            continue
        if wp.length(grain[j].position - x) < reach:
            total += grain[j].velocity
            count += 1.0
    grain.smoothed = total / count


@computation(
    QUERIES,
    "count the neighbours of each grain by a hash grid",
    crowded={True: "and mark the crowded ones", False: ""},
)
def hashed_neighbour_count(grain: Any, grid: Any, reach: Any) -> None:
    x = grain.position
    found = int(0)
    for j in wp.hash_grid_query(grid, x, reach):
        if j != grain.index and wp.length_sq(grain[j].position - x) < reach * reach:
            found += 1
    grain.neighbour_count = found
    if v.crowded:
        grain.crowded = found > CROWD


@computation(QUERIES, "find the distance of the nearest neighbour of each grain by a hash grid, at most the reach")
def hashed_nearest(grain: Any, grid: Any, reach: Any) -> None:
    x = grain.position
    nearest = float(reach)
    for j in wp.hash_grid_query(grid, x, reach):
        if j != grain.index:
            nearest = wp.min(nearest, wp.length(grain[j].position - x))
    grain.nearest = nearest


@computation(
    QUERIES,
    "give each grain the lowest label among itself and its neighbours in a hash grid, a sweep of cluster labelling",
)
def hashed_label_spread(grain: Any, grid: Any, reach: Any) -> None:
    x = grain.position
    lowest = grain.label
    for j in wp.hash_grid_query(grid, x, reach):
        if wp.length(grain[j].position - x) < reach:
            lowest = wp.min(lowest, grain[j].label)
    grain.lowest = lowest
