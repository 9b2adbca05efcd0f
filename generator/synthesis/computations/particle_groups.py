"""Sums, bounds and extremes over the particles of a group or a world."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
GHOST = 4


@computation(
    PARTICLES,
    "add up mass and moment of the particles of each group",
    sized={True: "and count them", False: ""},
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
    "find the centre of mass of each group from its sums",
    empty={"zero": "", "keep": "and keep it where the group is empty"},
)
def finish_group_center(group: Any) -> None:
    m = group.mass
    if v.empty == "zero":
        center = wp.vec3()
        if m > 0.0:
            center = group.moment / m
        group.center = center
    else:
        if m > 0.0:
            group.center = group.moment / m


@computation(
    PARTICLES,
    "average over the members of each group",
    weight={"none": "where every member counts alike", "mass": "where members count by mass"},
    out={"center": "", "all": "and store mass and number as well"},
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
            total += 1.0
        n += 1
    if n > 0:
        center = center / total
    group.center = center
    if v.out == "all":
        group.mass = total
        group.size = n


@computation(
    PARTICLES, "widen the bounds of each group to hold its particles", margin={True: "and their radius", False: ""}
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
    "find the highest speed in each world",
    momentum={True: "and its momentum", False: ""},
    masked={True: "over the active particles", False: ""},
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
    PARTICLES, "mark the groups in which some particle still moves", ends={True: "and stop what is slower", False: ""}
)
def mark_awake_groups(particle: Any, sleep_speed: Any) -> None:
    g = particle.group
    vel = particle.velocity
    if wp.length_sq(vel) > sleep_speed * sleep_speed:
        wp.atomic_max(g.awake, 1)
    else:
        if v.ends:
            particle.velocity = wp.vec3()
