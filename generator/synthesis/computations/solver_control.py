"""What steers a solver: convergence, line search, trust radius, starts and stops of worlds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

launch: Any = None
"""The entity: a launch has its totals in record 0."""

SolverStatus: Any = None
"""The enumeration of the schema."""

RowType: Any = None
"""The enumeration of the schema."""

MIN_DAMPING = 0.1
"""Damping under which a solver does not go."""


@law
def has_converged(norm_squared: float, start_squared: float, tolerance: float) -> bool:
    """Whether a residual has shrunk to the tolerance times its first norm, by squared norms."""
    return norm_squared <= tolerance * tolerance * start_squared


@law
def next_damping(ratio: float, damping: float) -> float:
    """Levenberg-Marquardt damping after a step, by the ratio of actual to predicted decrease."""
    if ratio > 0.75:
        return wp.max(damping / 3.0, MIN_DAMPING)
    if ratio < 0.25:
        return 2.0 * damping
    return damping


@computation(
    SOLVERS,
    "test each world for convergence, the residual norm at most the tolerance times its start,",
    counted={True: "counting worlds that go on", False: ""},
    limit={True: "and mark it as failed after too many iterations", False: ""},
)
def solver_test_convergence(world: Any, tolerance: Any, most_iterations: Any) -> None:
    if world.done:
        return
    iteration = world.iteration + 1
    world.iteration = iteration
    if has_converged(world.norm, world.norm_start, tolerance):
        world.done = True
        world.status = SolverStatus.CONVERGED
        return
    if v.limit and iteration >= most_iterations:
        world.done = True
        world.status = SolverStatus.FAILED
        return
    world.status = SolverStatus.RUNNING
    if v.counted:
        launch[0].unfinished += 1


@computation(
    SOLVERS,
    "reset iteration and done flag of each world before a solve",
    sums={True: "and its status and sums", False: ""},
    warm={True: "only where its last step was accepted", False: ""},
)
def solver_reset(world: Any) -> None:
    if v.warm and not world.accepted:
        return
    world.iteration = 0
    world.done = False
    if v.sums:
        world.status = SolverStatus.RUNNING
        world.dot = 0.0
        world.square = 0.0


@computation(
    SOLVERS,
    "compact the worlds that are not done: give each an atomically taken slot",
    kept={True: "and -1 to the others", False: ""},
)
def solver_list_worlds(world: Any) -> None:
    if world.done:
        if v.kept:
            world.slot = -1
        return
    slot = wp.atomic_add(launch[0].unfinished, 1)
    world.slot = slot


@computation(
    SOLVERS,
    "choose the first trial step of a backtracking line search, halved each time, whose cost",
    test={"armijo": "meets Armijo's condition of sufficient decrease", "simple": "is below the former cost"},
    fallback={"last": "else the last", "none": "else none, -1"},
)
def solver_line_search(world: Any, trials: Any, decrease: Any) -> None:
    cost = world.cost_old
    chosen = int(-1)
    if v.test == "armijo":
        t = float(1.0)
    for k in range(trials):
        if v.test == "armijo":
            if world.trial[k] <= cost + decrease * t * world.slope:
                chosen = k
                break
            t = 0.5 * t
        else:
            if world.trial[k] < cost:
                chosen = k
                break
    if v.fallback == "last" and chosen < 0:
        chosen = trials - 1
    world.chosen = chosen


@computation(
    SOLVERS,
    "choose the trial step of least cost in each world",
    improved={True: "or -1 where that is no lower than the former cost,", False: ""},
    cost={True: "and keep its cost", False: ""},
)
def solver_best_trial(world: Any, trials: Any) -> None:
    best = int(0)
    low = world.trial[0]
    for k in range(1, trials):
        cost = world.trial[k]
        if cost < low:
            low = cost
            best = k
    if v.improved and low >= world.cost_old:
        world.chosen = -1
        return
    world.chosen = best
    if v.cost:
        world.cost = low


@computation(
    SOLVERS,
    "accept the step of each world where the ratio of actual to predicted decrease is positive",
    update={
        "damping": "and update its Levenberg-Marquardt damping by that ratio",
        "radius": "and update its trust radius by that ratio",
    },
    kept={True: "keeping the new cost", False: ""},
)
def solver_judge_step(world: Any, radius_limit: Any) -> None:
    ratio = (world.cost_old - world.cost) / world.predicted
    accepted = ratio > 0.0
    world.accepted = accepted
    if v.update == "damping":
        world.damping = next_damping(ratio, world.damping)
    else:
        radius = world.radius
        if ratio < 0.25:
            radius = 0.25 * radius
        elif ratio > 0.75:
            radius = wp.min(2.0 * radius, radius_limit)
        world.radius = radius
    if v.kept and accepted:
        world.cost_old = world.cost


@computation(
    SOLVERS,
    "move each unknown by",
    sign={"plus": "its Newton step", "minus": "the negative of its Newton step"},
    limit={"none": "", "each": "clamped to the longest step", "bounds": "but not beyond its bounds"},
    accepted={True: "in worlds that accepted it", False: ""},
)
def solver_take_step(unknown: Any, step_limit: Any) -> None:
    if v.accepted and not unknown.world.accepted:
        return
    d = -unknown.step if v.sign == "minus" else unknown.step
    if v.limit == "each":
        d = wp.clamp(d, -step_limit, step_limit)
    x = unknown.x + d
    if v.limit == "bounds":
        x = wp.min(wp.max(x, unknown.lower), unknown.upper)
    unknown.x = x


@computation(
    SOLVERS,
    "keep each unknown as the best one where the cost of its world is the lowest so far",
    other={"none": "", "restore": "and go back to the best one where it is not"},
)
def solver_keep_best(unknown: Any) -> None:
    world = unknown.world
    if world.cost < world.cost_best:
        unknown.x_best = unknown.x
    elif v.other == "restore":
        unknown.x = unknown.x_best


@computation(
    SOLVERS,
    "count the rows of each world",
    kinds={"all": "", "contact": "that are contacts", "two": "that join two bodies"},
    capacity={True: "and those beyond the capacity of their world", False: ""},
)
def solver_count_rows(row: Any, row_capacity: Any) -> None:
    if v.kinds == "contact":
        if row.type != RowType.CONTACT:
            return
    elif v.kinds == "two" and (not exists(row.a) or not exists(row.b)):
        return
    world = row.world
    if v.capacity:
        n = wp.atomic_add(world.rows_counted, 1)
        if n >= row_capacity:
            launch[0].overflow += 1
    else:
        world.rows_counted += 1


@computation(
    SOLVERS,
    "keep the residual of each unknown as the former one",
    fields={"residual": "", "both": "and the image of the iteration too"},
    product={True: "adding up the inner product of both by world", False: ""},
)
def solver_shift_history(unknown: Any) -> None:
    if v.product:
        unknown.world.dot += unknown.r * unknown.r_old
    unknown.r_old = unknown.r
    if v.fields == "both":
        unknown.g_old = unknown.g
