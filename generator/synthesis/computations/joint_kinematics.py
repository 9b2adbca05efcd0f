"""Kinematics of joints: frames, motion subspaces, errors, coordinates from bodies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

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
def shortest_rotation(q: wp.quat) -> wp.quat:
    """Of the two quaternions of a rotation the one that turns by at most half a turn."""
    if q[3] < 0.0:
        return -q
    return q


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
