"""Lattice Boltzmann: whole steps of a site in one kernel, other collisions, classes and sleep of sites."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.lbm_collision import (
    d2q9_link_opposite,
    d2q9_link_weight,
    d2q9_velocity,
    d2q9_weight,
    lbm_equilibrium,
)
from generator.synthesis.schemas.lattice_boltzmann import LATTICE

SiteType: Any = LATTICE.enumerations["SiteType"]

SLEEPING = 1
BESIDE_WALL = 2
BESIDE_MOVING = 4
WAKING_LINKS = 5
"""Moving neighbours, of eight, that wake a site."""


@law
def stress_moments(c: wp.vec2) -> wp.vec3:
    """Second-order moments of a direction that the stress is made of: xx, yy and xy."""
    return wp.vec3(c[0] * c[0] - 1.0 / 3.0, c[1] * c[1] - 1.0 / 3.0, c[0] * c[1])


@law
def limit_velocity(u: wp.vec2, limit: float) -> wp.vec2:
    """Velocity in the same direction, shortened where it is faster than a limit."""
    speed = wp.length(u)
    if speed > limit:
        return u * (limit / speed)
    return u


@computation(
    LATTICE,
    "fuse pull streaming with bounce-back and the BGK collision into one step of a sparse lattice",
    wall={True: "with moving walls at a reference density of 1", False: ""},
    limited={True: "limiting the speed", False: ""},
    stored={True: "storing density and velocity", False: ""},
)
def lbm_site_step(site: Any, tau: Any, speed_limit: Any) -> None:
    # what rests stays
    rest = site.f[0]
    rho = float(rest)
    momentum = wp.vec2(0.0)
    if v.wall:
        u_wall = wp.vec2(0.0)
        wall = site.wall
        if exists(wall):
            u_wall = wall.velocity
    for k in range(1, 9):
        opp = d2q9_link_opposite(k)
        upwind = site.links[opp]
        c = d2q9_velocity(k)
        if exists(upwind):
            fk = upwind.f[k]
        else:
            fk = site.f[opp]
            if v.wall:
                fk += 6.0 * d2q9_link_weight(k) * wp.dot(c, u_wall)
        rho += fk
        momentum += fk * c
    u = momentum / rho
    if v.limited:
        u = limit_velocity(u, speed_limit)
    if v.stored:
        site.density = rho
        site.velocity = u
    site.f_next[0] = rest + (lbm_equilibrium(0, rho, u) - rest) / tau
    for k in range(1, 9):
        opp = d2q9_link_opposite(k)
        upwind = site.links[opp]
        if exists(upwind):
            fk = upwind.f[k]
        else:
            fk = site.f[opp]
            if v.wall:
                fk += 6.0 * d2q9_link_weight(k) * wp.dot(d2q9_velocity(k), u_wall)
        site.f_next[k] = fk + (lbm_equilibrium(k, rho, u) - fk) / tau


@computation(
    LATTICE,
    "apply the regularised BGK collision, only the second-order non-equilibrium kept",
    trace={True: "without its trace", False: ""},
    border={True: "copying populations of border sites", False: ""},
)
def lbm_regularized(site: Any, tau: Any) -> None:
    if v.border and site.kind != SiteType.BULK:
        for k in range(9):
            site.f_next[k] = site.f[k]
        return
    rho = site.density
    u = site.velocity
    xx = float(0.0)
    yy = float(0.0)
    xy = float(0.0)
    for k in range(9):
        c = d2q9_velocity(k)
        excess = site.f[k] - lbm_equilibrium(k, rho, u)
        xx += excess * c[0] * c[0]
        yy += excess * c[1] * c[1]
        xy += excess * c[0] * c[1]
    if v.trace:
        mean = 0.5 * (xx + yy)
        xx -= mean
        yy -= mean
    keep = 1.0 - 1.0 / tau
    for k in range(9):
        q = stress_moments(d2q9_velocity(k))
        filtered = 4.5 * d2q9_weight(k) * (q[0] * xx + q[1] * yy + 2.0 * q[2] * xy)
        site.f_next[k] = lbm_equilibrium(k, rho, u) + keep * filtered


@computation(
    LATTICE,
    "apply Bouzidi's interpolated bounce-back at a wall some fraction along the cut links",
    moving={True: "with a moving wall", False: ""},
)
def lbm_interpolated_bounce(site: Any) -> None:
    q = site.distance
    if v.moving:
        u = wp.vec2(0.0)
        wall = site.wall
        if exists(wall):
            u = wall.velocity
    for k in range(1, 9):
        if exists(site.links[k]):
            continue
        opp = d2q9_link_opposite(k)
        behind = site.links[opp]
        f = site.f[k]
        if q < 0.5 and exists(behind):
            value = 2.0 * q * f + (1.0 - 2.0 * q) * behind.f[k]
        elif q < 0.5:
            value = f
        else:
            value = f / (2.0 * q) + (1.0 - 0.5 / q) * site.f[opp]
        if v.moving:
            drag = 6.0 * d2q9_link_weight(k) * site.density * wp.dot(d2q9_velocity(k), u)
            value -= drag if q < 0.5 else drag / (2.0 * q)
        site.f_next[opp] = value


@computation(
    LATTICE,
    "classify lattice sites, -1 for border sites and else by bits, 2 for links to walls or nowhere and 4 for links to moving walls,",
    diagonal={True: "over all links", False: "over axis links"},
    sleep={True: "and 1 for those asleep", False: ""},
)
def lbm_classify(site: Any, patience: Any) -> None:
    if site.kind != SiteType.BULK:
        site.class_code = -1
        return
    code = int(0)
    if v.sleep and site.steps_at_rest >= patience:
        code = code | SLEEPING
    for k in range(1, 9 if v.diagonal else 5):
        link = site.links[k]
        if exists(link):
            if link.kind == SiteType.WALL:
                code = code | BESIDE_WALL
            elif link.kind == SiteType.MOVING:
                code = code | BESIDE_MOVING
        else:
            code = code | BESIDE_WALL
    site.class_code = code


@computation(
    LATTICE,
    "count the steps that each site has been slower than the limit, zero once it moves",
    wake={True: "or five of its eight linked sites do", False: ""},
)
def lbm_rest_steps(site: Any, rest_speed: Any) -> None:
    n = site.steps_at_rest
    moving = wp.length(site.velocity) > rest_speed
    if v.wake and not moving:
        fast = int(0)
        for k in range(1, 9):
            link = site.links[k]
            if exists(link) and wp.length(link.velocity) > rest_speed:
                fast += 1
        moving = fast >= WAKING_LINKS
    if moving:
        site.steps_at_rest = 0
    else:
        site.steps_at_rest = n + 1
