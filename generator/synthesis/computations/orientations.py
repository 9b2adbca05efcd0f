"""Orientations of bodies as quaternions: turns, differences, layouts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

SLEEPING = 2
EPSILON = 1.0e-6


@law
def same_hemisphere(q: wp.quat, reference: wp.quat) -> wp.quat:
    """Of the two quaternions of a rotation the one that is nearer to a reference."""
    if wp.dot(q, reference) < 0.0:
        return -q
    return q


@law
def vertical_turn(q: wp.quat) -> wp.quat:
    """Part of a rotation about the z axis, the yaw of its swing-twist decomposition."""
    size = wp.sqrt(q[2] * q[2] + q[3] * q[3])
    if size < EPSILON:
        return wp.quat_identity()
    return wp.quat(0.0, 0.0, q[2] / size, q[3] / size)


@computation(
    RIGID_BODIES,
    "integrate body orientation, renormalised, by the quaternion derivative",
    frame={"world": "of a world-frame spin", "body": "of a body-frame spin"},
    sleeping={True: "unless asleep", False: ""},
)
def spin_orientation(body: Any, dt: Any) -> None:
    if v.sleeping and (body.flags & SLEEPING) != 0:
        return
    q = body.orientation
    w = body.spin
    rate = wp.quat(w[0], w[1], w[2], 0.0)
    if v.frame == "world":
        q = q + rate * q * (0.5 * dt)
    else:
        q = q + q * rate * (0.5 * dt)
    body.orientation = wp.normalize(q)


@computation(
    RIGID_BODIES,
    "estimate angular velocity by finite-differencing two quaternions, 2 vec(q q_prev^-1) / dt along the shorter arc",
    shift={True: "storing the orientation as previous", False: ""},
)
def spin_from_orientations(body: Any, dt: Any) -> None:
    q = body.orientation
    dq = same_hemisphere(q, body.earlier) * wp.quat_inverse(body.earlier)
    body.spin = wp.vec3(dq[0], dq[1], dq[2]) * (2.0 / dt)
    if v.shift:
        body.earlier = q


@computation(
    RIGID_BODIES,
    "rotate a body towards its target orientation by spherical interpolation along the shorter arc",
    step={"part": "by a fraction", "limit": "by a limited angle"},
    angle={True: "storing the angle that is left to turn", False: ""},
)
def approach_orientation(body: Any, share: float, turn_limit: float) -> None:
    q = body.orientation
    goal = same_hemisphere(body.wanted, q)
    if v.step == "limit" or v.angle:
        angle = 2.0 * wp.acos(wp.dot(q, goal))
    if v.step == "limit":
        t = wp.min(turn_limit / wp.max(angle, EPSILON), 1.0)
    else:
        t = share
    body.orientation = wp.quat_slerp(q, goal, t)
    if v.angle:
        body.angle = (1.0 - t) * angle


@computation(
    RIGID_BODIES,
    "convert body quaternions from xyzw to wxyz",
    sign={"any": "", "positive": "with w positive"},
    source={"orientation": "", "pose": "taken from poses"},
)
def quaternion_to_row(body: Any) -> None:
    if v.source == "orientation":
        q = body.orientation
    else:
        q = wp.transform_get_rotation(body.pose)
    if v.sign == "positive" and q[3] < 0.0:
        q = -q
    body.quat_row = wp.vec4(q[3], q[0], q[1], q[2])


@computation(
    RIGID_BODIES,
    "compute the orientation of a body relative to its parent, or to the world where it has none",
    rest={True: "and the turn from there to the target, the target times its inverse", False: ""},
)
def relative_orientation(body: Any) -> None:
    q = body.orientation
    if exists(body.parent):
        q = wp.quat_inverse(body.parent.orientation) * q
    body.relative = q
    if v.rest:
        body.missing = body.wanted * wp.quat_inverse(q)


@computation(
    RIGID_BODIES,
    "express in the frame of each body",
    what={
        "gravity": "the direction of gravity (projected gravity)",
        "velocity": "its linear velocity",
        "level": "its linear velocity, the frame turned by yaw only",
    },
)
def project_direction(body: Any) -> None:
    q = body.orientation
    if v.what == "level":
        q = vertical_turn(q)
    if v.what == "gravity":
        body.tilt = wp.quat_rotate_inv(q, wp.normalize(body.world.gravity))
    else:
        body.local_velocity = wp.quat_rotate_inv(q, wp.spatial_top(body.twist))


@computation(
    RIGID_BODIES,
    "split body orientation into yaw and tilt (swing-twist)",
    part={"turn": "keeping the yaw", "rest": "keeping the tilt", "both": ""},
)
def split_vertical_turn(body: Any) -> None:
    q = body.orientation
    turn = vertical_turn(q)
    if v.part != "rest":
        body.heading = turn
    if v.part != "turn":
        body.lean = wp.quat_inverse(turn) * q
