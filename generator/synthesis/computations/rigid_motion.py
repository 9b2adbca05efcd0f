"""Motion of rigid bodies: steps in time, damping, limits, and what is wrong with a state."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

KINEMATIC = 1
SLEEPING = 2
NO_GRAVITY = 4
EPSILON = 1.0e-6


@law
def turn_quaternion(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    """Attitude after a step at an angular velocity in world axes, to first order."""
    return wp.normalize(q + wp.quat(omega[0], omega[1], omega[2], 0.0) * q * (0.5 * dt))


@law
def exponential_turn(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    """Attitude after a step at a constant angular velocity in world axes, by the exponential map."""
    speed = wp.length(omega)
    if speed < EPSILON:
        return q
    return wp.normalize(wp.quat_from_axis_angle(omega / speed, speed * dt) * q)


@law
def integrate_rigid_step(
    pose: wp.transform, twist: wp.spatial_vector, center: wp.vec3, acc: wp.vec3, ang_acc: wp.vec3, dt: float
) -> tuple[wp.transform, wp.spatial_vector]:
    """Pose and twist of a body after a semi-implicit Euler step, taken at its centre of mass."""
    x = wp.transform_get_translation(pose)
    q = wp.transform_get_rotation(pose)
    x_com = x + wp.quat_rotate(q, center)
    v1 = wp.spatial_top(twist) + acc * dt
    w1 = wp.spatial_bottom(twist) + ang_acc * dt
    x_com = x_com + v1 * dt
    q1 = turn_quaternion(q, w1, dt)
    return wp.transform(x_com - wp.quat_rotate(q1, center), q1), wp.spatial_vector(v1, w1)


@law
def clamp_magnitude(a: wp.vec3, limit: float) -> wp.vec3:
    """Vector shortened to a greatest length, its direction kept."""
    size = wp.length(a)
    if size > limit:
        return a * (limit / size)
    return a


@computation(
    RIGID_BODIES,
    "advance each body that is not kinematic by a step of semi-implicit Euler under its wrench and gravity",
    gravity={"always": "", "flag": "(where no flag turns that off)"},
    gyro={True: "with the gyroscopic torque", False: "without the gyroscopic torque"},
    damped={True: "with damping of its spin", False: ""},
)
def integrate_rigid_body(body: Any, dt: Any, angular_damping: Any) -> None:
    if (body.flags & KINEMATIC) != 0:
        return
    pose = body.pose
    twist = body.twist
    wrench = body.wrench
    q = wp.transform_get_rotation(pose)
    omega = wp.spatial_bottom(twist)
    acc = wp.spatial_top(wrench) / body.mass
    if v.gravity == "always":
        acc += body.world.gravity
    elif (body.flags & NO_GRAVITY) == 0:
        acc += body.world.gravity
    # rotation is solved in the body's own frame
    tau = wp.quat_rotate_inv(q, wp.spatial_bottom(wrench))
    inertia = body.inertia
    if v.gyro:
        wb = wp.quat_rotate_inv(q, omega)
        tau = tau - wp.cross(wb, inertia @ wb)
    ang_acc = wp.quat_rotate(q, wp.inverse(inertia) @ tau)
    if v.damped:
        ang_acc -= angular_damping * omega
    pose, twist = integrate_rigid_step(pose, twist, body.center, acc, ang_acc, dt)
    body.pose = pose
    body.twist = twist


@computation(
    RIGID_BODIES,
    "move the centre of mass of each awake body along its twist",
    why={"exp": "the exponential map turns exactly by spin times time step, however far that is"},
    turn={"linear": "with a first-order quaternion step", "exp": "with the exponential map of its spin"},
)
def drift_body(body: Any, dt: Any) -> None:
    if (body.flags & SLEEPING) != 0:
        return
    center = body.center
    x_com = wp.transform_point(body.pose, center) + wp.spatial_top(body.twist) * dt
    q = wp.transform_get_rotation(body.pose)
    if v.turn == "linear":
        turned = turn_quaternion(q, wp.spatial_bottom(body.twist), dt)
    else:
        turned = exponential_turn(q, wp.spatial_bottom(body.twist), dt)
    body.pose = wp.transform(x_com - wp.quat_rotate(turned, center), turned)


@computation(
    RIGID_BODIES,
    "change linear and angular velocity of each awake body by its wrench, without the gyroscopic torque,",
    damped={True: "with linear and angular damping", False: ""},
    clear={True: "and clear the wrench", False: ""},
)
def kick_body(body: Any, dt: Any, linear_damping: Any, angular_damping: Any) -> None:
    if (body.flags & SLEEPING) != 0:
        return
    vel = wp.spatial_top(body.twist) + wp.spatial_top(body.wrench) * (dt / body.mass)
    q = wp.transform_get_rotation(body.pose)
    tau = wp.quat_rotate_inv(q, wp.spatial_bottom(body.wrench))
    omega = wp.spatial_bottom(body.twist) + dt * wp.quat_rotate(q, wp.inverse(body.inertia) @ tau)
    if v.damped:
        vel = vel * (1.0 - linear_damping * dt)
        omega = omega * (1.0 - angular_damping * dt)
    body.twist = wp.spatial_vector(vel, omega)
    if v.clear:
        body.wrench = wp.spatial_vector()


@computation(
    RIGID_BODIES,
    "scale",
    part={
        "both": "linear and angular velocity of each body down to their limits",
        "linear": "the linear velocity of each body down to its limit",
        "angular": "the angular velocity of each body down to its limit",
    },
)
def clamp_body_velocity(body: Any, speed_limit: Any, spin_limit: Any) -> None:
    twist = body.twist
    linear = wp.spatial_top(twist)
    angular = wp.spatial_bottom(twist)
    if v.part != "angular":
        linear = clamp_magnitude(linear, speed_limit)
    if v.part != "linear":
        angular = clamp_magnitude(angular, spin_limit)
    body.twist = wp.spatial_vector(linear, angular)


@computation(
    RIGID_BODIES,
    "flag the bodies whose state is fit to use, and put back to its former pose, at rest, each whose twist is not finite "
    "or whose speed is over the limit",
    spin={True: "or whose spin is over its own", False: ""},
    note={True: "and raise the fault flag of its world", False: ""},
)
def check_body_state(body: Any, speed_limit: Any, spin_limit: Any) -> None:
    twist = body.twist
    valid = wp.isfinite(twist) and wp.length(wp.spatial_top(twist)) <= speed_limit
    if v.spin:
        valid = valid and wp.length(wp.spatial_bottom(twist)) <= spin_limit
    pose = body.pose
    body.valid = int(valid)
    if not valid:
        pose = body.former
        twist = wp.spatial_vector()
        if v.note:
            wp.atomic_max(body.world.fault, 1)
    body.pose = pose
    body.twist = twist
