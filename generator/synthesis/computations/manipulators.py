"""Robot arms: links, Jacobians, inverse kinematics, efforts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

MOST_COSINE = 0.999
"""Cosine of the least bend of an elbow: at 1 the angle has no slope."""


@law
def dh_matrix(a: float, alpha: float, d: float, theta: float) -> wp.mat44:
    """Transform of a link from its Denavit-Hartenberg parameters in the standard convention."""
    ct = wp.cos(theta)
    st = wp.sin(theta)
    ca = wp.cos(alpha)
    sa = wp.sin(alpha)
    return wp.mat44(ct, -st * ca, st * sa, a * ct, st, ct * ca, -ct * sa, a * st, 0.0, sa, ca, d, 0.0, 0.0, 0.0, 1.0)


@law
def craig_matrix(a: float, alpha: float, d: float, theta: float) -> wp.mat44:
    """Transform of a link from its Denavit-Hartenberg parameters in Craig's modified convention."""
    ct = wp.cos(theta)
    st = wp.sin(theta)
    ca = wp.cos(alpha)
    sa = wp.sin(alpha)
    return wp.mat44(ct, -st, 0.0, a, st * ca, ct * ca, -sa, -d * sa, st * sa, ct * sa, ca, d * ca, 0.0, 0.0, 0.0, 1.0)


@law
def two_link_reach(a: float, b: float, qa: float, qb: float) -> wp.vec2:
    """Tip of a planar arm of two links, the second angle measured from the first link."""
    return wp.vec2(a * wp.cos(qa) + b * wp.cos(qa + qb), a * wp.sin(qa) + b * wp.sin(qa + qb))


@law
def limit_slope(q: float, lower: float, upper: float) -> float:
    """Where a joint stands in its range: -1 at the lower limit, 0 half-way, 1 at the upper one."""
    mid = 0.5 * (lower + upper)
    return 2.0 * (q - mid) / (upper - lower)


@computation(
    ROBOTS,
    "build the homogeneous transform of a link from its Denavit-Hartenberg parameters",
    order={"standard": "in the standard convention", "modified": "in the modified (Craig) convention"},
)
def link_transform(link: Any) -> None:
    if v.order == "standard":
        link.transform = dh_matrix(link.length, link.twist, link.offset, link.angle)
    else:
        link.transform = craig_matrix(link.length, link.twist, link.offset, link.angle)


@computation(
    ROBOTS,
    "compute the end-effector position of a four-link arm by chained Denavit-Hartenberg transforms",
    output={"position": "", "reach": "and its distance from the base"},
)
def arm_tip_position(robot: Any) -> None:
    p = wp.vec4(0.0, 0.0, 0.0, 1.0)
    for k in range(4):
        # from the tip inwards
        link = robot.links[3 - k]
        p = dh_matrix(link.length, link.twist, link.offset, link.angle) @ p
    tip = wp.vec3(p[0], p[1], p[2])
    robot.tip_point = tip
    if v.output == "reach":
        robot.tip_distance = wp.length(tip)


@computation(
    ROBOTS,
    "compute the forward kinematics of a planar two-link arm",
    error={True: "and its distance to the goal", False: ""},
)
def planar_arm_tip(robot: Any) -> None:
    upper, lower = robot.links[0], robot.links[1]
    tip = two_link_reach(upper.length, lower.length, upper.angle, lower.angle)
    robot.tip = tip
    if v.error:
        robot.tip_distance = wp.length(robot.goal - tip)


@computation(
    ROBOTS,
    "solve the inverse kinematics of a planar two-link arm in closed form, nearly straight or nearly folded where the goal is out of reach,",
    elbow={"up": "with the elbow up", "down": "with the elbow down"},
)
def planar_arm_angles(robot: Any) -> None:
    a = robot.links[0].length
    b = robot.links[1].length
    x = robot.goal[0]
    y = robot.goal[1]
    # out of reach the arm is nearly straight, or nearly folded
    c = wp.clamp((x * x + y * y - a * a - b * b) / (2.0 * a * b), -MOST_COSINE, MOST_COSINE)
    s = wp.sqrt(1.0 - c * c)
    if v.elbow == "up":
        s = -s
    qb = wp.atan2(s, c)
    qa = wp.atan2(y, x) - wp.atan2(b * s, a + b * c)
    robot.arm_angles = wp.vec2(qa, qb)


@computation(
    ROBOTS,
    "compute each joint's step of inverse kinematics from its Jacobian column and the pose error",
    why={"damped": "damping keeps steps small where a joint hardly moves the tip"},
    law={"transpose": "by the Jacobian transpose", "damped": "by damped least squares a column at a time"},
    limits={True: "pushed from its limits", False: ""},
    clamp={True: "and clamp it", False: ""},
)
def ik_joint_step(joint: Any, kp: Any, damping: Any, step_limit: Any, limit_gain: Any) -> None:
    robot = joint.robot
    j = joint.column
    err = robot.tip_error
    dq = wp.dot(j, err)
    if v.law == "transpose":
        dq = kp * dq
    else:
        dq = dq / (wp.dot(j, j) + damping * damping)
    if v.limits:
        dq -= limit_gain * limit_slope(joint.position, joint.lower, joint.upper)
    if v.clamp:
        dq = wp.clamp(dq, -step_limit, step_limit)
    joint.step = dq


@computation(
    ROBOTS,
    "compute the end effector's",
    gain={
        "velocity": "twist as Jacobian columns times joint velocities",
        "step": "mean twist over a time step as Jacobian columns times joint steps",
    },
)
def arm_tip_velocity(robot: Any, dt: Any) -> None:
    total = wp.spatial_vector()
    for j in robot.joints:
        if v.gain == "velocity":
            total += j.column * j.velocity
        else:
            total += j.column * j.step
    robot.tip_twist = total if v.gain == "velocity" else total / dt


@computation(
    ROBOTS,
    "compute the joint torque J^T F that exerts a wrench at the end effector",
    damped={True: "with joint damping", False: ""},
    rest={True: "and a spring to the rest posture", False: ""},
)
def tip_wrench_torque(joint: Any, stiffness: Any, spin_damping: Any) -> None:
    tau = wp.dot(joint.column, joint.robot.wrench)
    if v.damped:
        tau -= spin_damping * joint.velocity
    if v.rest:
        tau += stiffness * (joint.default - joint.position)
    joint.torque = tau


@computation(
    ROBOTS,
    "apply the step of a joint, clamped to its limits",
    velocity={True: "storing the velocity of the move", False: ""},
    done={True: "for robots that run", False: ""},
)
def apply_joint_step(joint: Any, dt: Any) -> None:
    if v.done and joint.robot.done:
        return
    q = joint.position
    q_new = wp.clamp(q + joint.step, joint.lower, joint.upper)
    joint.position = q_new
    if v.velocity:
        joint.velocity = (q_new - q) / dt
