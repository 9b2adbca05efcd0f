"""Robot arms: links, Jacobians, inverse kinematics, efforts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS


@law
def dh_matrix(a: float, alpha: float, d: float, theta: float) -> wp.mat44:
    ct = wp.cos(theta)
    st = wp.sin(theta)
    ca = wp.cos(alpha)
    sa = wp.sin(alpha)
    return wp.mat44(ct, -st * ca, st * sa, a * ct, st, ct * ca, -ct * sa, a * st, 0.0, sa, ca, d, 0.0, 0.0, 0.0, 1.0)


@law
def two_link_reach(a: float, b: float, qa: float, qb: float) -> wp.vec2:
    return wp.vec2(a * wp.cos(qa) + b * wp.cos(qa + qb), a * wp.sin(qa) + b * wp.sin(qa + qb))


@law
def limit_slope(q: float, lower: float, upper: float) -> float:
    # from -1 at the lower limit to 1 at the upper one
    mid = 0.5 * (lower + upper)
    return 2.0 * (q - mid) / (upper - lower)


@computation(
    ROBOTS,
    "build the transform of a link from its Denavit-Hartenberg parameters",
    order={"standard": "", "modified": "in the modified order"},
)
def link_transform(link: Any) -> None:
    if v.order == "standard":
        link.transform = dh_matrix(link.length, link.twist, link.offset, link.angle)
    else:
        a = dh_matrix(link.length, link.twist, 0.0, 0.0)
        b = dh_matrix(0.0, 0.0, link.offset, link.angle)
        link.transform = a @ b


@computation(
    ROBOTS,
    "chain the four links of an arm to the position of its tip",
    output={"position": "", "reach": "and store how far it reaches"},
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
    "place the tip of a planar arm of two links",
    error={True: "and find how far it is from its goal", False: ""},
)
def planar_arm_tip(robot: Any) -> None:
    upper, lower = robot.links[0], robot.links[1]
    tip = two_link_reach(upper.length, lower.length, upper.angle, lower.angle)
    robot.tip = tip
    if v.error:
        robot.tip_distance = wp.length(robot.goal - tip)


@computation(
    ROBOTS,
    "bend the two links of a planar arm towards its goal",
    elbow={"up": "with its elbow up", "down": "with its elbow down"},
)
def planar_arm_angles(robot: Any) -> None:
    a = robot.links[0].length
    b = robot.links[1].length
    x = robot.goal[0]
    y = robot.goal[1]
    # beyond reach the arm is straight
    c = wp.clamp((x * x + y * y - a * a - b * b) / (2.0 * a * b), -1.0, 1.0)
    s = wp.sqrt(1.0 - c * c)
    if v.elbow == "up":
        s = -s
    qb = wp.atan2(s, c)
    qa = wp.atan2(y, x) - wp.atan2(b * s, a + b * c)
    robot.arm_angles = wp.vec2(qa, qb)


@computation(
    ROBOTS,
    "find the step of each joint of a robot from the error of its pose",
    law={"transpose": "by the transpose of the Jacobian", "damped": "scaled by the damped size of its column"},
    limits={True: "kept away from its limits", False: ""},
    clamp={True: "within a limit", False: ""},
)
def ik_joint_step(joint: Any, kp: Any, damping: Any, turn_limit: Any) -> None:
    robot = joint.robot
    j = joint.column
    err = robot.tip_error
    dq = wp.dot(j, err)
    if v.law == "transpose":
        dq = kp * dq
    else:
        dq = dq / (wp.dot(j, j) + damping * damping)
    if v.limits:
        dq -= damping * limit_slope(joint.position, joint.lower, joint.upper)
    if v.clamp:
        dq = wp.clamp(dq, -turn_limit, turn_limit)
    joint.step = dq


@computation(
    ROBOTS,
    "add up the velocity of the tip of an arm over its joints",
    gain={"velocity": "", "step": "for the steps that they are to make"},
)
def arm_tip_velocity(robot: Any) -> None:
    total = wp.spatial_vector()
    for j in robot.joints:
        if v.gain == "velocity":
            total += j.column * j.velocity
        else:
            total += j.column * j.step
    robot.tip_twist = total


@computation(
    ROBOTS,
    "find the torque at a joint that holds a wrench at the tip",
    damped={True: "with damping", False: ""},
    rest={True: "and a pull to its position at rest", False: ""},
)
def tip_wrench_torque(joint: Any, kp: Any, kd: Any) -> None:
    tau = wp.dot(joint.column, joint.robot.wrench)
    if v.damped:
        tau -= kd * joint.velocity
    if v.rest:
        tau += kp * (joint.default - joint.position)
    joint.torque = tau


@computation(
    ROBOTS,
    "apply the step of a joint within its limits",
    velocity={True: "and give it that velocity", False: ""},
    done={True: "unless its robot has ended", False: ""},
)
def apply_joint_step(joint: Any, dt: Any) -> None:
    if v.done and joint.robot.done:
        return
    q = joint.position
    q_new = wp.clamp(q + joint.step, joint.lower, joint.upper)
    joint.position = q_new
    if v.velocity:
        joint.velocity = (q_new - q) / dt
