"""Robots among obstacles and each other."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

EPSILON = 1.0e-6
LEAST_GAP = 0.05
TIME_GAP = 0.5
"""Seconds between robots that follow each other."""


@law
def obstacle_gap(p: wp.vec2, radius: float, center: wp.vec2, obstacle_radius: float) -> tuple[float, wp.vec2]:
    """Gap between two discs, negative where they overlap, and the unit direction away from the second."""
    d = p - center
    length = wp.length(d)
    if length < EPSILON:
        return -(radius + obstacle_radius), wp.vec2(1.0, 0.0)
    return length - radius - obstacle_radius, d / length


@computation(
    ROBOTS,
    "pull a robot to its goal and push it away from obstacles by a potential field",
    law={"potential": "", "linear": "with a push that falls off linearly"},
    limit={True: "up to a speed limit", False: ""},
    active={True: "leaving out inactive obstacles", False: ""},
)
def potential_field(
    robot: Any, approach: Any, repulsion: Any, push_gain: Any, influence: Any, speed_limit: Any
) -> None:
    p = robot.position
    u = approach * (robot.goal - p)
    for o in robot.obstacles:
        if v.active and o.active == 0:
            continue
        gap, n = obstacle_gap(p, robot.radius, o.center, o.radius)
        if gap > influence:
            continue
        if v.law == "potential":
            d = wp.max(gap, LEAST_GAP)
            u += repulsion * (1.0 / d - 1.0 / influence) / (d * d) * n
        else:
            u += push_gain * (influence - gap) * n
    if v.limit:
        size = wp.length(u)
        if size > speed_limit:
            u = u * (speed_limit / size)
    robot.push = u


@computation(
    ROBOTS,
    "find the obstacle nearest to a robot among those that are there, and the gap to it,",
    moving={True: "where obstacles will be at the end of the step", False: ""},
    blocked={True: "and stop the robot where it touches", False: ""},
)
def nearest_obstacle(robot: Any, dt: Any) -> None:
    p = robot.position
    best = int(-1)
    clearance = float(1.0e6)
    for o in robot.obstacles:
        if o.active == 0:
            continue
        center = o.center
        if v.moving:
            center = center + dt * o.velocity
        gap, _n = obstacle_gap(p, robot.radius, center, o.radius)
        if gap < clearance:
            clearance = gap
            best = o.index
    robot.nearest = best
    robot.clearance = clearance
    if v.blocked and clearance < 0.0:
        robot.speed = 0.0


@computation(
    ROBOTS,
    "ask each robot for a speed in proportion to the gap to the one in front beyond the gap to keep, the highest speed where there is none,",
    gap={"constant": "", "time": "where the gap to keep grows with its speed"},
)
def follow_robot_ahead(robot: Any, approach: Any, headway: Any, speed_limit: Any) -> None:
    if not exists(robot.ahead):
        robot.wanted_speed = speed_limit
        return
    ahead = robot.ahead
    gap = wp.length(ahead.position - robot.position) - robot.radius - ahead.radius
    if v.gap == "time":
        robot.wanted_speed = wp.clamp(approach * (gap - headway - TIME_GAP * wp.abs(robot.speed)), 0.0, speed_limit)
    else:
        robot.wanted_speed = wp.clamp(approach * (gap - headway), 0.0, speed_limit)


@computation(
    ROBOTS,
    "count the robots in each cell",
    owner={True: "and find the robot of the greatest number there", False: ""},
    active={True: "leaving out those that have ended", False: ""},
)
def occupy_cells(robot: Any) -> None:
    if v.active and robot.done:
        return
    cell = robot.cell
    cell.occupancy += 1
    if v.owner:
        wp.atomic_max(cell.owner, robot.index)
