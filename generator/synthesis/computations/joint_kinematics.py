"""Kinematics of joints: frames, motion subspaces, errors, what bodies tell of coordinates."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

EPSILON = 1.0e-6

JointType: Any = None
"""The enumeration of the schema."""


@law
def joint_displacement(kind: int, axis: wp.vec3, q: float, turn: wp.quat) -> wp.transform:
    """Pose of the child frame in the parent frame of a joint, the identity for a fixed one."""
    if kind == JointType.HINGE:
        return wp.transform(wp.vec3(), wp.quat_from_axis_angle(axis, q))
    if kind == JointType.SLIDE:
        return wp.transform(axis * q, wp.quat_identity())
    if kind == JointType.BALL:
        return wp.transform(wp.vec3(), turn)
    return wp.transform_identity()


@law
def turn_wrench(f: wp.vec3, tau: wp.vec3, r: wp.vec3) -> wp.spatial_vector:
    """Wrench on a body, force first, of a force at r from its origin and a torque."""
    return wp.spatial_vector(f, tau + wp.cross(r, f))


@law
def shortest_rotation(q: wp.quat) -> wp.quat:
    """Of the two quaternions of a rotation the one that turns by at most half a turn."""
    if q[3] < 0.0:
        return -q
    return q


@law
def twist_about_axis(q: wp.quat, axis: wp.vec3) -> wp.quat:
    """Part of a rotation about a unit axis, the twist of its swing-twist decomposition."""
    along = wp.dot(wp.vec3(q[0], q[1], q[2]), axis)
    size = wp.sqrt(along * along + q[3] * q[3])
    if size < EPSILON:
        return wp.quat_identity()
    return wp.quat(axis[0] * along / size, axis[1] * along / size, axis[2] * along / size, q[3] / size)


@law
def rotation_angle(q: wp.quat) -> float:
    """Angle of a unit quaternion, from zero to a full turn."""
    return 2.0 * wp.atan2(wp.length(wp.vec3(q[0], q[1], q[2])), q[3])


@computation(
    JOINTS,
    "compute the pose of a joint's child, with the world as parent where there is none, by forward kinematics of a hinge, slide, ball or fixed joint",
    twist={True: "and the twist that the joint adds at its anchor", False: ""},
)
def place_joint_child(joint: Any) -> None:
    coord = joint.coord
    frame = joint.parent_frame
    if exists(joint.parent):
        frame = wp.transform_multiply(joint.parent.pose, joint.parent_frame)
    local = joint_displacement(joint.kind, joint.axis, coord.position, joint.turn)
    moved = wp.transform_multiply(frame, local)
    joint.pose = wp.transform_multiply(moved, wp.transform_inverse(joint.child_frame))
    if v.twist:
        axis = wp.transform_vector(frame, joint.axis)
        qd = coord.velocity
        if joint.kind == JointType.SLIDE:
            joint.twist = wp.spatial_vector(axis * qd, wp.vec3())
        elif joint.kind == JointType.HINGE:
            joint.twist = wp.spatial_vector(wp.vec3(), axis * qd)
        elif joint.kind == JointType.BALL:
            joint.twist = wp.spatial_vector(wp.vec3(), wp.transform_vector(frame, joint.spin))
        else:
            joint.twist = wp.spatial_vector()


@computation(
    JOINTS,
    "compute the motion subspace S of a hinge or slide joint as a spatial vector in the world",
    at={"origin": "about the world's origin", "anchor": "about its anchor"},
    disabled={True: "zero if disabled", False: ""},
)
def joint_motion_subspace(joint: Any) -> None:
    if v.disabled and not joint.enabled:
        joint.motion = wp.spatial_vector()
        return
    frame = joint.parent_frame
    if exists(joint.parent):
        frame = wp.transform_multiply(joint.parent.pose, joint.parent_frame)
    axis = wp.transform_vector(frame, joint.axis)
    if joint.kind == JointType.SLIDE:
        joint.motion = wp.spatial_vector(axis, wp.vec3())
    elif joint.kind == JointType.HINGE:
        if v.at == "origin":
            p = wp.transform_get_translation(frame)
            joint.motion = wp.spatial_vector(wp.cross(p, axis), axis)
        else:
            joint.motion = wp.spatial_vector(wp.vec3(0.0), axis)
    else:
        joint.motion = wp.spatial_vector()


@computation(
    JOINTS,
    "apply the effort of a joint along its axis to its child and the reaction to its parent",
    kinds={"hinge": "for hinges", "both": "for hinges and slides"},
)
def apply_joint_effort(joint: Any) -> None:
    kind = joint.kind
    if v.kinds == "hinge" and kind != JointType.HINGE:
        return
    frame = joint.parent_frame
    if exists(joint.parent):
        frame = wp.transform_multiply(joint.parent.pose, joint.parent_frame)
    axis = wp.transform_vector(frame, joint.axis)
    tau = joint.coord.effort
    if v.kinds == "hinge":
        turn = wp.spatial_vector(wp.vec3(), tau * axis)
        joint.child.wrench += turn
        if exists(joint.parent):
            joint.parent.wrench -= turn
    elif kind == JointType.HINGE:
        turn = wp.spatial_vector(wp.vec3(), tau * axis)
        joint.child.wrench += turn
        if exists(joint.parent):
            joint.parent.wrench -= turn
    elif kind == JointType.SLIDE:
        f = tau * axis
        p = wp.transform_get_translation(frame)
        joint.child.wrench += turn_wrench(f, wp.vec3(), p - wp.transform_get_translation(joint.child.pose))
        if exists(joint.parent):
            joint.parent.wrench -= turn_wrench(f, wp.vec3(), p - wp.transform_get_translation(joint.parent.pose))


@computation(
    JOINTS,
    "compute the error between the parent and child frames of a joint",
    angular={True: "in position and rotation, twice the vector part of the quaternion", False: "in position"},
    free={True: "without the components along its free motion", False: ""},
)
def joint_frame_error(joint: Any) -> None:
    xp = joint.parent_frame
    if exists(joint.parent):
        xp = wp.transform_multiply(joint.parent.pose, joint.parent_frame)
    xc = wp.transform_multiply(joint.child.pose, joint.child_frame)
    d = wp.transform_get_translation(xc) - wp.transform_get_translation(xp)
    axis = wp.transform_vector(xp, joint.axis)
    if v.free and joint.kind == JointType.SLIDE:
        d = d - axis * wp.dot(d, axis)
    if v.angular:
        q = shortest_rotation(wp.transform_get_rotation(xc) * wp.quat_inverse(wp.transform_get_rotation(xp)))
        e = 2.0 * wp.vec3(q[0], q[1], q[2])
        if v.free:
            if joint.kind == JointType.HINGE:
                e = e - axis * wp.dot(e, axis)
            elif joint.kind == JointType.BALL:
                e = wp.vec3()
        joint.error = wp.spatial_vector(d, e)
    else:
        joint.error = wp.spatial_vector(d, wp.vec3())


@computation(
    JOINTS,
    "pull the two bodies of a joint, or its child and the world, together by a spring between its anchors, as wrenches "
    "about the origins of the bodies",
    damped={True: "with a damper", False: ""},
    enabled={True: "for enabled joints alone", False: ""},
)
def joint_attach_force(joint: Any) -> None:
    if v.enabled and not joint.enabled:
        return
    p = wp.transform_get_translation(joint.parent_frame)
    rp = wp.vec3()
    if v.damped:
        vp = wp.vec3()
    if exists(joint.parent):
        parent = joint.parent
        p = wp.transform_point(parent.pose, p)
        rp = p - wp.transform_get_translation(parent.pose)
        if v.damped:
            vp = wp.spatial_top(parent.twist) + wp.cross(wp.spatial_bottom(parent.twist), rp)
    child = joint.child
    c = wp.transform_point(child.pose, wp.transform_get_translation(joint.child_frame))
    rc = c - wp.transform_get_translation(child.pose)
    f = joint.stiffness * (p - c)
    if v.damped:
        vc = wp.spatial_top(child.twist) + wp.cross(wp.spatial_bottom(child.twist), rc)
        f += joint.damping * (vp - vc)
    if exists(joint.parent):
        joint.parent.wrench -= wp.spatial_vector(f, wp.cross(rp, f))
    child.wrench += wp.spatial_vector(f, wp.cross(rc, f))


@computation(
    JOINTS,
    "limit the rotation of a joint by a restoring torque on its swing-twist decomposition",
    limit={"twist": "beyond its twist limit", "swing": "beyond its swing limit"},
    damped={True: "with damping", False: ""},
)
def swing_twist_limit(joint: Any) -> None:
    qp = wp.transform_get_rotation(joint.parent_frame)
    if v.damped:
        wparent = wp.vec3()
    if exists(joint.parent):
        qp = wp.transform_get_rotation(joint.parent.pose) * qp
        if v.damped:
            wparent = wp.spatial_bottom(joint.parent.twist)
    child = joint.child
    qc = wp.transform_get_rotation(wp.transform_multiply(child.pose, joint.child_frame))
    q = wp.quat_inverse(qp) * qc
    if v.limit == "twist":
        part = twist_about_axis(shortest_rotation(q), joint.axis)
        limit = joint.twist_limit
    else:
        # the twist has the sign of the rotation, so that the swing is the shorter one
        part = q * wp.quat_inverse(twist_about_axis(q, joint.axis))
        limit = joint.swing_limit
    angle = rotation_angle(part)
    if angle <= limit:
        return
    axis = wp.quat_rotate(qp, wp.normalize(wp.vec3(part[0], part[1], part[2])))
    tau = joint.turn_stiffness * (angle - limit) * axis
    if v.damped:
        tau += joint.turn_damping * axis * wp.dot(axis, wp.spatial_bottom(child.twist) - wparent)
    if exists(joint.parent):
        joint.parent.wrench += wp.spatial_vector(wp.vec3(), tau)
    child.wrench -= wp.spatial_vector(wp.vec3(), tau)


@computation(
    JOINTS,
    "recover the coordinate of a joint from the poses of its bodies, with the world as parent where there is none (inverse of forward kinematics),",
    kinds={"hinge": "for hinges", "both": "for hinges and slides"},
)
def joint_position_from_bodies(joint: Any) -> None:
    xp = joint.parent_frame
    if exists(joint.parent):
        xp = wp.transform_multiply(joint.parent.pose, joint.parent_frame)
    xc = wp.transform_multiply(joint.child.pose, joint.child_frame)
    rel = wp.transform_multiply(wp.transform_inverse(xp), xc)
    axis = joint.axis
    if joint.kind == JointType.HINGE:
        q = wp.transform_get_rotation(rel)
        # of the two quaternions of a rotation the one of the shorter way
        if q[3] < 0.0:
            q = -q
        joint.measured = 2.0 * wp.atan2(wp.dot(wp.vec3(q[0], q[1], q[2]), axis), q[3])
    elif v.kinds == "both":
        if joint.kind == JointType.SLIDE:
            joint.measured = wp.dot(wp.transform_get_translation(rel), axis)
