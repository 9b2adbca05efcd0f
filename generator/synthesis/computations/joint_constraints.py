"""Joints as constraints between two bodies: corrections of poses, wrenches by kind."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

EPSILON = 1.0e-6

JointType: Any = None
"""The enumeration of the schema."""


@law
def linear_joint_multiplier(
    d: wp.vec3, rp: wp.vec3, rc: wp.vec3, wa: float, wb: float, ip: wp.mat33, ic: wp.mat33
) -> float:
    """Minus the effective mass of two bodies along the gap of their joint, zero where it is closed."""
    size = wp.length(d)
    if size < EPSILON:
        return 0.0
    n = d / size
    ap = wp.cross(rp, n)
    ac = wp.cross(rc, n)
    return -1.0 / (wa + wb + wp.dot(ap, ip @ ap) + wp.dot(ac, ic @ ac))


@law
def angular_joint_multiplier(e: wp.vec3, ip: wp.mat33, ic: wp.mat33) -> float:
    """Minus the effective inertia of two bodies about their angular error, zero where there is none."""
    size = wp.length(e)
    if size < EPSILON:
        return 0.0
    n = e / size
    return -1.0 / (wp.dot(n, ip @ n) + wp.dot(n, ic @ n))


@law
def small_rotation(q0: wp.quat, q1: wp.quat) -> wp.vec3:
    """Rotation vector from one orientation to another by the shorter way, for small angles."""
    dq = q1 * wp.quat_inverse(q0)
    e = 2.0 * wp.vec3(dq[0], dq[1], dq[2])
    if dq[3] < 0.0:
        return -e
    return e


@law
def spring_damper(x: wp.vec3, rate: wp.vec3, ke: float, kd: float) -> wp.vec3:
    """Force of a spring and a damper in parallel, or torque for a rotation vector and its rate."""
    return -ke * x - kd * rate


@computation(
    JOINTS,
    "solve the positional constraint of a joint (XPBD without compliance), pulling its anchors together with corrections shared by inverse mass and inertia, across the axis alone if it slides,",
    turn={
        False: "",
        True: "and turning both bodies until their rotations agree if it is fixed or slides, or their axes alone if it is a hinge",
    },
    impulse={True: "storing the impulse on the child, about its centre of mass", False: ""},
)
def solve_joint_anchors(joint: Any, relaxation: Any, dt: Any) -> None:
    if not joint.enabled:
        return
    child = joint.child
    xc = wp.transform_multiply(child.pose, joint.child_frame)
    c = wp.transform_get_translation(xc)
    rc = c - wp.transform_get_translation(child.pose)
    wb = child.inverse_mass
    ic = child.inverse_inertia
    # without a parent the joint hangs on the world, which does not move
    xp = joint.parent_frame
    rp = wp.vec3()
    wa = float(0.0)
    ip = wp.mat33()
    parent = joint.parent
    if exists(parent):
        xp = wp.transform_multiply(parent.pose, joint.parent_frame)
        rp = wp.transform_get_translation(xp) - wp.transform_get_translation(parent.pose)
        wa = parent.inverse_mass
        ip = parent.inverse_inertia
    d = c - wp.transform_get_translation(xp)
    if joint.kind == JointType.SLIDE:
        along = wp.transform_vector(xp, joint.axis)
        d -= wp.dot(d, along) * along
    lam = linear_joint_multiplier(d, rp, rc, wa, wb, ip, ic)
    push = relaxation * lam * d
    ang_p = ip @ wp.cross(rp, push)
    ang_c = ic @ wp.cross(rc, push)
    if v.impulse:
        torque = wp.cross(rc, push)
    if v.turn:
        if joint.kind != JointType.BALL:
            if joint.kind == JointType.HINGE:
                axis_p = wp.transform_vector(xp, joint.axis)
                axis_c = wp.transform_vector(xc, joint.axis)
                e = wp.cross(axis_p, axis_c)
            else:
                e = small_rotation(wp.transform_get_rotation(xp), wp.transform_get_rotation(xc))
            turn = relaxation * angular_joint_multiplier(e, ip, ic) * e
            ang_p += ip @ turn
            ang_c += ic @ turn
            if v.impulse:
                torque += turn
    if exists(parent):
        parent.delta -= wp.spatial_vector(wa * push, ang_p)
    child.delta += wp.spatial_vector(wb * push, ang_c)
    if v.impulse:
        joint.impulse = wp.spatial_vector(push / dt, torque / dt)


@computation(
    JOINTS,
    "compute the damped penalty wrench of a joint by its kind (fixed, ball, hinge, slide), with the effort along its free axis, and apply it to both bodies",
    drive={True: "with a PD drive added to the effort", False: ""},
    limits={True: "with limit springs", False: ""},
)
def joint_wrench_by_kind(joint: Any) -> None:
    if not joint.enabled:
        return
    kind = joint.kind
    child = joint.child
    xp = joint.parent_frame
    xc = wp.transform_multiply(child.pose, joint.child_frame)
    # both bodies meet at the child's end of the joint, however far it has slid
    point = wp.transform_get_translation(xc)
    rc = point - wp.transform_get_translation(child.pose)
    rp = wp.vec3()
    v_err = wp.vec3()
    w_err = wp.vec3()
    parent = joint.parent
    if exists(parent):
        xp = wp.transform_multiply(parent.pose, joint.parent_frame)
        rp = point - wp.transform_get_translation(parent.pose)
        w_err = -wp.spatial_bottom(parent.twist)
        v_err = wp.cross(w_err, rp) - wp.spatial_top(parent.twist)
    ke = joint.stiffness
    kd = joint.damping
    ke_turn = joint.turn_stiffness
    kd_turn = joint.turn_damping
    omega = wp.spatial_bottom(child.twist)
    w_err += omega
    v_err += wp.spatial_top(child.twist) + wp.cross(omega, rc)
    x_err = point - wp.transform_get_translation(xp)
    r_err = small_rotation(wp.transform_get_rotation(xp), wp.transform_get_rotation(xc))
    axis = wp.transform_vector(xp, joint.axis)
    f = wp.vec3()
    t = wp.vec3()
    tau = float(0.0)
    if kind == JointType.HINGE or kind == JointType.SLIDE:
        coord = joint.coord
        tau = coord.effort
        if v.drive:
            tau += coord.stiffness * (coord.target - coord.position) - coord.damping * coord.velocity
        if v.limits:
            if coord.position < coord.lower:
                tau += coord.limit_stiffness * (coord.lower - coord.position)
            elif coord.position > coord.upper:
                tau += coord.limit_stiffness * (coord.upper - coord.position)
    if kind == JointType.FIXED:
        f = spring_damper(x_err, v_err, ke, kd)
        t = spring_damper(r_err, w_err, ke_turn, kd_turn)
    elif kind == JointType.BALL:
        f = spring_damper(x_err, v_err, ke, kd)
    elif kind == JointType.HINGE:
        f = spring_damper(x_err, v_err, ke, kd)
        # free about its axis
        swing = r_err - axis * wp.dot(axis, r_err)
        swing_rate = w_err - axis * wp.dot(axis, w_err)
        t = axis * tau + spring_damper(swing, swing_rate, ke_turn, kd_turn)
    else:
        # free along its axis
        across = x_err - axis * wp.dot(axis, x_err)
        across_rate = v_err - axis * wp.dot(axis, v_err)
        f = axis * tau + spring_damper(across, across_rate, ke, kd)
        t = spring_damper(r_err, w_err, ke_turn, kd_turn)
    if exists(parent):
        parent.wrench -= wp.spatial_vector(f, t + wp.cross(rp, f))
    child.wrench += wp.spatial_vector(f, t + wp.cross(rc, f))
