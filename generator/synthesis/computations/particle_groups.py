"""Sums, bounds and extremes over the particles of a group or a world."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
GHOST = 4


@computation(
    PARTICLES,
    "accumulate mass and mass moment by group for centres of mass",
    sized={True: "with counts", False: ""},
)
def sum_group_moments(particle: Any) -> None:
    g = particle.group
    m = particle.mass
    g.mass += m
    g.moment += m * particle.position
    if v.sized:
        g.size += 1


@computation(
    PARTICLES,
    "divide mass moment by mass for the centre of each group,",
    empty={"zero": "zero for empty ones", "light": "zero for those below the least mass"},
)
def finish_group_center(group: Any, least_mass: Any) -> None:
    m = group.mass
    if v.empty == "zero":
        center = wp.vec3()
        if m > 0.0:
            center = group.moment / m
        group.center = center
    elif m < least_mass:
        group.center = wp.vec3()
    else:
        group.center = group.moment / m


@computation(
    PARTICLES,
    "average the positions of each group's members that are no ghosts,",
    weight={"none": "", "mass": "weighted by their masses, and add these up"},
    out={"center": "", "all": "and count the members"},
)
def average_group_members(group: Any) -> None:
    center = wp.vec3()
    total = float(0.0)
    n = int(0)
    for p in group.members:
        if (p.flags & GHOST) != 0:
            continue
        if v.weight == "mass":
            center += p.mass * p.position
            total += p.mass
        else:
            center += p.position
        n += 1
    if n > 0:
        center = center / (total if v.weight == "mass" else float(n))
    group.center = center
    if v.weight == "mass":
        group.mass = total
    if v.out == "all":
        group.size = n


@computation(
    PARTICLES,
    "grow the bounding box of each group over its particles by vector atomics",
    margin={True: "padded by radius", False: ""},
)
def grow_group_bounds(particle: Any) -> None:
    g = particle.group
    x = particle.position
    if v.margin:
        r = particle.radius
        h = wp.vec3(r, r, r)
        wp.atomic_min(g.lower, x - h)
        wp.atomic_max(g.upper, x + h)
    else:
        wp.atomic_min(g.lower, x)
        wp.atomic_max(g.upper, x)


@computation(
    PARTICLES,
    "find the highest speed of the particles of each world by an atomic maximum",
    momentum={True: "and add up their momentum", False: ""},
    masked={True: "over active ones alone", False: ""},
)
def max_world_speed(particle: Any) -> None:
    world = particle.world
    if v.masked and (particle.flags & ACTIVE) == 0:
        return
    vel = particle.velocity
    wp.atomic_max(world.max_speed, wp.length(vel))
    if v.momentum:
        world.momentum += particle.mass * vel


@computation(
    PARTICLES, "wake groups with a particle above the sleep speed", ends={True: "stopping slower particles", False: ""}
)
def mark_awake_groups(particle: Any, sleep_speed: Any) -> None:
    g = particle.group
    vel = particle.velocity
    if wp.length_sq(vel) > sleep_speed * sleep_speed:
        wp.atomic_max(g.awake, 1)
    else:
        if v.ends:
            particle.velocity = wp.vec3()
