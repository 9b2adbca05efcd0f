"""What packages of particles keep in order: resets, live lists, copies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.computations.particle_forces import is_particle_free
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
FIXED = 2
GHOST = 4

slot: Any = None
counter: Any = None
"""Records of the schema by their number."""


@law
def is_inside_bounds(x: wp.vec3, lower: wp.vec3, upper: wp.vec3) -> bool:
    """Whether a point lies in an axis-aligned box, its faces included."""
    if x[0] < lower[0] or x[0] > upper[0]:
        return False
    if x[1] < lower[1] or x[1] > upper[1]:
        return False
    return x[2] >= lower[2] and x[2] <= upper[2]


@computation(
    PARTICLES,
    "predict particle positions for a position-based step: save the position, integrate gravity and force, and move by the new velocity, holding particles that are not free",
    damped={True: "with linear drag", False: ""},
)
def predict_particle(particle: Any, drag: float, dt: float) -> None:
    x = particle.position
    particle.previous = x
    if not is_particle_free(particle.flags):
        particle.velocity = wp.vec3()
        return
    vel = particle.velocity + (particle.world.gravity + particle.force / particle.mass) * dt
    if v.damped:
        vel = vel / (1.0 + drag * dt)
    particle.velocity = vel
    particle.position = x + vel * dt


@computation(
    PARTICLES,
    "reset particles in worlds that restart",
    aged={True: "with age zero", False: ""},
    flags={True: "activating them", False: ""},
)
def reset_particles(particle: Any) -> None:
    if not particle.world.reset:
        return
    particle.position = particle.initial
    particle.velocity = wp.vec3()
    if v.aged:
        particle.age = 0.0
    if v.flags:
        particle.flags = particle.flags | ACTIVE


@computation(
    PARTICLES,
    "count active particles by world",
    fixed={True: "without fixed ones", False: ""},
)
def count_active_particles(particle: Any) -> None:
    world = particle.world
    flags = particle.flags
    if (flags & ACTIVE) == 0:
        return
    if v.fixed and (flags & FIXED) != 0:
        return
    world.active_count += 1


@computation(
    PARTICLES,
    "compact active particles into a list by an atomic counter, dropping those without room",
    outputs={"ids": "", "points": "with positions", "all": "with positions and radii"},
    inverse={True: "storing each one's slot, -1 for none", False: ""},
)
def compact_live_particles(particle: Any) -> None:
    if (particle.flags & ACTIVE) == 0:
        if v.inverse:
            particle.slot = -1
        return
    place = wp.atomic_add(counter[0].active, 1)
    if place >= count(slot):
        counter[0].dropped += 1
        if v.inverse:
            particle.slot = -1
        return
    slot[place].particle_index = particle.index
    if v.outputs != "ids":
        slot[place].point = particle.position
    if v.outputs == "all":
        slot[place].size = particle.radius
    if v.inverse:
        particle.slot = place


@computation(
    PARTICLES,
    "flag particles outside their world's bounds as ghosts",
    restore={True: "and clear the flag inside", False: ""},
)
def mark_ghosts(particle: Any) -> None:
    world = particle.world
    flags = particle.flags
    if is_inside_bounds(particle.position, world.lower, world.upper):
        if v.restore:
            particle.flags = flags & ~GHOST
        return
    particle.flags = flags | GHOST


@computation(
    PARTICLES,
    "age particles and deactivate those past their lifetime",
    fade={True: "fading opacity linearly", False: ""},
    counted={True: "counting those that die", False: ""},
)
def age_particles(particle: Any, dt: Any) -> None:
    flags = particle.flags
    if (flags & ACTIVE) == 0:
        if v.fade:
            particle.opacity = 0.0
        return
    age = particle.age + dt
    particle.age = age
    if age > particle.lifetime:
        particle.flags = flags & ~ACTIVE
        if v.fade:
            particle.opacity = 0.0
        if v.counted:
            counter[0].dead += 1
        return
    if v.fade:
        particle.opacity = 1.0 - age / particle.lifetime


@computation(
    PARTICLES,
    "copy the position of the particle that each one follows,",
    state={"position": "", "both": "and its velocity,"},
    default={"zero": "or zero where there is none", "initial": "or the initial position where there is none"},
)
def copy_followed_particle(particle: Any) -> None:
    if not exists(particle.source):
        particle.mirrored = particle.initial if v.default == "initial" else wp.vec3()
        if v.state == "both":
            particle.mirrored_velocity = wp.vec3()
        return
    source = particle.source
    particle.mirrored = source.position
    if v.state == "both":
        particle.mirrored_velocity = source.velocity


@computation(
    PARTICLES,
    "interpolate kinematic (fixed) particles between previous and target positions within a step",
    free={"keep": "", "speed": "with the velocity of that move"},
)
def move_fixed_particles(particle: Any, alpha: Any, dt: Any) -> None:
    if (particle.flags & FIXED) == 0:
        return
    particle.position = (1.0 - alpha) * particle.previous + alpha * particle.target
    if v.free == "speed":
        particle.velocity = (particle.target - particle.previous) / dt


@computation(
    PARTICLES,
    "scatter packed positions back to particles through their slots",
    missing={"keep": "", "reset": "resetting those without one"},
)
def scatter_packed_points(particle: Any) -> None:
    s = particle.slot
    if s < 0 or s >= count(slot):
        if v.missing == "reset":
            particle.position = particle.initial
        return
    particle.position = slot[s].point
