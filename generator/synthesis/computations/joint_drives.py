"""Efforts of joint coordinates: drives, limits, friction, couplings, and steps in time."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

KINEMATIC = 1

DriveMode: Any = None
JointType: Any = None
LimitState: Any = None
"""Enumerations of the schema."""


@law
def limit_effort(q: float, qd: float, lower: float, upper: float, ke: float, kd: float) -> float:
    """Spring force of a joint beyond its limits, damped only while it moves further out."""
    if q < lower:
        return ke * (lower - q) - kd * wp.min(qd, 0.0)
    if q > upper:
        return ke * (upper - q) - kd * wp.max(qd, 0.0)
    return 0.0


@law
def drive_effort(q: float, qd: float, q_des: float, qd_des: float, ke: float, kd: float) -> float:
    """Effort of a proportional-derivative drive towards a wanted position and velocity."""
    return ke * (q_des - q) + kd * (qd_des - qd)


@law
def dry_friction(qd: float, level: float, speed: float) -> float:
    """Coulomb friction against a velocity, in full above a speed and linear below it."""
    return -level * wp.clamp(qd / speed, -1.0, 1.0)


@computation(
    JOINTS,
    "compute the PD drive effort of a joint coordinate",
    mode={
        "position": "towards position and velocity targets",
        "coded": "by its drive mode (position, velocity or none)",
    },
    feedforward={"none": "", "gravity": "with gravity compensation"},
    clamp={True: "clamped to its effort limit", False: ""},
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
    "compute the PID drive effort of a joint coordinate, clamped to its limit",
    windup={
        "clamp": "with a clamped integral against windup",
        "stop": "holding the integral while saturated against windup",
    },
)
def integral_joint_drive(coord: Any, dt: Any, integral_gain: Any, integral_limit: Any) -> None:
    err = coord.target - coord.position
    total = coord.integral + err * dt
    if v.windup == "clamp":
        total = wp.clamp(total, -integral_limit, integral_limit)
    effort = coord.stiffness * err - coord.damping * coord.velocity + integral_gain * total
    limit = coord.effort_limit
    if v.windup == "stop":
        if effort > limit or effort < -limit:
            total = coord.integral
    effort = wp.clamp(effort, -limit, limit)
    coord.integral = total
    coord.effort = effort


@computation(
    JOINTS,
    "compute the spring-damper effort of a joint coordinate beyond its limits, damped while it moves further out",
    state={True: "storing which limit is reached", False: ""},
    sets={"add": "added to its effort", "set": ""},
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
    "subtract regularised Coulomb friction from the effort of a joint coordinate",
    law={"dry": "", "stribeck": "with a Stribeck peak near rest"},
    viscous={True: "and viscous friction", False: ""},
)
def joint_friction_effort(coord: Any, friction_speed: Any, slow_speed: Any, static_ratio: Any) -> None:
    qd = coord.velocity
    level = coord.friction
    if v.law == "stribeck":
        x = qd / slow_speed
        level = level * (1.0 + (static_ratio - 1.0) * wp.exp(-x * x))
    tau = dry_friction(qd, level, friction_speed)
    if v.viscous:
        tau -= coord.viscosity * qd
    coord.effort = coord.effort + tau


@computation(
    JOINTS,
    "integrate a joint coordinate by semi-implicit Euler",
    source={"acceleration": "from its acceleration", "effort": "from effort over inertia plus armature"},
    limits={"none": "", "stop": "stopping it at its limits"},
    speed={True: "clamping its velocity", False: ""},
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
    "pull a follower joint coordinate by a spring, and its leader by the reaction, towards",
    law={"linear": "q_f = offset + ratio q_l", "quadratic": "q_f = offset + ratio q_l + quadratic q_l^2"},
    residual={True: "storing the error", False: ""},
    enabled={True: "for enabled couplings alone", False: ""},
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
    "hold the follower of each mimic joint that is disabled or has no leader where it is, and compute the target of the others by offset and ratio",
    of={"target": "from the target of the leader", "position": "from the position of the leader"},
    velocity={True: "with its target velocity", False: ""},
    limits={True: "clamped to the limits of the follower", False: ""},
)
def mimic_joint_target(mimic: Any) -> None:
    follower, leader = mimic.follower, mimic.leader
    if not exists(leader) or not mimic.enabled:
        mimic.target = follower.position
        if v.velocity:
            mimic.target_velocity = 0.0
        return
    q = leader.target if v.of == "target" else leader.position
    q = mimic.offset + mimic.ratio * q
    if v.limits:
        q = wp.clamp(q, follower.lower, follower.upper)
    mimic.target = q
    if v.velocity:
        qd = leader.target_velocity if v.of == "target" else leader.velocity
        mimic.target_velocity = mimic.ratio * qd


@computation(
    JOINTS,
    "move the target of a joint coordinate towards its goal",
    law={"step": "by a rate-limited step", "filter": "by a first-order low-pass filter"},
    limits={True: "with the goal clamped to its limits", False: ""},
)
def update_joint_target(coord: Any, max_step: Any, alpha: Any) -> None:
    goal = coord.goal
    if v.limits:
        goal = wp.clamp(goal, coord.lower, coord.upper)
    target = coord.target
    if v.law == "step":
        coord.target = target + wp.clamp(goal - target, -max_step, max_step)
    else:
        coord.target = (1.0 - alpha) * target + alpha * goal
