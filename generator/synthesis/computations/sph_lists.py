"""Smoothed particles found through search cells, marks in whole numbers, and short steps."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.computations.sph_kernels import cubic_spline
from generator.synthesis.schemas.sph import SPH

cell: Any = None
"""Search cells, by number."""

ACTIVE = 1
GHOST = 2
SURFACE = 4
LIST_ROOM = 2


@computation(
    SPH,
    "sum the density of each particle over the 27 search cells around it, as wide as the smoothing length, with the cubic "
    "spline",
    form={"mass": "", "number": "as its own mass times the sum of the kernel"},
    masked={True: "over active particles", False: ""},
)
def sph_density_by_cells(particle: Any, h: Any, origin: Any, side: Any) -> None:
    x = particle.position
    ci = int(wp.floor((x[0] - origin[0]) / h))
    cj = int(wp.floor((x[1] - origin[1]) / h))
    ck = int(wp.floor((x[2] - origin[2]) / h))
    total = float(0.0)
    for dk in range(-1, 2):
        for dj in range(-1, 2):
            for di in range(-1, 2):
                i = ci + di
                j = cj + dj
                k = ck + dk
                if i < 0 or i >= side or j < 0 or j >= side or k < 0 or k >= side:
                    continue
                number = (k * side + j) * side + i
                if number >= count(cell):
                    continue
                for q in cell[number].members:
                    if v.masked and (q.flags & ACTIVE) == 0:
                        continue
                    w = cubic_spline(wp.length(x - q.position), h)
                    total += w if v.form == "number" else q.mass * w
    particle.density = particle.mass * total if v.form == "number" else total


@computation(
    SPH,
    "list up to two particles of the same search cell within the smoothing length of each particle and count them all,",
    half={True: "each pair once, at the one with the lower index", False: ""},
)
def sph_list_cell_neighbours(particle: Any, h: Any) -> None:
    x = particle.position
    own = particle.cell
    n = int(0)
    if exists(own):
        for q in own.members:
            if v.half:
                if q.index <= particle.index:
                    continue
            else:
                if q.index == particle.index:
                    continue
            d = x - q.position
            if wp.dot(d, d) < h * h:
                if n < LIST_ROOM:
                    particle.list[n] = q.index
                n += 1
    for k in range(LIST_ROOM):
        if k >= n:
            particle.list[k] = -1
    particle.neighbour_count = n


@computation(
    SPH,
    "set the surface bit of each particle with fewer than the least number of neighbours and clear it otherwise",
    ghost={True: "and on ghosts", False: ""},
    inactive={True: "leaving inactive ones alone", False: ""},
)
def sph_surface_bit(particle: Any, least: Any) -> None:
    flags = particle.flags
    if v.inactive and (flags & ACTIVE) == 0:
        particle.flags = flags
        return
    if particle.neighbour_count < least:
        flags = flags | SURFACE
    else:
        flags = flags & ~SURFACE
    if v.ghost and (flags & GHOST) != 0:
        flags = flags & ~SURFACE
    particle.flags = flags


@computation(
    SPH,
    "count the steps for which each particle is slower than the limit and put it to sleep from patience steps on",
    neighbours={True: "keeping it awake while those within the smoothing length move faster on average", False: ""},
)
def sph_sleep(particle: Any, h: Any, patience: Any, speed_limit: Any) -> None:
    n = particle.rest_steps + 1
    if wp.length(particle.velocity) > speed_limit:
        n = 0
    if v.neighbours:
        total = float(0.0)
        seen = int(0)
        for q in particle.neighbours:
            if wp.length(q.position - particle.position) < h:
                total += wp.length(q.velocity)
                seen += 1
        if total > speed_limit * float(seen):
            n = 0
    particle.rest_steps = n
    particle.asleep = n >= patience


@computation(
    SPH,
    "compute the relative density error of each particle, rho / rho_0 - 1,",
    clamped={True: "clamped at zero", False: ""},
    worst={True: "and its maximum by world", False: ""},
)
def sph_density_excess(particle: Any) -> None:
    if v.worst:
        world = particle.world
    e = particle.density / particle.phase.rest_density - 1.0
    if v.clamped:
        e = wp.max(e, 0.0)
    particle.excess = e
    if v.worst:
        wp.atomic_max(world.worst, e)


@computation(
    SPH,
    "predict the position of each particle by its velocity",
    gravity={
        "none": "",
        "step": "after a step of gravity",
        "kept": "after a step of gravity, which its velocity keeps",
    },
)
def sph_predict(particle: Any, dt: Any) -> None:
    vel = particle.velocity
    if v.gravity != "none":
        world = particle.world
        if exists(world):
            vel += dt * world.gravity
    particle.predicted = particle.position + dt * vel
    if v.gravity == "kept":
        particle.velocity = vel


@computation(
    SPH,
    "kick the velocity of each particle by half a leapfrog step",
    moved={True: "and drift its position by a whole one", False: ""},
)
def sph_half_kick(particle: Any, dt: Any) -> None:
    vel = particle.velocity + 0.5 * dt * particle.acceleration
    particle.velocity = vel
    if v.moved:
        particle.position = particle.position + dt * vel


@computation(
    SPH,
    "sum the kinetic energy of the particles of each world by atomics",
    active={True: "over active ones", False: ""},
    counted={True: "and count the active ones", False: ""},
)
def sph_kinetic_energy(particle: Any) -> None:
    world = particle.world
    if v.active and (particle.flags & ACTIVE) == 0:
        return
    world.kinetic += 0.5 * particle.mass * wp.length_sq(particle.velocity)
    if v.counted and (v.active or (particle.flags & ACTIVE) != 0):
        world.active_count += 1
