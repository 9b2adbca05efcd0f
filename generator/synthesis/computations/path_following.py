"""Driving along paths and around obstacles."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.localization import wrap_angle
from generator.synthesis.schemas.robots import ROBOTS

EPSILON = 1.0e-6

RobotType: Any = None
"""The enumeration of the schema."""


@law
def to_robot_frame(p: wp.vec2, origin: wp.vec2, heading: float) -> wp.vec2:
    """Point of the plane in the frame of a robot, x ahead and y to its left."""
    d = p - origin
    c = wp.cos(heading)
    s = wp.sin(heading)
    return wp.vec2(c * d[0] + s * d[1], c * d[1] - s * d[0])


@law
def unicycle_step(p: wp.vec2, heading: float, speed: float, rate: float, dt: float) -> tuple[wp.vec2, float]:
    """Position and heading of a unicycle after a step along the heading half-way through it."""
    mid = heading + 0.5 * rate * dt
    return p + speed * dt * wp.vec2(wp.cos(mid), wp.sin(mid)), heading + rate * dt


@law
def signed_curvature(a: wp.vec2, b: wp.vec2, c: wp.vec2) -> float:
    """Curvature of the circle through three points, positive in a left turn, zero where two coincide."""
    ab = b - a
    bc = c - b
    ac = c - a
    product = wp.length(ab) * wp.length(bc) * wp.length(ac)
    if product < EPSILON:
        return 0.0
    # four times the area of the triangle over the product of its sides
    return 2.0 * (ab[0] * bc[1] - ab[1] * bc[0]) / product


@computation(
    ROBOTS,
    "integrate a wheeled robot by the midpoint heading",
    kind={
        "unicycle": "as a unicycle",
        "bicycle": "as a kinematic bicycle",
        "coded": "as a kinematic bicycle or, of any other kind, a unicycle",
    },
    wrap={True: "wrapping its heading", False: ""},
)
def move_wheeled_robot(robot: Any, dt: Any) -> None:
    if v.kind == "bicycle":
        rate = robot.speed * wp.tan(robot.steer) / robot.wheel_base
    elif v.kind == "unicycle":
        rate = robot.turn_rate
    else:
        rate = robot.turn_rate
        if robot.kind == RobotType.BICYCLE:
            rate = robot.speed * wp.tan(robot.steer) / robot.wheel_base
    p, heading = unicycle_step(robot.position, robot.heading, robot.speed, rate, dt)
    robot.position = p
    if v.wrap:
        robot.heading = wrap_angle(heading)
    else:
        robot.heading = heading


@computation(
    ROBOTS,
    "steer a robot by pure pursuit of the first path point beyond the lookahead",
    output={"curvature": "as a curvature", "steer": "as a clamped steering angle"},
    behind={True: "ignoring points behind", False: ""},
    missing={"zero": "straight on where there is none", "keep": "as before where there is none"},
)
def pure_pursuit(robot: Any, lookahead: Any, steer_limit: Any) -> None:
    p = robot.position
    heading = robot.heading
    for point in robot.path:
        local = to_robot_frame(point.position, p, heading)
        if v.behind and local[0] < 0.0:
            continue
        d2 = wp.dot(local, local)
        if d2 < lookahead * lookahead:
            continue
        kappa = 2.0 * local[1] / d2
        if v.output == "steer":
            robot.steer = wp.clamp(wp.atan(kappa * robot.wheel_base), -steer_limit, steer_limit)
        else:
            robot.curvature = kappa
        return
    if v.missing == "zero":
        if v.output == "steer":
            robot.steer = 0.0
        else:
            robot.curvature = 0.0


@computation(
    ROBOTS,
    "find the path point nearest to a robot",
    speed={True: "taking its speed", False: ""},
    far={True: "-1 where it is too far", False: ""},
)
def nearest_path_point(robot: Any, off_path: Any) -> None:
    p = robot.position
    best = int(-1)
    nearest = float(1.0e6)
    speed = float(0.0)
    k = int(0)
    for point in robot.path:
        d = point.position - p
        d2 = wp.dot(d, d)
        if d2 < nearest:
            nearest = d2
            best = k
            if v.speed:
                speed = point.speed
        k += 1
    if v.far and nearest > off_path * off_path:
        robot.waypoint = -1
        return
    robot.waypoint = best
    if v.speed:
        robot.speed = speed


@computation(
    ROBOTS,
    "advance a robot's waypoint once it is within reach",
    end={"stop": "ending at the last", "loop": "looping with a lap count"},
    steps={True: "counting steps", False: ""},
)
def advance_waypoint(robot: Any, reach: Any) -> None:
    if robot.done:
        return
    target = robot.waypoint
    n = int(0)
    arrived = int(0)
    for point in robot.path:
        if n == target:
            if wp.length(point.position - robot.position) < reach:
                arrived = 1
        n += 1
    if v.steps:
        robot.steps = robot.steps + 1
    last = target + 1 >= n
    if v.end == "stop":
        robot.done = arrived != 0 and last
        robot.waypoint = target if last else target + arrived
    elif arrived != 0 and last:
        robot.waypoint = 0
        robot.lap = robot.lap + 1
    else:
        robot.waypoint = target + arrived


@computation(
    ROBOTS,
    "compute the signed Menger curvature of a path at each point",
    ends={"zero": "zero at its ends", "keep": ""},
    speed={True: "with the speed that lateral acceleration allows", False: ""},
)
def path_curvature(point: Any, lateral_limit: Any, speed_limit: Any) -> None:
    if v.ends == "zero":
        if not exists(point.before) or not exists(point.after):
            point.bend = 0.0
            if v.speed:
                point.speed = speed_limit
            return
    kappa = signed_curvature(point.before.position, point.position, point.after.position)
    point.bend = kappa
    if v.speed:
        bend = wp.abs(kappa)
        limit = speed_limit
        if bend > EPSILON:
            limit = wp.min(limit, wp.sqrt(lateral_limit / bend))
        point.speed = limit


@computation(
    ROBOTS,
    "compute the speeds of the left and the right wheel of a differential drive from speed and turn rate",
    limit={True: "both clamped to their limits", False: ""},
)
def differential_drive(robot: Any, speed_limit: Any, turn_limit: Any) -> None:
    speed = robot.speed
    rate = robot.turn_rate
    if v.limit:
        speed = wp.clamp(speed, -speed_limit, speed_limit)
        rate = wp.clamp(rate, -turn_limit, turn_limit)
    half = 0.5 * rate * robot.track
    robot.wheel_speeds = wp.vec2(speed - half, speed + half) / robot.wheel_radius
