"""Smoothed particles in memory: search cells, sorting, lists of active particles, marks and resets."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sph import SPH

entry: Any = None
"""Records of the list of active particles, by number."""

counter: Any = None
"""The entity: a launch has its count in record 0."""

ACTIVE = 1
SURFACE = 4
GRAVITY = 9.81


@law
def grid_coordinate(x: float, origin: float, width: float, side: int) -> int:
    """Number of the cell along an axis, for points beyond the grid that at its end."""
    return wp.clamp(int(wp.floor((x - origin) / width)), 0, side - 1)


@law
def cell_key(x: wp.vec3, origin: wp.vec3, width: float, side: int) -> int:
    """Number of the cell of a point, row by row with x fastest."""
    i = grid_coordinate(x[0], origin[0], width, side)
    j = grid_coordinate(x[1], origin[1], width, side)
    k = grid_coordinate(x[2], origin[2], width, side)
    return (k * side + j) * side + i


@law
def interleave(n: int) -> int:
    """Lowest ten bits of a number spread to every third bit, for a Morton code."""
    n = (n | (n << 16)) & 0x030000FF
    n = (n | (n << 8)) & 0x0300F00F
    n = (n | (n << 4)) & 0x030C30C3
    return (n | (n << 2)) & 0x09249249


@computation(
    SPH,
    "compute the search-grid key of each particle",
    order={"rows": "along x first, then y, then z", "curve": "in Morton order"},
    inactive={True: "with -1 for inactive ones", False: ""},
)
def sph_cell_key(particle: Any, origin: Any, cell_size: Any, side: Any) -> None:
    if v.inactive and (particle.flags & ACTIVE) == 0:
        particle.key = -1
        return
    x = particle.position
    if v.order == "rows":
        particle.key = cell_key(x, origin, cell_size, side)
    else:
        i = grid_coordinate(x[0], origin[0], cell_size, side)
        j = grid_coordinate(x[1], origin[1], cell_size, side)
        k = grid_coordinate(x[2], origin[2], cell_size, side)
        particle.key = interleave(i) | (interleave(j) << 1) | (interleave(k) << 2)


@computation(
    SPH,
    "gather positions and velocities of the particles into the order of their cells",
    density={True: "with densities", False: ""},
    flags={True: "with flags", False: ""},
)
def sph_gather_sorted(particle: Any) -> None:
    old = particle[particle.order]
    particle.sorted_position = old.position
    particle.sorted_velocity = old.velocity
    if v.density:
        particle.sorted_density = old.density
    if v.flags:
        particle.sorted_flags = old.flags


@computation(
    SPH,
    "count the others near each particle, within",
    support={
        "shared": "the smoothing length",
        "own": "its own smoothing length",
        "pair": "the mean of both smoothing lengths",
    },
    mark={True: "and mark it as surface with fewer than least", False: ""},
)
def sph_neighbour_count(particle: Any, h: Any, least: Any) -> None:
    x = particle.position
    n = int(0)
    for q in particle.neighbours:
        d = x - q.position
        if v.support == "shared":
            reach = h
        elif v.support == "own":
            reach = particle.support
        else:
            reach = 0.5 * (particle.support + q.support)
        if wp.dot(d, d) < reach * reach:
            n += 1
    particle.neighbour_count = n
    if v.mark:
        particle.surface = n < least


@computation(
    SPH,
    "compact into a list, by an atomic counter,",
    surface={True: "the active particles at the free surface", False: "the active particles"},
    phase={True: "with their phases", False: ""},
)
def sph_list_active(particle: Any, active_max: Any) -> None:
    flags = particle.flags
    if (flags & ACTIVE) == 0:
        return
    if v.surface and (flags & SURFACE) == 0:
        return
    slot = wp.atomic_add(counter[0].active, 1)
    if slot >= active_max:
        return
    entry[slot].particle_id = particle.index
    if v.phase:
        entry[slot].phase_id = particle.phase.index


@computation(
    SPH,
    "sum the momentum of the particles of each search cell",
    masked={True: "that are active", False: ""},
)
def sph_cell_momentum(cell: Any) -> None:
    total = wp.vec3(0.0)
    for p in cell.members:
        if v.masked and (p.flags & ACTIVE) == 0:
            continue
        total += p.mass * p.velocity
    cell.momentum = total


@computation(
    SPH,
    "store where the active particles of each search cell begin and end, as 0 and 0 where it has none,",
    counted={True: "and their number", False: ""},
)
def sph_cell_extent(cell: Any) -> None:
    n = int(0)
    first = int(0)
    end = int(0)
    for p in cell.members:
        if (p.flags & ACTIVE) == 0:
            continue
        if end == 0:
            first = p.index
        end = p.index + 1
        n += 1
    cell.first = first
    cell.end = end
    if v.counted:
        cell.population = n


@computation(
    SPH,
    "filter the density of each particle over itself and its neighbours by Shepard's sum of masses over sum of volumes, "
    "both weighted by the spiky kernel (1 - r/h)^3,",
    least={True: "where it has at least the least number of neighbours", False: ""},
)
def sph_shepard_density(particle: Any, h: Any, least: Any) -> None:
    if v.least and particle.neighbour_count < least:
        particle.filtered_density = particle.density
        return
    mass = particle.mass
    volume = particle.mass / particle.density
    for q in particle.neighbours:
        s = wp.max(1.0 - wp.length(particle.position - q.position) / h, 0.0)
        w = s * s * s
        mass += q.mass * w
        volume += q.mass / q.density * w
    particle.filtered_density = mass / volume
