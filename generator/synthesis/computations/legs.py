"""Legged robots: gaits, feet, contacts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

LOCKED = 1
SENSED = 2


@law
def swing_point(s: float, lift: wp.vec3, landing: wp.vec3, height: float) -> wp.vec3:
    """Point on the path of a swinging foot: straight on the ground, a parabola in height."""
    p = lift + s * (landing - lift)
    p[2] = p[2] + 4.0 * height * s * (1.0 - s)
    return p


@law
def is_in_contact(force: wp.vec3, threshold: float, flags: int) -> bool:
    """Whether the vertical force on a foot passes a threshold, false for one without a sensor."""
    return (flags & SENSED) != 0 and force[2] > threshold


@computation(
    ROBOTS,
    "advance the gait phase of each leg, wrapped to [0, 1)",
    locked={True: "except locked legs", False: ""},
    command={True: "resetting it while the command is below the standing speed", False: ""},
)
def advance_leg_phase(leg: Any, dt: float, frequency: float, stand_speed: float) -> None:
    if v.locked and (leg.flags & LOCKED) != 0:
        return
    if v.command:
        cmd = leg.robot.command
        if wp.length(wp.vec2(cmd[0], cmd[1])) < stand_speed:
            leg.phase = 0.0
            return
    phase = leg.phase + frequency * dt
    leg.phase = phase - wp.floor(phase)


@computation(
    ROBOTS,
    "compute the gait phase of each leg from the step count, frequency and phase offset",
    reset={True: "or the offset alone on reset", False: ""},
)
def sync_leg_phase(leg: Any, dt: Any, frequency: Any) -> None:
    robot = leg.robot
    if v.reset and robot.done:
        leg.phase = leg.offset
        return
    t = float(robot.steps) * dt * frequency + leg.offset
    leg.phase = t - wp.floor(t)


@computation(
    ROBOTS,
    "compute the foot target of a gait: a parabola from lift-off to landing during swing",
    stand={"keep": "and the foot itself in stance", "landing": "and the landing point in stance"},
)
def swing_foot_target(leg: Any, swing_height: Any) -> None:
    duty = leg.duty
    phase = leg.phase
    if phase < duty:
        if v.stand == "keep":
            leg.swing = leg.foot
        else:
            leg.swing = leg.landing
        return
    s = (phase - duty) / (1.0 - duty)
    leg.swing = swing_point(s, leg.lift, leg.landing, swing_height)


@computation(
    ROBOTS,
    "detect foot contact by a threshold on the vertical force, none without a sensor",
    air={True: "tracking air time", False: ""},
    count={True: "counting feet down", False: ""},
)
def update_foot_contact(leg: Any, dt: Any, contact_force: Any) -> None:
    if is_in_contact(leg.force, contact_force, leg.flags):
        leg.contact = 1
        if v.air:
            leg.air_time = 0.0
        if v.count:
            leg.robot.feet_down += 1
    else:
        leg.contact = 0
        if v.air:
            leg.air_time = leg.air_time + dt


@computation(
    ROBOTS,
    "reward long steps at touchdown: the air time of a foot less the wanted one, as a foot comes down that was in the air for more than a time step",
    command={True: "none while the command is below the standing speed", False: ""},
    reset={True: "resetting the air time of feet that are down", False: ""},
)
def air_time_reward(leg: Any, dt: float, stand_speed: float, step_time: float) -> None:
    if leg.contact == 0:
        return
    if leg.air_time > dt:
        robot = leg.robot
        if v.command:
            cmd = robot.command
            if wp.length(wp.vec2(cmd[0], cmd[1])) >= stand_speed:
                robot.reward += leg.air_time - step_time
        else:
            robot.reward += leg.air_time - step_time
    if v.reset:
        leg.air_time = 0.0


@computation(
    ROBOTS,
    "check each foot against the phase of its gait,",
    out={
        "count": "counting those that touch the ground in stance or are up in swing",
        "penalty": "subtracting the weighted force on those that touch the ground in swing from the reward",
        "soft": "subtracting 1 - exp(-|f|^2 / scale) from the reward for the force f on those that touch the ground in swing",
    },
)
def gait_agreement(leg: Any, force_weight: Any, force_scale: Any) -> None:
    stands = leg.phase < leg.duty
    touches = leg.contact != 0
    if v.out == "count":
        if stands == touches:
            leg.robot.gait_matches += 1
    elif touches and not stands:
        if v.out == "penalty":
            leg.robot.reward -= force_weight * wp.length(leg.force)
        else:
            leg.robot.reward -= 1.0 - wp.exp(-wp.length_sq(leg.force) / force_scale)
