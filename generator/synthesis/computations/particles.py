"""Point masses and springs: forces, steps in time, energies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
EPSILON = 1.0e-6


@law
def limit_speed(velocity: wp.vec3, limit: float) -> wp.vec3:
    speed = wp.length(velocity)
    if speed > limit:
        velocity = velocity * (limit / speed)
    return velocity


@computation(
    PARTICLES,
    "pull both particles of a spring towards its rest length",
    damped={True: "with damping along the spring", False: ""},
    law={"linear": "", "cubic": "with a force that grows with the cube of the stretch"},
)
def spring_force(spring: Any) -> None:
    a, b = spring.a, spring.b
    xa = a.position
    xb = b.position
    d = xa - xb
    length = wp.length(d)
    # two particles at one place have no direction
    if length < EPSILON:
        return
    n = d / length
    stretch = length - spring.rest_length
    if v.law == "linear":
        f = spring.stiffness * stretch
    else:
        f = spring.stiffness * stretch * stretch * stretch
    if v.damped:
        rate = wp.dot(n, a.velocity - b.velocity)
        f += spring.damping * rate
    fs = f * n
    a.force -= fs
    b.force += fs


@computation(
    PARTICLES,
    "advance a particle by one step of symplectic Euler",
    limited={True: "with a limit on its speed", False: ""},
    drag={True: "slowed by linear drag", False: ""},
)
def integrate_particle(particle: Any, dt: Any, speed_limit: Any, drag: Any) -> None:
    x = particle.position
    v0 = particle.velocity
    f = particle.force
    w = particle.inverse_mass
    if (particle.flags & ACTIVE) == 0 or w == 0.0:
        particle.position = x
        particle.velocity = wp.vec3()
        return
    v1 = v0 + (f * w + particle.world.gravity) * dt
    if v.drag:
        v1 = v1 * (1.0 - drag * dt)
    if v.limited:
        v1 = limit_speed(v1, speed_limit)
    # position follows the new velocity
    particle.position = x + v1 * dt
    particle.velocity = v1


@computation(PARTICLES, "add up the kinetic energy of the particles of each world", counted={True: "and count them", False: ""})
def kinetic_energy(particle: Any) -> None:
    world = particle.world
    m = particle.mass
    vel = particle.velocity
    world.energy += 0.5 * m * wp.dot(vel, vel)
    if v.counted:
        world.active_count += 1


@computation(PARTICLES, "derive the velocity of a particle from its last two positions")
def velocity_from_positions(particle: Any, dt: Any) -> None:
    if exists(particle.group):
        particle.velocity = (particle.position - particle.previous) / dt
    else:
        particle.velocity = wp.vec3(0.0, 0.0, 0.0)
