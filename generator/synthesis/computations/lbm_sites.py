"""Lattice Boltzmann on a sparse lattice: linked sites, walls, obstacles, blocks and probes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.lbm_collision import (
    d2q9_link_opposite,
    d2q9_link_weight,
    d2q9_velocity,
    lbm_equilibrium,
)
from generator.synthesis.schemas.lattice_boltzmann import LATTICE

SiteType: Any = LATTICE.enumerations["SiteType"]


@law
def moving_wall_term(k: int, rho: float, u: wp.vec2) -> float:
    """Change of a population that bounces back along a direction, due to the motion of the wall."""
    return 6.0 * d2q9_link_weight(k) * rho * wp.dot(d2q9_velocity(k), u)


@law
def planar_cross(a: wp.vec2, b: wp.vec2) -> float:
    """Cross product of two vectors in the plane, positive where the second is counterclockwise."""
    return a[0] * b[1] - a[1] * b[0]


@computation(
    LATTICE,
    "stream populations over the links of a sparse lattice with half-way bounce-back at missing ones",
    wall={"rest": "", "moving": "from walls that may move"},
)
def lbm_pull_links(site: Any) -> None:
    if v.wall == "moving":
        wall = site.wall
    # what rests stays
    site.f_next[0] = site.f[0]
    for k in range(1, 9):
        opp = d2q9_link_opposite(k)
        source = site.links[opp]
        if exists(source):
            site.f_next[k] = source.f[k]
        elif v.wall == "moving" and exists(wall):
            site.f_next[k] = site.f[opp] + moving_wall_term(k, site.density, wall.velocity)
        else:
            site.f_next[k] = site.f[opp]


@computation(
    LATTICE,
    "count the cut links of a site, those of its eight directions that lead into walls",
    bits={True: "with a bit for each", False: ""},
)
def lbm_wall_links(site: Any) -> None:
    n = int(0)
    if v.bits:
        mask = int(0)
    for k in range(1, 9):
        if exists(site.links[k]):
            continue
        n += 1
        if v.bits:
            mask |= 1 << k
    site.wall_links = n
    if v.bits:
        site.link_bits = mask


@computation(
    LATTICE,
    "compute the force on an obstacle by momentum exchange over its cut links",
    torque={True: "and the torque", False: ""},
    moving={True: "with the terms of its motion", False: ""},
    counted={True: "counting links", False: ""},
)
def lbm_obstacle_force(site: Any) -> None:
    obstacle = site.obstacle
    n = int(0)
    push = wp.vec2(0.0)
    if v.moving:
        u = obstacle.velocity
    for k in range(1, 9):
        if exists(site.links[k]):
            continue
        c = d2q9_velocity(k)
        amount = 2.0 * site.f[k]
        if v.moving:
            amount -= moving_wall_term(k, site.density, u)
        push += amount * c
        n += 1
    if n == 0:
        return
    obstacle.force += push
    if v.torque:
        place = site.place
        arm = wp.vec2(float(place[0]), float(place[1])) - obstacle.center
        obstacle.torque += planar_cross(arm, push)
    if v.counted:
        obstacle.link_count += n


@computation(
    LATTICE,
    "compute the viscous stress of a site, its non-equilibrium momentum flux times 1 / (2 tau) - 1,",
    deviatoric={True: "without its trace", False: ""},
)
def lbm_viscous_stress(site: Any, tau: Any) -> None:
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
    if v.deviatoric:
        mean = 0.5 * (xx + yy)
        xx -= mean
        yy -= mean
    site.stress = (0.5 / tau - 1.0) * wp.vec3(xx, yy, xy)


@computation(
    LATTICE,
    "compute the strain rate of a site, its non-equilibrium momentum flux times -3 / (2 rho tau),",
    size={True: "and the size of it, the root of 2 S : S", False: ""},
)
def lbm_strain_rate(site: Any, tau: Any) -> None:
    rho = site.density
    u = site.velocity
    flux = wp.vec3(0.0)
    for k in range(9):
        c = d2q9_velocity(k)
        excess = site.f[k] - lbm_equilibrium(k, rho, u)
        flux += excess * wp.vec3(c[0] * c[0], c[1] * c[1], c[0] * c[1])
    s = -1.5 / (rho * tau) * flux
    site.strain = s
    if v.size:
        site.shear_rate = wp.sqrt(2.0 * (s[0] * s[0] + s[1] * s[1] + 2.0 * s[2] * s[2]))


@computation(
    LATTICE,
    "set the velocity of sites at walls to zero",
    wall={
        True: "and impose what their wall prescribes on the others, its velocity at moving walls and velocity borders "
        "and its density at pressure borders",
        False: "",
    },
    pressure={"keep": "", "normal": "keeping the normal part alone of the velocity at pressure borders"},
)
def lbm_border_state(site: Any) -> None:
    kind = site.kind
    u = site.velocity
    if kind == SiteType.WALL:
        u = wp.vec2(0.0)
    elif v.pressure == "normal" and kind == SiteType.PRESSURE:
        n = site.normal
        u = wp.dot(u, n) * n
    if v.wall:
        wall = site.wall
        if exists(wall):
            if kind == SiteType.PRESSURE:
                site.density = wall.density
            elif kind == SiteType.MOVING or kind == SiteType.VELOCITY:
                u = wall.velocity
    site.velocity = u


@computation(
    LATTICE,
    "set the velocity of an obstacle's site to that of its rigid surface",
    spin={True: "with rotation", False: ""},
)
def lbm_surface_velocity(site: Any) -> None:
    obstacle = site.obstacle
    if not exists(obstacle):
        return
    u = obstacle.velocity
    if v.spin:
        place = site.place
        arm = wp.vec2(float(place[0]), float(place[1])) - obstacle.center
        u += obstacle.spin * wp.vec2(-arm[1], arm[0])
    site.velocity = u
