"""Efforts of joint coordinates: drives, limits, friction, couplings, and steps in time."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

KINEMATIC = 1

DriveMode: Any = None
JointType: Any = None
LimitState: Any = None
"""Enumerations of the schema."""


@law
def limit_effort(q: float, qd: float, lower: float, upper: float, ke: float, kd: float) -> float:
    if q < lower:
        return ke * (lower - q) - kd * wp.min(qd, 0.0)
    if q > upper:
        return ke * (upper - q) - kd * wp.max(qd, 0.0)
    return 0.0


@law
def drive_effort(q: float, qd: float, q_des: float, qd_des: float, ke: float, kd: float) -> float:
    return ke * (q_des - q) + kd * (qd_des - qd)


@law
def dry_friction(qd: float, level: float, speed: float) -> float:
    # full above a speed, linear below it
    return -level * wp.clamp(qd / speed, -1.0, 1.0)


@computation(
    JOINTS,
    "drive a joint coordinate towards its target",
    mode={"position": "", "coded": "in the mode that it has"},
    feedforward={"none": "", "gravity": "and hold its weight"},
    clamp={True: "within its effort limit", False: ""},
)
def drive_joint_coord(coord: Any) -> None:
    q = coord.position
    qd = coord.velocity
    if v.mode == "position":
        tau = drive_effort(q, qd, coord.target, coord.target_velocity, coord.stiffness, coord.damping)
    else:
        mode = coord.mode
        tau = float(0.0)
        if mode == DriveMode.POSITION:
            tau = coord.stiffness * (coord.target - q) - coord.damping * qd
        elif mode == DriveMode.VELOCITY:
            tau = coord.damping * (coord.target_velocity - qd)
    if v.feedforward == "gravity":
        tau += coord.gravity_effort
    if v.clamp:
        limit = coord.effort_limit
        tau = wp.clamp(tau, -limit, limit)
    coord.effort = tau


@computation(
    JOINTS,
    "drive a joint coordinate with an integral term",
    windup={"clamp": "that is limited", "stop": "that stops where the effort saturates"},
)
def integral_joint_drive(coord: Any, dt: Any, integral_gain: Any, integral_limit: Any) -> None:
    err = coord.target - coord.position
    total = coord.integral + err * dt
    if v.windup == "clamp":
        total = wp.clamp(total, -integral_limit, integral_limit)
    tau = coord.stiffness * err - coord.damping * coord.velocity + integral_gain * total
    limit = coord.effort_limit
    if tau > limit or tau < -limit:
        tau = wp.clamp(tau, -limit, limit)
        if v.windup == "stop":
            total = coord.integral
    coord.integral = total
    coord.effort = tau


@computation(
    JOINTS,
    "push a joint coordinate back from its limits",
    state={True: "and tell which one it has reached", False: ""},
    sets={"add": "", "set": "and by nothing else"},
)
def joint_limit_effort(coord: Any) -> None:
    q = coord.position
    f = limit_effort(q, coord.velocity, coord.lower, coord.upper, coord.limit_stiffness, coord.limit_damping)
    if v.sets == "add":
        coord.effort = coord.effort + f
    else:
        coord.effort = f
    if v.state:
        if q < coord.lower:
            coord.at_limit = LimitState.LOWER
        elif q > coord.upper:
            coord.at_limit = LimitState.UPPER
        else:
            coord.at_limit = LimitState.FREE


@computation(
    JOINTS,
    "slow a joint coordinate by friction",
    law={"dry": "", "stribeck": "that is greater near rest"},
    viscous={True: "with a viscous part", False: ""},
)
def joint_friction_effort(coord: Any, friction_speed: Any, slow_speed: Any, static_ratio: Any) -> None:
    qd = coord.velocity
    level = coord.friction
    if v.law == "stribeck":
        x = qd / slow_speed
        level = level * (1.0 + (static_ratio - 1.0) * wp.exp(-x * x))
    tau = dry_friction(qd, level, friction_speed)
    if v.viscous:
        tau -= coord.damping * qd
    coord.effort = coord.effort + tau


@computation(
    JOINTS,
    "advance a joint coordinate by one step",
    source={"acceleration": "", "effort": "from its effort and inertia"},
    limits={"none": "", "stop": "and stop it at its limits"},
    speed={True: "within its velocity limit", False: ""},
)
def integrate_joint_coord(coord: Any, dt: Any) -> None:
    qd = coord.velocity
    if v.source == "acceleration":
        qd += coord.acceleration * dt
    else:
        qd += coord.effort / (coord.inertia + coord.armature) * dt
    if v.speed:
        limit = coord.velocity_limit
        qd = wp.clamp(qd, -limit, limit)
    q = coord.position + qd * dt
    if v.limits == "stop":
        if q < coord.lower:
            q = coord.lower
            qd = wp.max(qd, 0.0)
        elif q > coord.upper:
            q = coord.upper
            qd = wp.min(qd, 0.0)
    coord.position = q
    coord.velocity = qd


@computation(
    JOINTS,
    "couple two joint coordinates by a spring",
    law={"linear": "", "quadratic": "with a quadratic law between them"},
    residual={True: "and store how far they are off", False: ""},
    enabled={True: "if the coupling holds", False: ""},
)
def mimic_joint_effort(mimic: Any, stiffness: Any) -> None:
    if v.enabled and not mimic.enabled:
        return
    follower, leader = mimic.follower, mimic.leader
    q = leader.position
    err = follower.position - mimic.offset - mimic.ratio * q
    slope = mimic.ratio
    if v.law == "quadratic":
        err -= mimic.quadratic * q * q
        slope += 2.0 * mimic.quadratic * q
    tau = stiffness * err
    follower.effort -= tau
    leader.effort += slope * tau
    if v.residual:
        mimic.residual = err


@computation(
    JOINTS,
    "set the target of each coordinate that has a leader to what its leader has",
    velocity={True: "unless it is not driven", False: ""},
)
def follow_leader_target(coord: Any) -> None:
    if v.velocity and coord.mode == DriveMode.NONE:
        return
    coord.target = coord.leader.position


@computation(
    JOINTS,
    "bring the target of a joint coordinate nearer to its goal",
    law={"step": "by a limited step", "filter": "by a part of the way"},
    limits={True: "within its limits", False: ""},
)
def update_joint_target(coord: Any, max_step: Any, alpha: Any) -> None:
    goal = coord.goal
    if v.limits:
        goal = wp.clamp(goal, coord.lower, coord.upper)
    q = coord.target
    if v.law == "step":
        coord.target = q + wp.clamp(goal - q, -max_step, max_step)
    else:
        coord.target = (1.0 - alpha) * q + alpha * goal
