"""Frames of rigid bodies: where shapes and centres of mass are, boxes, errors of poses, layouts of numbers."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

ShapeType: Any = None
"""Kinds of shapes."""

SLEEPING = 2
EPSILON = 1.0e-6
HUGE = 1.0e6


@law
def rotation_vector(q: wp.quat) -> wp.vec3:
    """Rotation vector of a unit quaternion, axis times angle in radians, the shorter way round."""
    axis = wp.vec3(q[0], q[1], q[2])
    s = wp.length(axis)
    w = q[3]
    # the shorter way round
    if w < 0.0:
        w = -w
        axis = -axis
    if s < EPSILON:
        return 2.0 * axis
    return axis * (2.0 * wp.atan2(s, w) / s)


@law
def half_extents(kind: int, scale: wp.vec3, q: wp.quat) -> wp.vec3:
    """Half extents of the axis-aligned box round a turned sphere, capsule, cylinder or box."""
    if kind == ShapeType.SPHERE:
        return wp.vec3(scale[0], scale[0], scale[0])
    if kind == ShapeType.CAPSULE:
        axis = wp.quat_rotate(q, wp.vec3(0.0, 0.0, scale[1]))
        r = scale[0]
        return wp.vec3(wp.abs(axis[0]) + r, wp.abs(axis[1]) + r, wp.abs(axis[2]) + r)
    if kind == ShapeType.CYLINDER:
        a = wp.quat_rotate(q, wp.vec3(0.0, 0.0, 1.0))
        # how far the rim of a disc reaches that stands across the axis
        rim = wp.vec3(
            wp.sqrt(a[1] * a[1] + a[2] * a[2]), wp.sqrt(a[2] * a[2] + a[0] * a[0]), wp.sqrt(a[0] * a[0] + a[1] * a[1])
        )
        return scale[1] * wp.abs(a) + scale[0] * rim
    x = wp.quat_rotate(q, wp.vec3(scale[0], 0.0, 0.0))
    y = wp.quat_rotate(q, wp.vec3(0.0, scale[1], 0.0))
    z = wp.quat_rotate(q, wp.vec3(0.0, 0.0, scale[2]))
    return wp.abs(x) + wp.abs(y) + wp.abs(z)


@law
def move_twist(twist: wp.spatial_vector, r: wp.vec3) -> wp.spatial_vector:
    """Twist of a rigid motion told at another point, an arm away from the present one."""
    omega = wp.spatial_bottom(twist)
    return wp.spatial_vector(wp.spatial_top(twist) + wp.cross(omega, r), omega)


@computation(
    RIGID_BODIES,
    "compute the world pose of each shape from the pose of its body and its frame on it",
    static={"own": "its frame itself where it has no body", "skip": ""},
)
def place_shape(shape: Any) -> None:
    if v.static == "own" and not exists(shape.body):
        shape.placed = shape.frame
        return
    shape.placed = wp.transform_multiply(shape.body.pose, shape.frame)


@computation(
    RIGID_BODIES,
    "compute the axis-aligned box of each shape in the world by its type",
    margin={True: "widened by its margin", False: ""},
    swept={True: "and by the way that its body goes in the step", False: ""},
)
def shape_world_box(shape: Any, dt: Any) -> None:
    xform = shape.frame
    body = shape.body
    if exists(body):
        xform = wp.transform_multiply(body.pose, shape.frame)
    p = wp.transform_get_translation(xform)
    h = half_extents(shape.kind, shape.scale, wp.transform_get_rotation(xform))
    if v.margin:
        m = shape.margin
        h = h + wp.vec3(m, m, m)
    lower = p - h
    upper = p + h
    if v.swept and exists(body):
        step = dt * wp.spatial_top(body.twist)
        lower = wp.min(lower, lower + step)
        upper = wp.max(upper, upper + step)
    shape.lower = lower
    shape.upper = upper


@computation(
    RIGID_BODIES,
    "compute the pose of each body at its centre of mass",
    frame={"body": "with its own rotation", "principal": "along its principal axes"},
    twist={True: "and the twist of its origin, from that of its centre of mass", False: ""},
)
def body_center_state(body: Any) -> None:
    pose = body.pose
    rot = wp.transform_get_rotation(pose)
    p = wp.transform_point(pose, body.center)
    if v.frame == "body":
        body.center_pose = wp.transform(p, rot)
    else:
        body.center_pose = wp.transform(p, rot * body.principal_axes)
    if v.twist:
        body.origin_twist = move_twist(body.twist, -wp.quat_rotate(rot, body.center))


@computation(
    RIGID_BODIES,
    "compute the error of each body from its target pose, translation and rotation,",
    rotation={"log": "as a rotation vector", "sine": "as twice the vector part of the quaternion"},
    frame={"world": "", "body": "in the frame of the body"},
)
def body_pose_error(body: Any) -> None:
    pose = body.pose
    goal = body.target
    q = wp.transform_get_rotation(pose)
    d = wp.transform_get_translation(goal) - wp.transform_get_translation(pose)
    dq = wp.transform_get_rotation(goal) * wp.quat_inverse(q)
    if v.rotation == "log":
        e = rotation_vector(dq)
    else:
        e = 2.0 * wp.sign(dq[3]) * wp.vec3(dq[0], dq[1], dq[2])
    if v.frame == "body":
        d = wp.quat_rotate_inv(q, d)
        e = wp.quat_rotate_inv(q, e)
    body.error = wp.spatial_vector(d, e)


@computation(
    RIGID_BODIES,
    "express the pose of each body in the frame of its parent, or in the world's where it has none",
    twist={True: "and the difference of their twists there", False: ""},
)
def relative_body_pose(body: Any) -> None:
    parent = body.parent
    if not exists(parent):
        body.relative_pose = body.pose
        if v.twist:
            body.relative_twist = body.twist
        return
    inv = wp.transform_inverse(parent.pose)
    body.relative_pose = wp.transform_multiply(inv, body.pose)
    if v.twist:
        d = body.twist - parent.twist
        body.relative_twist = wp.spatial_vector(
            wp.transform_vector(inv, wp.spatial_top(d)), wp.transform_vector(inv, wp.spatial_bottom(d))
        )


@computation(
    RIGID_BODIES,
    "rotate force and torque on each body",
    back={True: "from its own frame to the world", False: "from the world into its own frame"},
)
def body_frame_wrench(body: Any) -> None:
    rot = wp.transform_get_rotation(body.pose)
    if v.back:
        f = wp.spatial_top(body.local_wrench)
        torque = wp.spatial_bottom(body.local_wrench)
        body.wrench = wp.spatial_vector(wp.quat_rotate(rot, f), wp.quat_rotate(rot, torque))
    else:
        f = wp.spatial_top(body.wrench)
        torque = wp.spatial_bottom(body.wrench)
        body.local_wrench = wp.spatial_vector(wp.quat_rotate_inv(rot, f), wp.quat_rotate_inv(rot, torque))


@computation(
    RIGID_BODIES,
    "interpolate between the former and the present pose of each body by the fraction alpha for "
    "rendering, positions linearly and quaternions by normalised lerp over the shorter arc",
    still={True: "but take the present one where it sleeps", False: ""},
)
def blend_body_pose(body: Any, alpha: Any) -> None:
    pose = body.pose
    if v.still and (body.flags & SLEEPING) != 0:
        body.drawn_pose = pose
        return
    old = body.former
    p = wp.lerp(wp.transform_get_translation(old), wp.transform_get_translation(pose), alpha)
    q0 = wp.transform_get_rotation(old)
    q1 = wp.transform_get_rotation(pose)
    if wp.dot(q0, q1) < 0.0:
        q1 = -q1
    body.drawn_pose = wp.transform(p, wp.normalize(q0 * (1.0 - alpha) + q1 * alpha))
