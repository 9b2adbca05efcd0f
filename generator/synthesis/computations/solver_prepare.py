"""Rows of joints by type, points of a line search, columns of GMRES, reports of worlds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

HUGE = 1.0e6
"""Impulse that stands for no bound."""

JointType: Any = None
"""The enumeration of the schema."""

RowType: Any = None
"""The enumeration of the schema."""

SolverStatus: Any = None
"""The enumeration of the schema."""

launch: Any = None
"""The entity: a launch has its totals in record 0."""


@law
def spring_row(stiffness: float, damping: float, dt: float) -> tuple[float, float]:
    """Share of the error that a step takes back and softness of a row, for an implicit damped spring."""
    k = dt * stiffness
    return k / (damping + k), 1.0 / (dt * (damping + k))


@law
def quadratic_point(residual: float, along: float, d: float, t: float) -> wp.vec3:
    """Cost of a quadratic row at a point of a line, with slope and curvature along it."""
    x = residual + t * along
    return wp.vec3(0.5 * d * x * x, d * x * along, d * along * along)


@law
def huber_cost(x: float, d: float, most: float) -> float:
    """Cost of a friction row by Huber's function, linear where its force reaches the most."""
    edge = most / d
    if wp.abs(x) >= edge:
        return most * (wp.abs(x) - 0.5 * edge)
    return 0.5 * d * x * x


@law
def friction_point(residual: float, along: float, d: float, most: float, t: float) -> wp.vec3:
    """Huber's cost of a friction row at a point of a line, with slope and curvature along it."""
    x = residual + t * along
    edge = most / d
    if x <= -edge:
        return wp.vec3(-most * (0.5 * edge + x), -most * along, 0.0)
    if x >= edge:
        return wp.vec3(-most * (0.5 * edge - x), most * along, 0.0)
    return wp.vec3(0.5 * d * x * x, d * x * along, d * along * along)


@law
def givens(a: float, b: float) -> tuple[float, float]:
    """Cosine and sine of the Givens rotation that turns the second of two components to zero."""
    r = wp.sqrt(a * a + b * b)
    return a / r, b / r


@computation(
    SOLVERS,
    "prepare the constraint row of each joint by its type, lock, limit, motor or spring: its error, "
    "bias, effective mass, softness and impulse bounds, and -1 as the kind of a joint without one,",
    enabled={True: "for enabled joints alone", False: ""},
    margin={True: "with limits active within a margin", False: ""},
)
def solver_prepare_joint(joint: Any, dt: Any, recovery: Any, limit_margin: Any) -> None:
    joint.kind = -1
    if v.enabled and not joint.enabled:
        return
    w = joint.inverse_inertia
    q = joint.position
    kind = joint.type
    bias = float(0.0)
    softness = float(0.0)
    low = float(0.0)
    high = float(0.0)
    error = float(0.0)
    if kind == JointType.LIMIT:
        if q < (joint.lower + limit_margin if v.margin else joint.lower):
            error = q - joint.lower
            high = HUGE
        elif q > (joint.upper - limit_margin if v.margin else joint.upper):
            error = q - joint.upper
            low = -HUGE
        else:
            return
        bias = recovery * error / dt
    elif kind == JointType.MOTOR:
        bias = -joint.target_speed
        low = -joint.most * dt
        high = joint.most * dt
    elif kind == JointType.SPRING:
        error = q - joint.target
        share, softness = spring_row(joint.stiffness, joint.damping, dt)
        bias = share * error / dt
        low = -HUGE
        high = HUGE
    else:
        error = q
        bias = recovery * error / dt
        low = -HUGE
        high = HUGE
    joint.kind = kind
    joint.error = error
    joint.bias = bias
    joint.softness = softness
    joint.mass = 1.0 / (w + softness)
    joint.low = low
    joint.high = high


@computation(
    SOLVERS,
    "evaluate each row at a step along the search line",
    what={
        "all": "and add cost, slope and curvature to its world",
        "cost": "and add its cost to its world",
    },
    guard={True: "unless that is done", False: ""},
)
def solver_line_point(row: Any) -> None:
    world = row.world
    if v.guard and world.done:
        return
    t = world.alpha
    jar = row.residual
    jv = row.along
    d = row.stiffness
    if v.what == "cost":
        x = jar + t * jv
        cost = 0.5 * d * x * x
        if row.type == RowType.FRICTION:
            cost = huber_cost(x, d, row.friction)
        elif row.type == RowType.CONTACT:
            # contacts push and never pull
            cost = wp.where(x < 0.0, cost, 0.0)
        world.cost += cost
    else:
        point = wp.vec3(0.0, 0.0, 0.0)
        if row.type == RowType.EQUALITY:
            point = quadratic_point(jar, jv, d, t)
        elif row.type == RowType.FRICTION:
            point = friction_point(jar, jv, d, row.friction, t)
        else:
            # contacts push and never pull
            if jar + t * jv >= 0.0:
                return
            point = quadratic_point(jar, jv, d, t)
        world.cost += point[0]
        world.slope += point[1]
        world.curvature += point[2]


@computation(
    SOLVERS,
    "apply the Givens rotations so far to a column of GMRES and compute the next one",
    left={True: "and the residual norm that is left", False: ""},
    whole={True: "storing the rotated column", False: ""},
)
def solver_turn_column(column: Any, basis: Any) -> None:
    head = column.entries[0]
    for k in range(1, basis):
        h = column.entries[k]
        rotation = column.rotations[k - 1]
        if v.whole:
            column.turned[k - 1] = rotation[0] * head + rotation[1] * h
        head = rotation[0] * h - rotation[1] * head
    c, s = givens(head, column.below)
    column.rotation = wp.vec2(c, s)
    if v.whole:
        column.turned[basis - 1] = c * head + s * column.below
    if v.left:
        column.left = wp.abs(s * column.beta)


@computation(
    SOLVERS,
    "set the status of each world: converged by its residual or without rows, failed by iterations or a "
    "rejected rise of the cost, else running,",
    capacity={True: "failed with more rows than fit", False: ""},
    counted={True: "and count those that run", False: ""},
)
def solver_report(world: Any, tolerance: Any, most_iterations: Any, row_capacity: Any) -> None:
    status = SolverStatus.RUNNING
    if world.row_total == 0:
        status = SolverStatus.CONVERGED
    elif world.norm <= tolerance * tolerance * world.norm_start:
        status = SolverStatus.CONVERGED
    elif world.iteration >= most_iterations:
        status = SolverStatus.FAILED
    elif world.cost > world.cost_old and not world.accepted:
        status = SolverStatus.FAILED
    if v.capacity and world.row_total > row_capacity:
        status = SolverStatus.FAILED
    world.status = status
    world.done = status != SolverStatus.RUNNING
    if v.counted and status == SolverStatus.RUNNING:
        launch[0].unfinished += 1
