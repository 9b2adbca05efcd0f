"""Point masses and springs: forces, steps in time, energies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
FIXED = 2
EPSILON = 1.0e-6


@law
def limit_speed(velocity: wp.vec3, limit: float) -> wp.vec3:
    """Velocity shortened to a speed limit, its direction kept."""
    speed = wp.length(velocity)
    if speed > limit:
        velocity = velocity * (limit / speed)
    return velocity


@computation(
    PARTICLES,
    "apply spring forces to both ends,",
    damped={True: "with axial damping", False: ""},
    law={"linear": "linear in stretch", "cubic": "cubic in stretch"},
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
        strain = stretch / spring.rest_length
        f = spring.stiffness * stretch * strain * strain
    if v.damped:
        rate = wp.dot(n, a.velocity - b.velocity)
        f += spring.damping * rate
    fs = f * n
    a.force -= fs
    b.force += fs


@computation(
    PARTICLES,
    "integrate active particles, the others at rest, by symplectic Euler under force and gravity",
    limited={True: "with clamped speed", False: ""},
    drag={True: "with linear drag", False: ""},
)
def integrate_particle(particle: Any, dt: Any, speed_limit: Any, drag: Any) -> None:
    x = particle.position
    v0 = particle.velocity
    f = particle.force
    m = particle.mass
    if (particle.flags & ACTIVE) == 0:
        particle.position = x
        particle.velocity = wp.vec3()
        return
    v1 = v0 + (f / m + particle.world.gravity) * dt
    if v.drag:
        v1 = v1 * (1.0 - drag * dt)
    if v.limited:
        v1 = limit_speed(v1, speed_limit)
    # position follows the new velocity
    particle.position = x + v1 * dt
    particle.velocity = v1


@computation(
    PARTICLES,
    "accumulate kinetic energy by world",
    counted={True: "of active particles alone, with their count", False: ""},
)
def kinetic_energy(particle: Any) -> None:
    if v.counted and (particle.flags & ACTIVE) == 0:
        return
    world = particle.world
    m = particle.mass
    vel = particle.velocity
    world.energy += 0.5 * m * wp.dot(vel, vel)
    if v.counted:
        world.active_count += 1


@computation(
    PARTICLES,
    "set the velocities of active particles from their positions after a position-based step, (x - x_prev) / dt",
    damped={True: "with linear damping", False: ""},
    resting={True: "putting back those that moved less than a rest distance", False: ""},
)
def velocity_from_positions(particle: Any, drag: float, rest_step: float, dt: float) -> None:
    if (particle.flags & ACTIVE) == 0:
        return
    move = particle.position - particle.previous
    vel = move / dt
    if v.damped:
        vel = vel * (1.0 - drag * dt)
    if v.resting:
        if wp.length(move) < rest_step:
            # what rests goes back to where it was
            particle.position = particle.previous
            vel = wp.vec3(0.0, 0.0, 0.0)
    particle.velocity = vel


@computation(
    PARTICLES,
    "apply accumulated position corrections of active particles, times a relaxation factor,",
    averaged={True: "averaged over their number, where there are any", False: ""},
    velocity={True: "updating velocity by the move", False: ""},
)
def apply_particle_correction(particle: Any, relaxation: Any, dt: Any) -> None:
    if (particle.flags & ACTIVE) == 0:
        return
    x_new = particle.position
    dx = particle.delta * relaxation
    if v.averaged:
        n = particle.delta_count
        if n > 0:
            x_new += dx / float(n)
    else:
        x_new += dx
    particle.position = x_new
    if v.velocity:
        particle.velocity = (x_new - particle.previous) / dt


@computation(
    PARTICLES,
    "truncate the displacement of particles over a step to a bound",
    flagged={True: "and put fixed ones back", False: ""},
)
def truncate_particle_step(particle: Any, max_step: Any) -> None:
    x0 = particle.previous
    x1 = particle.position
    if v.flagged and (particle.flags & FIXED) != 0:
        particle.position = x0
        return
    step = x1 - x0
    size = wp.length(step)
    if size > max_step:
        particle.position = x0 + step * (max_step / size)


@computation(
    PARTICLES,
    "push charged particles by the Boris rotation in a magnetic field",
    electric={True: "and half electric kicks", False: ""},
)
def boris_push(particle: Any, magnetic_field: Any, electric_field: Any, dt: Any) -> None:
    half = 0.5 * dt * particle.charge / particle.mass
    vel = particle.velocity
    if v.electric:
        vel = vel + electric_field * half
    t = magnetic_field * half
    s = t * (2.0 / (1.0 + wp.dot(t, t)))
    turned = vel + wp.cross(vel + wp.cross(vel, t), s)
    if v.electric:
        turned = turned + electric_field * half
    particle.velocity = turned


@computation(PARTICLES, "integrate particles by position Verlet", damped={True: "with damping", False: ""})
def verlet_step(particle: Any, drag: Any, dt: Any) -> None:
    x = particle.position
    step = x - particle.previous
    if v.damped:
        step = step * (1.0 - drag * dt)
    acc = particle.force / particle.mass
    particle.previous = x
    particle.position = x + step + acc * (dt * dt)
