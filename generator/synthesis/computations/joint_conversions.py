"""Coordinates of joints by type: to and from another solver, to poses, in time, to wrenches."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, JointKind


@computation(
    SIMULATION,
    "convert joint coordinates to a solver with the real part of quaternions first",
    rates={True: "with velocities, the angular ones of free joints in the body frame", False: ""},
    rest={True: "hinges and slides offset by their reference position", False: ""},
    unit={True: "normalising quaternions", False: ""},
)
def joint_coords_to_solver(joint: Any) -> None:
    kind = joint.kind
    if kind == JointKind.FIXED:
        return
    if kind == JointKind.FREE:
        for k in range(3):
            joint.solver_values[k] = joint.values[k]
        q = wp.quat(joint.values[3], joint.values[4], joint.values[5], joint.values[6])
        if v.unit:
            q = wp.normalize(q)
        # the solver has the real part first
        joint.solver_values[3] = q[3]
        joint.solver_values[4] = q[0]
        joint.solver_values[5] = q[1]
        joint.solver_values[6] = q[2]
        if v.rates:
            vel = wp.vec3(joint.rates[0], joint.rates[1], joint.rates[2])
            omega = wp.vec3(joint.rates[3], joint.rates[4], joint.rates[5])
            omega = wp.quat_rotate_inv(q if v.unit else wp.normalize(q), omega)
            for k in range(3):
                joint.solver_rates[k] = vel[k]
                joint.solver_rates[3 + k] = omega[k]
    elif kind == JointKind.BALL:
        q = wp.quat(joint.values[0], joint.values[1], joint.values[2], joint.values[3])
        if v.unit:
            q = wp.normalize(q)
        joint.solver_values[0] = q[3]
        joint.solver_values[1] = q[0]
        joint.solver_values[2] = q[1]
        joint.solver_values[3] = q[2]
        if v.rates:
            for k in range(3):
                joint.solver_rates[k] = joint.rates[k]
    else:
        if v.rest:
            joint.solver_values[0] = joint.values[0] + joint.rest
        else:
            joint.solver_values[0] = joint.values[0]
        if v.rates:
            joint.solver_rates[0] = joint.rates[0]


@computation(
    SIMULATION,
    "convert joint coordinates back from a solver with the real part of quaternions first and hinges and slides offset by the reference position, normalising quaternions",
    rates={
        "none": "",
        "origin": "with velocities, those of free joints in the world frame",
        "com": "with velocities, those of free joints in the world frame and at the centre of mass",
    },
    disabled={True: "for enabled joints", False: ""},
)
def joint_coords_from_solver(joint: Any) -> None:
    if v.disabled:
        if not joint.enabled:
            return
    kind = joint.kind
    if kind == JointKind.FREE:
        p = wp.vec3(joint.solver_values[0], joint.solver_values[1], joint.solver_values[2])
        q = wp.quat(joint.solver_values[4], joint.solver_values[5], joint.solver_values[6], joint.solver_values[3])
        q = wp.normalize(q)
        for k in range(3):
            joint.values[k] = p[k]
        for k in range(4):
            joint.values[3 + k] = q[k]
        if v.rates != "none":
            vel = wp.vec3(joint.solver_rates[0], joint.solver_rates[1], joint.solver_rates[2])
            omega = wp.vec3(joint.solver_rates[3], joint.solver_rates[4], joint.solver_rates[5])
            omega = wp.quat_rotate(q, omega)
            if v.rates == "com":
                r = wp.quat_rotate(q, joint.child.com)
                vel = vel + wp.cross(omega, r)
            for k in range(3):
                joint.rates[k] = vel[k]
                joint.rates[3 + k] = omega[k]
    elif kind == JointKind.BALL:
        q = wp.quat(joint.solver_values[1], joint.solver_values[2], joint.solver_values[3], joint.solver_values[0])
        q = wp.normalize(q)
        for k in range(4):
            joint.values[k] = q[k]
        if v.rates != "none":
            for k in range(3):
                joint.rates[k] = joint.solver_rates[k]
    elif kind == JointKind.HINGE or kind == JointKind.SLIDE:
        joint.values[0] = joint.solver_values[0] - joint.rest
        if v.rates != "none":
            joint.rates[0] = joint.solver_rates[0]


@computation(
    SIMULATION,
    "compute the child pose of every joint, with the world as parent where there is none, by forward kinematics of its kind (hinge, slide, ball, free, fixed)",
    anchor={True: "storing anchor and axis in the world", False: ""},
)
def child_pose_from_coords(joint: Any) -> None:
    parent = joint.parent
    X = joint.parent_frame
    if exists(parent):
        X = wp.transform_multiply(parent.pose, X)
    kind = joint.kind
    axis = joint.axis
    p = wp.vec3(0.0)
    q = wp.quat_identity()
    if kind == JointKind.HINGE:
        q = wp.quat_from_axis_angle(axis, joint.values[0])
    elif kind == JointKind.SLIDE:
        p = axis * joint.values[0]
    elif kind == JointKind.BALL:
        q = wp.normalize(wp.quat(joint.values[0], joint.values[1], joint.values[2], joint.values[3]))
    elif kind == JointKind.FREE:
        p = wp.vec3(joint.values[0], joint.values[1], joint.values[2])
        q = wp.normalize(wp.quat(joint.values[3], joint.values[4], joint.values[5], joint.values[6]))
    X_j = wp.transform_multiply(X, wp.transform(p, q))
    joint.child_pose = wp.transform_multiply(X_j, wp.transform_inverse(joint.child_frame))
    if v.anchor:
        joint.anchor = wp.transform_get_translation(X)
        joint.world_axis = wp.transform_vector(X, axis)


@computation(
    SIMULATION,
    "map the generalised force of every joint, given in the joint's frame, of a free one the wrench at the origin of its child in the world's frame, to a wrench on its child and the opposite force on its parent, moments about the origin of each body,",
    disabled={True: "for enabled joints alone", False: ""},
)
def joint_force_to_bodies(joint: Any) -> None:
    kind = joint.kind
    if v.disabled:
        if not joint.enabled:
            return
    if kind == JointKind.FIXED:
        return
    child = joint.child
    X = joint.parent_frame
    if exists(joint.parent):
        X = wp.transform_multiply(joint.parent.pose, X)
    p = wp.transform_get_translation(X)
    x = wp.transform_get_translation(child.pose)
    f = wp.vec3(0.0)
    tau = wp.vec3(0.0)
    if kind == JointKind.HINGE:
        tau = wp.transform_vector(X, joint.axis) * joint.loads[0]
    elif kind == JointKind.SLIDE:
        f = wp.transform_vector(X, joint.axis) * joint.loads[0]
    elif kind == JointKind.BALL:
        tau = wp.transform_vector(X, wp.vec3(joint.loads[0], joint.loads[1], joint.loads[2]))
    else:
        # its force acts where the child is
        p = x
        f = wp.vec3(joint.loads[0], joint.loads[1], joint.loads[2])
        tau = wp.vec3(joint.loads[3], joint.loads[4], joint.loads[5])
    child.wrench += wp.spatial_vector(f, tau + wp.cross(p - x, f))
    if exists(joint.parent):
        rp = p - wp.transform_get_translation(joint.parent.pose)
        joint.parent.wrench -= wp.spatial_vector(f, tau + wp.cross(rp, f))
