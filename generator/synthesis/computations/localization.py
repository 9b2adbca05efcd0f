"""Monte Carlo localisation: hypotheses move with noise, are roughened and drawn anew."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.localization import LOCALIZATION

SLOW_TURN = 1.0e-2


@law
def wrap_angle(a: float) -> float:
    """The same angle between -pi and pi."""
    return wp.atan2(wp.sin(a), wp.cos(a))


@law
def motion_spread(turn: float, drive: float, per_turn: float, per_drive: float) -> float:
    """Standard deviation of a motion whose turn and drive add errors of their own."""
    a = per_turn * turn
    b = per_drive * drive
    return wp.sqrt(a * a + b * b)


@computation(
    LOCALIZATION,
    "move each hypothesis by the odometry of its robot, turn, drive and turn, each with normal noise,",
    noise={"full": "that grows with turns and drives", "own": "that grows with its own size"},
    wrap={True: "and wrap its heading", False: ""},
)
def sample_odometry(
    hypothesis: Any, seed: Any, step: Any, turn_noise: Any, slip_noise: Any, drive_noise: Any, cross_noise: Any
) -> None:
    robot = hypothesis.robot
    first = robot.turn_before
    drive = robot.advance
    last = robot.turn_after
    state = wp.rand_init(seed, step * count(hypothesis) + hypothesis.index)
    if v.noise == "full":
        turns = wp.length(wp.vec2(first, last))
        rot1 = first + motion_spread(first, drive, turn_noise, slip_noise) * wp.randn(state)
        rot2 = last + motion_spread(last, drive, turn_noise, slip_noise) * wp.randn(state)
        trans = drive + motion_spread(turns, drive, cross_noise, drive_noise) * wp.randn(state)
    else:
        rot1 = first * (1.0 + turn_noise * wp.randn(state))
        trans = drive * (1.0 + drive_noise * wp.randn(state))
        rot2 = last * (1.0 + turn_noise * wp.randn(state))
    heading = hypothesis.heading + rot1
    hypothesis.moved = hypothesis.position + wp.vec2(wp.cos(heading), wp.sin(heading)) * trans
    if v.wrap:
        hypothesis.turned = wrap_angle(heading + rot2)
    else:
        hypothesis.turned = heading + rot2


@computation(
    LOCALIZATION,
    "move each hypothesis along the arc of a noisy speed and turn rate of its robot",
    straight={"chord": "", "arc": "taking its chord to be as long"},
    final={True: "and turn it by a last random angle", False: ""},
)
def sample_velocity_motion(
    hypothesis: Any, seed: Any, step: Any, dt: Any, turn_noise: Any, slip_noise: Any, drive_noise: Any
) -> None:
    robot = hypothesis.robot
    theta = hypothesis.heading
    state = wp.rand_init(seed, step * count(hypothesis) + hypothesis.index)
    speed = robot.speed * (1.0 + drive_noise * wp.randn(state))
    omega = robot.rate + motion_spread(robot.rate, robot.speed, turn_noise, slip_noise) * wp.randn(state)
    half = 0.5 * omega * dt
    chord = speed * dt
    if v.straight == "chord":
        if wp.abs(half) > SLOW_TURN:
            chord *= wp.sin(half) / half
    # both the arc and its chord point along the heading half way
    middle = theta + half
    hypothesis.moved = hypothesis.position + wp.vec2(wp.cos(middle), wp.sin(middle)) * chord
    turned = theta + 2.0 * half
    if v.final:
        turned += slip_noise * robot.speed * dt * wp.randn(state)
    hypothesis.turned = turned


@computation(
    LOCALIZATION,
    "roughen the hypotheses after a resampling with noise",
    law={"normal": "of a normal distribution", "uniform": "of a uniform distribution"},
    crowd={"plain": "", "thin": "that shrinks with the square root of their number"},
    border={True: "kept inside of the map", False: ""},
)
def roughen_hypotheses(hypothesis: Any, seed: Any, step: Any, spread: Any, turn_spread: Any, extent: Any) -> None:
    state = wp.rand_init(seed, step * count(hypothesis) + hypothesis.index)
    sigma = spread
    sigma_turn = turn_spread
    if v.crowd == "thin":
        root = wp.sqrt(float(count(hypothesis)))
        sigma = spread / root
        sigma_turn = turn_spread / root
    if v.law == "normal":
        dx = wp.randn(state)
        dy = wp.randn(state)
        turn = wp.randn(state)
    else:
        dx = wp.randf(state, -1.0, 1.0)
        dy = wp.randf(state, -1.0, 1.0)
        turn = wp.randf(state, -1.0, 1.0)
    x = hypothesis.position + wp.vec2(dx, dy) * sigma
    if v.border:
        x = wp.vec2(wp.clamp(x[0], -extent, extent), wp.clamp(x[1], -extent, extent))
    hypothesis.moved = x
    hypothesis.turned = hypothesis.heading + sigma_turn * turn


@computation(
    LOCALIZATION,
    "draw hypotheses anew with the chance that the robot is lost, 1 - fast / slow average of its likelihood, "
    "at the weight of the fast one,",
    place={"map": "anywhere on the map", "landmark": "at the measured range of the landmark in view"},
    counted={True: "and count them", False: ""},
    mark={True: "and mark them", False: ""},
)
def recover_hypotheses(hypothesis: Any, seed: Any, step: Any, extent: Any) -> None:
    robot = hypothesis.robot
    chance = wp.max(1.0 - robot.fast / robot.slow, 0.0)
    state = wp.rand_init(seed, step * count(hypothesis) + hypothesis.index)
    if wp.randf(state) >= chance:
        hypothesis.moved = hypothesis.position
        hypothesis.turned = hypothesis.heading
        if v.mark:
            hypothesis.fresh = 0
        return
    heading = wp.randf(state, -wp.pi, wp.pi)
    if v.place == "landmark":
        mark = hypothesis.landmark
        r = robot.range + mark.sigma * wp.randn(state)
        hypothesis.moved = mark.position + wp.vec2(wp.cos(heading), wp.sin(heading)) * r
        # it faces the landmark, but for the bearing
        hypothesis.turned = wrap_angle(heading + wp.pi - robot.bearing)
    else:
        hypothesis.moved = wp.vec2(wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0)) * extent
        hypothesis.turned = heading
    # it weighs what the robot's hypotheses weigh of late
    hypothesis.weight = robot.fast
    if v.mark:
        hypothesis.fresh = 1
    if v.counted:
        robot.recovered += 1
