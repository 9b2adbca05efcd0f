"""Rigid bodies whose poses are given: twists between two poses, targets, keyframes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

KINEMATIC = 1


@law
def rotation_error(q0: wp.quat, q1: wp.quat) -> wp.vec3:
    """Rotation vector from one attitude to another in world axes, the shorter way, to first order."""
    dq = q1 * wp.quat_inverse(q0)
    turn = 2.0 * wp.vec3(dq[0], dq[1], dq[2])
    # the shorter way round
    if dq[3] < 0.0:
        return -turn
    return turn


@computation(
    RIGID_BODIES,
    "compute the twist of each body at its centre of mass by finite differences of its former and present pose",
    shift={True: "and keep the present pose as the former one", False: ""},
)
def twist_from_poses(body: Any, dt: Any) -> None:
    pose = body.pose
    old = body.former
    x1 = wp.transform_point(pose, body.center)
    x0 = wp.transform_point(old, body.center)
    turn = rotation_error(wp.transform_get_rotation(old), wp.transform_get_rotation(pose))
    body.twist = wp.spatial_vector((x1 - x0) / dt, turn / dt)
    if v.shift:
        body.former = pose


@computation(
    RIGID_BODIES,
    "give each kinematic body the twist towards its target pose",
    gain={
        "step": "that reaches it in one step, to first order in the turn",
        "gain": "proportional to the error by a gain",
    },
    others={"keep": "", "stop": "and stop all others"},
)
def track_target_pose(body: Any, dt: Any, gain: Any) -> None:
    if (body.flags & KINEMATIC) == 0:
        if v.others == "stop":
            body.twist = wp.spatial_vector()
        return
    pose = body.pose
    goal = body.target
    d = wp.transform_point(goal, body.center) - wp.transform_point(pose, body.center)
    turn = rotation_error(wp.transform_get_rotation(pose), wp.transform_get_rotation(goal))
    if v.gain == "step":
        body.twist = wp.spatial_vector(d / dt, turn / dt)
    else:
        body.twist = wp.spatial_vector(gain * d, gain * turn)


@computation(
    RIGID_BODIES,
    "place each body between two keyframes at its time",
    rotation={"slerp": "by spherical interpolation", "nlerp": "by normalised linear interpolation of quaternions"},
    position={"linear": "on the line between their positions", "hermite": "on a cubic Hermite curve"},
)
def interpolate_keyframes(body: Any) -> None:
    k0, k1 = body.begin, body.end
    span = k1.time - k0.time
    s = 0.0
    if span > 0.0:
        s = wp.clamp((body.time - k0.time) / span, 0.0, 1.0)
    p0 = wp.transform_get_translation(k0.pose)
    p1 = wp.transform_get_translation(k1.pose)
    qa = wp.transform_get_rotation(k0.pose)
    qb = wp.transform_get_rotation(k1.pose)
    # take the shorter arc
    if wp.dot(qa, qb) < 0.0:
        qb = -qb
    if v.rotation == "slerp":
        q = wp.quat_slerp(qa, qb, s)
    else:
        q = wp.normalize(qa * (1.0 - s) + qb * s)
    if v.position == "linear":
        p = wp.lerp(p0, p1, s)
    else:
        s2 = s * s
        s3 = s2 * s
        tangent = (s3 - 2.0 * s2 + s) * k0.velocity + (s3 - s2) * k1.velocity
        p = p0 + (3.0 * s2 - 2.0 * s3) * (p1 - p0) + span * tangent
    body.pose = wp.transform(p, q)
