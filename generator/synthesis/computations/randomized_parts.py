"""Domain randomisation of parts: masses, frictions, pushes, starts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.randomization import RANDOMIZATION

GRAVITY = 9.81
EPSILON = 1.0e-6


@law
def log_uniform(low: float, high: float, u: float) -> float:
    """Number between two positive bounds, as likely in each doubling (log-uniform)."""
    return low * wp.exp(u * wp.log(high / low))


@law
def triangular(low: float, high: float, u: float) -> float:
    """Number between two bounds, likeliest half way (symmetric triangular distribution)."""
    span = high - low
    if u < 0.5:
        return low + span * wp.sqrt(0.5 * u)
    return high - span * wp.sqrt(0.5 * (1.0 - u))


@computation(
    RANDOMIZATION,
    "scale the mass of each part by a random factor",
    law={"uniform": "", "log": "that is log-uniform", "triangular": "of a triangular distribution"},
    inertia={True: "and its inertia with it", False: ""},
    center={True: "and shift its centre of mass", False: ""},
    when={"all": "", "reset": "in arenas that reset"},
)
def randomize_mass(part: Any, seed: Any, step: Any, least: Any, most: Any, com_range: Any) -> None:
    if v.when == "reset":
        if not part.arena.reset:
            return
    state = wp.rand_init(seed, step * count(part) + part.index)
    if v.law == "uniform":
        factor = wp.lerp(least, most, wp.randf(state))
    elif v.law == "log":
        factor = log_uniform(least, most, wp.randf(state))
    else:
        factor = triangular(least, most, wp.randf(state))
    m = part.nominal_mass * factor
    part.mass = m
    part.inverse_mass = 1.0 / m
    if v.inertia:
        part.inertia = part.nominal_inertia * factor
    if v.center:
        shift = wp.vec3(wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0)) * com_range
        part.center = part.nominal_center + shift


@computation(
    RANDOMIZATION,
    "scale the nominal friction of each part by a random factor",
    source={
        "range": "",
        "bucket": "that it takes from one of a few materials",
        "arena": "alike for all parts of an arena",
    },
    sliding={True: "with a sliding friction of a factor of its own that is never above the static one", False: ""},
    restitution={True: "and draw its restitution, up to a half", False: ""},
)
def randomize_friction(part: Any, seed: Any, least: Any, most: Any, buckets: Any) -> None:
    if v.source == "bucket":
        # the first streams are those of the materials
        pick = wp.rand_init(seed, buckets + part.index)
        state = wp.rand_init(seed, wp.randi(pick, 0, buckets))
    elif v.source == "arena":
        state = wp.rand_init(seed, part.arena.index)
    else:
        state = wp.rand_init(seed, part.index)
    mu = part.friction * wp.lerp(least, most, wp.randf(state))
    part.static_friction = mu
    if v.sliding:
        part.sliding_friction = wp.min(mu, part.friction * wp.lerp(least, most, wp.randf(state)))
    if v.restitution:
        part.restitution = 0.5 * wp.randf(state)


@computation(
    RANDOMIZATION,
    "push each part",
    when={
        "interval": "every few steps, each arena at a step of its own,",
        "chance": "with a small chance at each step",
    },
    how={
        "velocity": "by a random velocity",
        "flat": "by a random horizontal velocity",
        "impulse": "by a random impulse",
    },
)
def push_part(part: Any, seed: Any, step: Any, interval: Any, push: Any, impulse: Any) -> None:
    vel = part.velocity
    if v.when == "interval":
        if (step + part.arena.index) % interval != 0:
            part.pushed_velocity = vel
            return
    state = wp.rand_init(seed, step * count(part) + part.index)
    if v.when == "chance":
        if wp.randi(state, 0, interval) != 0:
            part.pushed_velocity = vel
            return
    if v.how == "flat":
        p = wp.sample_unit_disk(state)
        kick = wp.vec3(p[0], p[1], 0.0) * push
    elif v.how == "impulse":
        kick = wp.sample_unit_sphere_surface(state) * (impulse * wp.randf(state) / part.mass)
    else:
        kick = wp.sample_unit_sphere_surface(state) * (push * wp.randf(state))
    part.pushed_velocity = vel + kick


@computation(
    RANDOMIZATION,
    "draw where each part of an arena that resets starts,",
    place={
        "disk": "in a disc about the origin of its arena",
        "box": "in a box about the origin of its arena",
        "ring": "on a ring about the origin of its arena",
    },
    turn={
        "yaw": "with a random heading",
        "uniform": "in a uniform random orientation (Shoemake)",
        "none": "",
    },
)
def start_part(part: Any, seed: Any, step: Any, area: Any) -> None:
    if not part.arena.reset:
        return
    state = wp.rand_init(seed, step * count(part) + part.index)
    if v.place == "disk":
        p = wp.sample_unit_disk(state)
        offset = wp.vec3(p[0], p[1], 0.0) * area
    elif v.place == "box":
        offset = wp.sample_unit_cube(state) * (2.0 * area)
    else:
        p = wp.sample_unit_ring(state)
        offset = wp.vec3(p[0], p[1], 0.0) * area
    part.start = part.arena.origin + offset
    if v.turn == "yaw":
        half = 0.5 * wp.randf(state, -wp.pi, wp.pi)
        part.turn = wp.quat(0.0, 0.0, wp.sin(half), wp.cos(half))
    elif v.turn == "uniform":
        u = wp.randf(state)
        a = wp.randf(state, 0.0, 2.0 * wp.pi)
        b = wp.randf(state, 0.0, 2.0 * wp.pi)
        r = wp.sqrt(1.0 - u)
        s = wp.sqrt(u)
        part.turn = wp.quat(r * wp.sin(a), r * wp.cos(a), s * wp.sin(b), s * wp.cos(b))


@computation(
    RANDOMIZATION,
    "move each part after the push, while gravity accelerates it,",
    by={"new": "", "mean": "by the mean of its velocities before and after the step"},
    floor={
        "none": "",
        "stop": "and hold it on the floor",
        "slide": "and hold it on the floor, slowed by its friction (Coulomb)",
        "bounce": "and let it bounce off the floor",
    },
)
def move_pushed_part(part: Any, dt: Any) -> None:
    vel = part.pushed_velocity
    fall = wp.vec3(0.0, 0.0, -GRAVITY * dt)
    if v.by == "mean":
        x = part.position + (vel + 0.5 * fall) * dt
        vel += fall
    else:
        vel += fall
        x = part.position + vel * dt
    if v.floor != "none":
        if x[2] < 0.0:
            x = wp.vec3(x[0], x[1], 0.0)
            if vel[2] < 0.0:
                if v.floor == "slide":
                    flat = wp.vec3(vel[0], vel[1], 0.0)
                    size = wp.length(flat)
                    # friction takes at most mu times what the floor takes of the fall
                    left = wp.max(size + part.sliding_friction * vel[2], 0.0)
                    vel = flat * (left / wp.max(size, EPSILON))
                elif v.floor == "bounce":
                    vel = wp.vec3(vel[0], vel[1], -part.restitution * vel[2])
                else:
                    vel = wp.vec3(vel[0], vel[1], 0.0)
    part.next_velocity = vel
    part.next_position = x
