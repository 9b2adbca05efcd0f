"""Smoothed particles beside walls and bodies: boundary samples, reactions, emitters, boxes, steps in time."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.sph_kernels import cubic_spline, wendland_kernel
from generator.synthesis.schemas.sph import SPH

ParticleType: Any = SPH.enumerations["ParticleType"]

ACTIVE = 1


@law
def boundary_velocity(twist: wp.spatial_vector, arm: wp.vec3) -> wp.vec3:
    """Velocity of a boundary sample at an arm from the centre of mass of its body."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), arm)


@law
def bounce_axis(x: float, speed: float, low: float, high: float, restitution: float) -> tuple[float, float]:
    """Coordinate and speed along an axis after a bounce at an end of a range, set back onto the end."""
    if x < low:
        return low, wp.abs(speed) * restitution
    if x > high:
        return high, -wp.abs(speed) * restitution
    return x, speed


@law
def bounce_in_box(x: wp.vec3, vel: wp.vec3, low: wp.vec3, high: wp.vec3, restitution: float) -> tuple[wp.vec3, wp.vec3]:
    """Position and velocity after bounces at the walls of a box, axis by axis."""
    x0, v0 = bounce_axis(x[0], vel[0], low[0], high[0], restitution)
    x1, v1 = bounce_axis(x[1], vel[1], low[1], high[1], restitution)
    x2, v2 = bounce_axis(x[2], vel[2], low[2], high[2], restitution)
    return wp.vec3(x0, x1, x2), wp.vec3(v0, v1, v2)


@law
def is_outside(x: wp.vec3, low: wp.vec3, high: wp.vec3) -> bool:
    """Whether a point lies outside of an axis-aligned box, whose faces belong to it."""
    for axis in range(3):
        if x[axis] < low[axis] or x[axis] > high[axis]:
            return True
    return False


@computation(
    SPH,
    "move each boundary sample with its body",
    default={"zero": "or to its offset where it has none,", "rest": "leaving it in place where it has none,"},
    velocity={True: "and set its velocity", False: ""},
)
def sph_move_boundary(boundary: Any) -> None:
    body = boundary.body
    if not exists(body):
        if v.default == "zero":
            boundary.position = boundary.offset
        if v.velocity:
            boundary.velocity = wp.vec3(0.0)
        return
    pose = body.pose
    boundary.position = wp.transform_point(pose, boundary.offset)
    if v.velocity:
        arm = wp.transform_vector(pose, boundary.offset - body.center)
        boundary.velocity = boundary_velocity(body.twist, arm)


@computation(
    SPH,
    "scatter the force on each boundary sample into the wrench of its body by an atomic",
    wet={True: "where it pushes inwards", False: ""},
    counted={True: "and count the samples pushed inwards", False: ""},
)
def sph_body_wrench(boundary: Any) -> None:
    body = boundary.body
    f = boundary.reaction
    if v.wet or v.counted:
        push = wp.dot(f, boundary.outward)
    if v.wet:
        if push >= 0.0:
            return
    arm = boundary.position - wp.transform_point(body.pose, body.center)
    body.wrench += wp.spatial_vector(f, wp.cross(arm, f))
    if v.counted:
        if v.wet:
            body.pushed_count += 1
        elif push < 0.0:
            body.pushed_count += 1


@computation(
    SPH,
    "compute the volume of each boundary sample as the inverse of its kernel sum (Akinci)",
    kernel={"cubic": "with the cubic spline kernel", "wendland": "with the Wendland C2 kernel"},
)
def sph_boundary_volume(boundary: Any, h: Any) -> None:
    # the sample itself counts, once
    total = cubic_spline(0.0, h) if v.kernel == "cubic" else wendland_kernel(0.0, h)
    for b in boundary.neighbours:
        r = wp.length(boundary.position - b.position)
        total += cubic_spline(r, h) if v.kernel == "cubic" else wendland_kernel(r, h)
    boundary.volume = 1.0 / total


@computation(
    SPH,
    "advance each particle",
    why={"symplectic": "positions move with the new velocities: energy does not drift as it does with the old ones"},
    order={
        "symplectic": "by symplectic Euler and reflect it with restitution at the box",
        "explicit": "by explicit Euler and reflect it with restitution at the box",
        "smooth": "by its acceleration, moving it by its XSPH velocity, and reflect it with restitution at the box",
    },
    guarded={True: "except inactive ones", False: ""},
)
def sph_advance(particle: Any, dt: Any, lower: Any, upper: Any, restitution: Any) -> None:
    x = particle.position
    vel = particle.velocity
    if v.guarded and (particle.flags & ACTIVE) == 0:
        particle.position = x
        particle.velocity = vel
        return
    if v.order == "symplectic":
        vel += particle.acceleration * dt
        x += vel * dt
    elif v.order == "explicit":
        x += vel * dt
        vel += particle.acceleration * dt
    else:
        x += particle.smooth_velocity * dt
        vel += particle.acceleration * dt
    x, vel = bounce_in_box(x, vel, lower, upper, restitution)
    particle.position = x
    particle.velocity = vel


@computation(
    SPH,
    "set the transport velocity of each particle by its type: fluid its own, solid zero, inlet along "
    "its direction of inflow, outlet",
    outlet={"free": "accelerated freely", "outward": "its own with no part left that points inwards"},
)
def sph_kind_velocity(particle: Any, dt: Any) -> None:
    kind = particle.kind
    u = particle.velocity
    if kind == ParticleType.FLUID:
        particle.transport = u
    elif kind == ParticleType.INLET:
        along = particle.inflow
        particle.transport = wp.dot(u, along) * along
    elif kind == ParticleType.OUTLET:
        if v.outlet == "free":
            particle.transport = u + particle.acceleration * dt
        else:
            inward = particle.inflow
            particle.transport = u - wp.max(wp.dot(u, inward), 0.0) * inward
    else:
        particle.transport = wp.vec3(0.0)


@computation(
    SPH,
    "release each particle that waits at an open emitter: at its own place in the frame of the emitter, at the rest density of its phase, with the "
    "outflow speed of the emitter",
    turned={"axis": "along its z axis", "world": "straight down the y axis"},
    reset={True: "and without acceleration", False: ""},
)
def sph_emit(particle: Any) -> None:
    emitter = particle.inlet
    if not emitter.enabled or (particle.flags & ACTIVE) != 0:
        return
    frame = emitter.frame
    if v.turned == "axis":
        along = wp.quat_rotate(wp.transform_get_rotation(frame), wp.vec3(0.0, 0.0, 1.0))
    else:
        along = wp.vec3(0.0, -1.0, 0.0)
    particle.position = wp.transform_point(frame, particle.inlet_place)
    particle.velocity = emitter.speed * along
    particle.density = emitter.phase.rest_density
    particle.flags = particle.flags | ACTIVE
    if v.reset:
        particle.acceleration = wp.vec3()


@computation(
    SPH,
    "deactivate particles that left the box",
    counted={True: "and count them by world", False: ""},
    stopped={True: "stopping them", False: ""},
)
def sph_drop_outside(particle: Any, lower: Any, upper: Any) -> None:
    flags = particle.flags
    if (flags & ACTIVE) == 0 or not is_outside(particle.position, lower, upper):
        particle.flags = flags
        return
    particle.flags = flags & ~ACTIVE
    if v.stopped:
        particle.velocity = wp.vec3(0.0)
    if v.counted:
        world = particle.world
        if exists(world):
            world.lost_count += 1
