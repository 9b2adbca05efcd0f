"""Wrenches that joints put on their bodies: efforts, attachments, limits of swing and twist."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.joint_kinematics import shortest_rotation
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

EPSILON = 1.0e-6

JointType: Any = None
"""The enumeration of the schema."""


@law
def turn_wrench(f: wp.vec3, tau: wp.vec3, r: wp.vec3) -> wp.spatial_vector:
    """Wrench on a body, force first, of a force at r from its origin and a torque."""
    return wp.spatial_vector(f, tau + wp.cross(r, f))


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
