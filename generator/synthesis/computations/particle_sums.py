"""Sums over all pairs of point masses, and what worlds and groups gather from them by atomics."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
EPSILON = 1.0e-6


@law
def point_inertia(mass: float, r: wp.vec3) -> wp.mat33:
    """Inertia tensor of a point mass about the point that its arm starts from."""
    return mass * (wp.dot(r, r) * wp.identity(n=3, dtype=float) - wp.outer(r, r))


@computation(
    PARTICLES,
    "sum the softened gravity of all other particles on each particle",
    potential={True: "and half of its potential energy in their field", False: ""},
)
def all_pairs_gravity(particle: Any, softening: Any, gravitation: Any) -> None:
    x = particle.position
    acc = wp.vec3()
    potential = float(0.0)
    for j in range(count(particle)):
        if j == particle.index:
            continue
        d = particle[j].position - x
        inv_r = 1.0 / wp.sqrt(wp.dot(d, d) + softening * softening)
        m = particle[j].mass
        acc += m * inv_r * inv_r * inv_r * d
        if v.potential:
            potential -= m * inv_r
    particle.acceleration = gravitation * acc
    if v.potential:
        particle.energy = 0.5 * gravitation * particle.mass * potential


@computation(
    PARTICLES,
    "add the softened Coulomb field of all other charges of its world to the outer field at each particle",
    force={True: "and the force on its own charge", False: ""},
)
def all_pairs_field(particle: Any, softening: Any, coulomb: Any, electric_field: Any) -> None:
    field = electric_field
    world = particle.world
    for j in range(count(particle)):
        if j == particle.index:
            continue
        if particle[j].world.index != world.index:
            continue
        d = particle.position - particle[j].position
        r2 = wp.length_sq(d) + softening * softening
        field += coulomb * particle[j].charge / (r2 * wp.sqrt(r2)) * d
    particle.field = field
    if v.force:
        particle.force = particle.charge * field


@computation(
    PARTICLES,
    "add the angular momentum of each particle about the origin to its world",
    counted={True: "if it is active, and count those", False: ""},
)
def world_angular_momentum(particle: Any) -> None:
    world = particle.world
    if v.counted:
        if (particle.flags & ACTIVE) == 0:
            return
        world.active_count += 1
    world.angular_momentum += wp.cross(particle.position, particle.mass * particle.velocity)


@computation(
    PARTICLES,
    "accumulate the virial of each spring, minus its tension times its length, by world",
    damped={True: "with the part of its damper", False: ""},
)
def spring_virial(spring: Any) -> None:
    if spring.broken != 0:
        return
    a, b = spring.a, spring.b
    d = b.position - a.position
    length = wp.length(d)
    tension = spring.stiffness * (length - spring.rest_length)
    if v.damped:
        tension += spring.damping * wp.dot(b.velocity - a.velocity, d) / wp.max(length, EPSILON)
    a.world.virial -= tension * length


@computation(
    PARTICLES,
    "add the inertia of each particle about the centre of its group to that of the group",
    spin={True: "and its angular momentum about it", False: ""},
)
def group_inertia(particle: Any) -> None:
    group = particle.group
    if not exists(group):
        return
    r = particle.position - group.center
    group.inertia += point_inertia(particle.mass, r)
    if v.spin:
        group.spin += wp.cross(r, particle.mass * particle.velocity)
