"""Forces of wheels on vehicles: springs, anti-roll bars, tyres, and how wheels turn."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.computations.rigid_loads import wrench_at_point
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

LEAST_SPEED = 0.1


@law
def wheel_velocity(q: wp.quat, twist: wp.spatial_vector, arm: wp.vec3) -> wp.vec3:
    """Velocity of a body at one of its wheels, in the body's frame."""
    omega = wp.quat_rotate_inv(q, wp.spatial_bottom(twist))
    return wp.quat_rotate_inv(q, wp.spatial_top(twist)) + wp.cross(omega, arm)


@law
def magic_formula(slip: float, b: float, c: float, d: float) -> float:
    """Tyre force at a slip by Pacejka's magic formula without its curvature factor."""
    return d * wp.sin(c * wp.atan(b * slip))


@computation(
    RIGID_BODIES,
    "push each body up, along the world's z axis, by the spring and damper of a wheel",
    ray={"flag": "where the wheel is on the ground", "height": "compressed by its height above the ground"},
    stop={True: "four times as stiff beyond its travel", False: ""},
    load={True: "and store the load of the wheel", False: ""},
)
def wheel_suspension(wheel: Any) -> None:
    body = wheel.body
    p = wp.transform_point(body.pose, wheel.anchor)
    up = wp.vec3(0.0, 0.0, 1.0)
    if v.ray == "flag":
        if wheel.grounded == 0:
            if v.load:
                wheel.load = 0.0
            return
        c = wheel.compression
    else:
        c = wheel.travel + wheel.radius - p[2]
        if c <= 0.0:
            if v.load:
                wheel.load = 0.0
            return
    com = wp.transform_point(body.pose, body.center)
    vel = wp.spatial_top(body.twist) + wp.cross(wp.spatial_bottom(body.twist), p - com)
    k = wheel.stiffness
    fn = k * c - wheel.damping * wp.dot(vel, up)
    if v.stop and c > wheel.travel:
        fn += 3.0 * k * (c - wheel.travel)
    # a wheel cannot pull
    fn = wp.max(fn, 0.0)
    body.wrench += wrench_at_point(fn * up, p, com)
    if v.load:
        wheel.load = fn


@computation(
    RIGID_BODIES,
    "add the force of an anti-roll bar, its stiffness times the difference in compression to the "
    "opposite wheel, to the body of each wheel",
    ground={True: "where both wheels are on the ground", False: ""},
)
def anti_roll_bar(wheel: Any, anti_roll: Any) -> None:
    other = wheel.opposite
    body = wheel.body
    if v.ground and (wheel.grounded == 0 or other.grounded == 0):
        return
    f = anti_roll * (wheel.compression - other.compression)
    up = wp.transform_vector(body.pose, wp.vec3(0.0, 0.0, 1.0))
    p = wp.transform_point(body.pose, wheel.anchor)
    body.wrench += wrench_at_point(f * up, p, wp.transform_point(body.pose, body.center))


@computation(
    RIGID_BODIES,
    "compute the lateral force of each tyre from its slip angle,",
    slip={"given": "", "found": "found from the velocity of its body where its spring starts,"},
    law={"magic": "by Pacejka's magic formula", "linear": "linear in the angle up to the grip"},
)
def tyre_side_force(wheel: Any, peak: Any, shape_factor: Any, stiffness_factor: Any, slip_stiffness: Any) -> None:
    if v.slip == "given":
        alpha = wheel.slip
    else:
        body = wheel.body
        vel = wheel_velocity(wp.transform_get_rotation(body.pose), body.twist, wheel.anchor - body.center)
        forward = wp.normalize(wp.cross(wheel.axis, wp.vec3(0.0, 0.0, 1.0)))
        along = wp.abs(wp.dot(vel, forward))
        alpha = wp.atan2(wp.dot(vel, wheel.axis), wp.max(along, LEAST_SPEED))
    grip = peak * wheel.load
    if v.law == "magic":
        wheel.side_force = -magic_formula(alpha, stiffness_factor, shape_factor, grip)
    else:
        wheel.side_force = -wp.clamp(slip_stiffness * alpha * wheel.load, -grip, grip)


@computation(
    RIGID_BODIES,
    "advance the angular speed of each wheel by its drive torque",
    brake={True: "and its brake, which stops it but does not turn it back", False: ""},
    force={
        True: "less the torque of the road, in proportion to slip up to the grip and stored as longitudinal force",
        False: "",
    },
)
def spin_wheel(wheel: Any, dt: Any, peak: Any, slip_stiffness: Any) -> None:
    omega = wheel.speed
    torque = wheel.drive
    if v.force:
        body = wheel.body
        vel = wheel_velocity(wp.transform_get_rotation(body.pose), body.twist, wheel.anchor - body.center)
        along = wp.dot(vel, wp.normalize(wp.cross(wheel.axis, wp.vec3(0.0, 0.0, 1.0))))
        # the road pulls against what the rim is ahead of it
        slip = (omega * wheel.radius - along) / wp.max(wp.abs(along), LEAST_SPEED)
        grip = peak * wheel.load
        fx = wp.clamp(slip_stiffness * slip * wheel.load, -grip, grip)
        wheel.long_force = fx
        torque = torque - fx * wheel.radius
    omega += dt * torque / wheel.inertia
    if v.brake:
        slow = dt * wheel.brake / wheel.inertia
        if wp.abs(omega) <= slow:
            omega = 0.0
        else:
            omega -= slow * wp.sign(omega)
    wheel.speed = omega
