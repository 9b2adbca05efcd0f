"""Vehicles on wheels: one wheel in full, steering, speeds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

EPSILON = 1.0e-6


@law
def slip_ratio(wheel_speed: float, ground_speed: float) -> float:
    """Longitudinal slip over the faster of both speeds, positive in driving, zero at rest."""
    base = wp.max(wp.abs(wheel_speed), wp.abs(ground_speed))
    if base < EPSILON:
        return 0.0
    return (wheel_speed - ground_speed) / base


@law
def friction_circle(fx: float, fy: float, limit: float) -> tuple[float, float]:
    """Tyre force cut to the friction circle, its direction kept."""
    size = wp.sqrt(fx * fx + fy * fy)
    if size > limit:
        s = limit / size
        return fx * s, fy * s
    return fx, fy


@law
def steer_axis(axis: wp.vec3, up: wp.vec3, angle: float) -> wp.vec3:
    """Direction of an axle after steering about the up direction."""
    return wp.quat_rotate(wp.quat_from_axis_angle(up, angle), axis)


@computation(
    RIGID_BODIES,
    "compute suspension load, longitudinal force from slip ratio and lateral force from slip angle of each wheel on the "
    "ground, both limited by grip, and add them to its body",
    steer={True: "with a steered axle", False: ""},
    circle={True: "within the friction circle", False: ""},
    spin={True: "advancing the wheel's speed, in the air by its drive alone", False: ""},
)
def wheel_step(wheel: Any, dt: Any, peak: Any, slip_stiffness: Any) -> None:
    body = wheel.body
    pose = body.pose
    p = wp.transform_point(pose, wheel.anchor)
    omega = wheel.speed
    if v.spin:
        # no road holds a wheel in the air
        wheel.speed = omega + dt * wheel.drive / wheel.inertia
    wheel.long_force = 0.0
    wheel.side_force = 0.0
    # the spring reaches down to the ground
    c = wheel.travel + wheel.radius - p[2]
    if c <= 0.0:
        wheel.grounded = 0
        wheel.load = 0.0
        wheel.compression = 0.0
        return
    contact = wp.vec3(p[0], p[1], 0.0)
    wheel.grounded = 1
    wheel.compression = c
    wheel.contact_point = contact
    com = wp.transform_point(pose, body.center)
    r = contact - com
    vel = wp.spatial_top(body.twist) + wp.cross(wp.spatial_bottom(body.twist), r)
    load = wp.max(wheel.stiffness * c - wheel.damping * vel[2], 0.0)
    wheel.load = load
    if load == 0.0:
        return
    axis = wp.transform_vector(pose, wheel.axis)
    if v.steer:
        axis = steer_axis(axis, wp.transform_vector(pose, wp.vec3(0.0, 0.0, 1.0)), wheel.steer)
    # the tyre pushes along the ground, whichever way the body leans
    normal = wp.vec3(0.0, 0.0, 1.0)
    forward = wp.normalize(wp.cross(axis, normal))
    side = wp.cross(normal, forward)
    ground_speed = wp.dot(vel, forward)
    slip = slip_ratio(omega * wheel.radius, ground_speed)
    fx = wp.clamp(slip_stiffness * slip * load, -peak * load, peak * load)
    angle = wp.atan2(wp.dot(vel, side), wp.abs(ground_speed))
    fy = -wp.clamp(slip_stiffness * angle * load, -peak * load, peak * load)
    if v.circle:
        fx, fy = friction_circle(fx, fy, peak * load)
    f = load * normal + fx * forward + fy * side
    body.wrench += wp.spatial_vector(f, wp.cross(r, f))
    wheel.long_force = fx
    wheel.side_force = fy
    if v.spin:
        wheel.speed = omega + dt * (wheel.drive - fx * wheel.radius) / wheel.inertia


@computation(
    RIGID_BODIES,
    "build the 6x6 spatial inertia of each body",
    center={True: "about the origin of the world", False: "about its centre of mass"},
    inertia={"matrix": "", "principal": "from principal moments about its own axes"},
)
def body_spatial_inertia(body: Any) -> None:
    m = body.mass
    r = wp.quat_to_matrix(wp.transform_get_rotation(body.pose)) if v.center else body.rotation
    if v.inertia == "matrix":
        inertia = r @ body.inertia @ wp.transpose(r)
    else:
        inertia = r @ wp.diag(body.principal) @ wp.transpose(r)
    out = wp.spatial_matrix()
    if v.center:
        c = wp.transform_point(body.pose, body.center)
        cx = wp.skew(c)
        for i in range(3):
            for j in range(3):
                out[i, 3 + j] = -m * cx[i, j]
                out[3 + i, j] = m * cx[i, j]
        inertia = inertia - m * (cx @ cx)
    for i in range(3):
        out[i, i] = m
        for j in range(3):
            out[3 + i, 3 + j] = inertia[i, j]
    body.spatial_inertia = out
