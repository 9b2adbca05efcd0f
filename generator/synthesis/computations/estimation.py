"""Where robots think that they are, and which motion they choose."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

EPSILON = 1.0e-6
SAMPLES = 20
SPEEDS = 4
TURNS = 5
LOOK_STEPS = 4
NO_COST = 1.0e6
FAR = 1.0e6


@law
def inverse_2x2(m: wp.mat22) -> wp.mat22:
    """Inverse of a regular 2x2 matrix by its cofactors."""
    det = m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    return wp.mat22(m[1, 1], -m[0, 1], -m[1, 0], m[0, 0]) * (1.0 / det)


@law
def angle_difference(a: float, b: float) -> float:
    """First angle minus the second, wrapped to between -pi and pi."""
    d = a - b
    return wp.atan2(wp.sin(d), wp.cos(d))


@law
def evaluate_arc(p: wp.vec2, heading: float, speed: float, rate: float, dt: float) -> wp.vec2:
    """Position after a few steps at constant speed and turn rate, each along the heading before it turns."""
    x = p
    theta = heading
    for _step in range(LOOK_STEPS):
        x = x + speed * dt * wp.vec2(wp.cos(theta), wp.sin(theta))
        theta = theta + rate * dt
    return x


@computation(
    ROBOTS,
    "predict the position of a robot and how uncertain it is",
    noise={"round": "", "along": "with noise along its way"},
    heading={True: "and turn its heading by the turn rate", False: ""},
)
def predict_robot_position(robot: Any, dt: Any, slip: Any) -> None:
    c = wp.cos(robot.heading)
    s = wp.sin(robot.heading)
    step = dt * robot.speed
    robot.position = robot.position + step * wp.vec2(c, s)
    if v.heading:
        robot.heading = robot.heading + dt * robot.turn_rate
    q = dt * slip
    if v.noise == "round":
        robot.spread = robot.spread + wp.mat22(q, 0.0, 0.0, q)
    else:
        robot.spread = robot.spread + wp.mat22(q * c * c, q * c * s, q * c * s, q * s * s)


@computation(
    ROBOTS,
    "correct the position of a robot by the landmark that it sees (Kalman update)",
    gate={True: "unless the landmark is too far from where it expects it", False: ""},
    form={"short": "along with its covariance", "joseph": "along with its covariance in Joseph's form"},
)
def correct_robot_position(robot: Any, noise: Any, gate: Any) -> None:
    landmark = robot.landmark
    if not exists(landmark):
        return
    x = robot.position
    p = robot.spread
    # where the robot would be by what it measured
    measured = landmark.center - robot.sighting
    err = measured - x
    S = p + wp.mat22(noise, 0.0, 0.0, noise)
    S_inv = inverse_2x2(S)
    if v.gate:
        distance = wp.dot(err, S_inv @ err)
        if distance > gate * gate:
            return
    gain = p @ S_inv
    robot.position = x + gain @ err
    if v.form == "short":
        robot.spread = p - gain @ p
    else:
        rest = wp.mat22(1.0 - gain[0, 0], -gain[0, 1], -gain[1, 0], 1.0 - gain[1, 1])
        # stays symmetric and positive, however the gain is rounded
        robot.spread = rest @ p @ wp.transpose(rest) + noise * (gain @ wp.transpose(gain))


@computation(
    ROBOTS,
    "choose the speed and turn rate of a robot from a grid of both by how near to its goal an arc of four steps ends",
    turn={"free": "", "smooth": "and how little the turn rate changes"},
    obstacles={
        True: "and how far from obstacles, leaving out arcs that end in one, stopping where none is left",
        False: "",
    },
)
def choose_window_motion(
    robot: Any, dt: Any, speed_limit: Any, turn_limit: Any, influence: Any, smooth_weight: Any
) -> None:
    p = robot.position
    heading = robot.heading
    best = float(NO_COST)
    best_speed = float(0.0)
    best_rate = float(0.0)
    for k in range(SAMPLES):
        speed = speed_limit * float(k // TURNS + 1) / float(SPEEDS)
        rate = turn_limit * (2.0 * float(k % TURNS) / float(TURNS - 1) - 1.0)
        end = evaluate_arc(p, heading, speed, rate, dt)
        cost = wp.length(robot.goal - end)
        if v.turn == "smooth":
            cost += smooth_weight * wp.abs(rate - robot.turn_rate)
        if v.obstacles:
            hit = int(0)
            for o in robot.obstacles:
                if o.active == 0:
                    continue
                gap = wp.length(end - o.center) - o.radius - robot.radius
                if gap < 0.0:
                    hit = 1
                    break
                if gap < influence:
                    cost += influence - gap
            if hit != 0:
                continue
        if cost < best:
            best = cost
            best_speed = speed
            best_rate = rate
    robot.wanted_motion = wp.vec2(best_speed, best_rate)


@computation(
    ROBOTS,
    "steer a robot back to its path by Stanley's law, forwards or in reverse,",
    soft={True: "softened at low speed", False: ""},
    limit={True: "within its steering limit", False: ""},
)
def stanley_steering(robot: Any, approach: Any, steer_limit: Any, soft_speed: Any) -> None:
    p = robot.position
    nearest = float(FAR)
    offset = float(0.0)
    direction = float(0.0)
    for point in robot.path:
        d = p - point.position
        d2 = wp.dot(d, d)
        if d2 < nearest:
            nearest = d2
            direction = point.direction
            offset = wp.cos(direction) * d[1] - wp.sin(direction) * d[0]
    if nearest >= FAR:
        robot.steer = 0.0
        return
    if v.soft:
        speed = wp.abs(robot.speed) + soft_speed
    else:
        speed = wp.max(wp.abs(robot.speed), EPSILON)
    turn = angle_difference(direction, robot.heading)
    if robot.speed < 0.0:
        # in reverse the same steering turns the other way
        turn = -turn
    delta = turn - wp.atan2(approach * offset, speed)
    if v.limit:
        delta = wp.clamp(delta, -steer_limit, steer_limit)
    robot.steer = delta
