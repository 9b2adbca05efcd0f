"""Steps of Krylov solvers, a vector component or a world a thread."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

SolverStatus: Any = None
"""The enumeration of the schema."""

SMALL = 1.0e-8
"""Size of a denominator under which a quotient is taken for zero."""


@law
def guarded_ratio(a: float, b: float) -> float:
    if wp.abs(b) < SMALL:
        return 0.0
    return a / b


@law
def polak_ribiere(rho: float, cross: float, rho_old: float) -> float:
    return wp.max((rho - cross) / wp.max(rho_old, SMALL), 0.0)


@computation(
    SOLVERS,
    "find the step length of conjugate gradients in each world",
    kept={True: "and keep the former product", False: ""},
    guard={"none": "", "done": "that is not done"},
)
def solver_step_length(world: Any) -> None:
    if v.guard == "done" and world.done:
        world.alpha = 0.0
        return
    rho = world.rho
    world.alpha = guarded_ratio(rho, world.curvature)
    if v.kept:
        world.rho_old = rho


@computation(
    SOLVERS,
    "find how much of the former direction conjugate gradients keep",
    formula={"fletcher": "", "polak": "by Polak and Ribiere"},
    restart={True: "starting anew now and then", False: ""},
)
def solver_direction_factor(world: Any, most_iterations: Any) -> None:
    if v.restart and world.iteration % most_iterations == 0:
        world.beta = 0.0
        return
    if v.formula == "polak":
        world.beta = polak_ribiere(world.rho, world.rho_cross, world.rho_old)
    else:
        world.beta = guarded_ratio(world.rho, world.rho_old)


@computation(
    SOLVERS,
    "move each unknown along the direction of conjugate gradients",
    residual={True: "and its residual with it", False: ""},
    measured={True: "adding up the square of the residual", False: ""},
    guard={True: "in worlds that are not done", False: ""},
)
def solver_advance(unknown: Any) -> None:
    world = unknown.world
    if v.guard and world.done:
        return
    alpha = world.alpha
    unknown.x = unknown.x + alpha * unknown.p
    if v.residual or v.measured:
        r = unknown.r - alpha * unknown.q
        unknown.r = r
        if v.measured:
            world.square += r * r


@computation(
    SOLVERS,
    "turn the direction of each unknown",
    first={True: "with the residual itself in the first iteration", False: ""},
    guard={True: "in worlds that are not done", False: ""},
    precondition={"given": "", "diagonal": "after dividing the residual by the diagonal"},
)
def solver_turn(unknown: Any) -> None:
    world = unknown.world
    if v.guard and world.done:
        return
    if v.precondition == "diagonal":
        z = unknown.inverse_diagonal * unknown.r
    else:
        z = unknown.z
    if v.first and world.iteration == 0:
        unknown.p = z
        return
    unknown.p = z + world.beta * unknown.p


@computation(
    SOLVERS,
    "add up the inner product of residual and direction of each world",
    second={True: "and the square of the residual", False: ""},
    fixed={True: "over unknowns that are free", False: ""},
    vector={"z": "", "old": "with the former residual in place of the direction"},
)
def solver_dot(unknown: Any) -> None:
    if v.fixed and unknown.fixed:
        return
    world = unknown.world
    r = unknown.r
    world.dot += r * unknown.r_old if v.vector == "old" else r * unknown.z
    if v.second:
        world.square += r * r


@computation(
    SOLVERS,
    "start a conjugate gradient solve from what the unknowns are short of",
    precondition={True: "with the diagonal as preconditioner", False: ""},
    fixed={True: "and zero where an unknown stays", False: ""},
)
def solver_start(unknown: Any) -> None:
    r = unknown.b - unknown.q
    if v.fixed and unknown.fixed:
        r = 0.0
    unknown.r = r
    if v.precondition:
        z = unknown.inverse_diagonal * r
        unknown.z = z
        unknown.p = z
    else:
        unknown.p = r


@computation(
    SOLVERS,
    "make the second half of a BiCGSTAB step",
    residual={True: "and update the residual", False: ""},
)
def solver_stabilize(unknown: Any) -> None:
    world = unknown.world
    omega = world.omega
    unknown.x = unknown.x + world.alpha * unknown.p + omega * unknown.r
    if v.residual:
        unknown.r = unknown.r - omega * unknown.q


@computation(SOLVERS, "find the second step length of BiCGSTAB", breakdown={True: "and tell a breakdown", False: ""})
def solver_second_length(world: Any, tolerance: Any) -> None:
    omega = guarded_ratio(world.rho_cross, world.curvature)
    world.omega = omega
    if v.breakdown and wp.abs(omega) < tolerance:
        world.done = True
        world.status = SolverStatus.FAILED


@computation(
    SOLVERS,
    "make one step of Chebyshev smoothing",
    first={True: "of which the first is a scaled residual", False: ""},
    precondition={True: "with the diagonal as preconditioner", False: ""},
)
def solver_chebyshev(unknown: Any, relaxation: Any) -> None:
    z = unknown.inverse_diagonal * unknown.r if v.precondition else unknown.r
    world = unknown.world
    d = world.beta * unknown.step + relaxation * z
    if v.first and world.iteration == 0:
        d = z
    unknown.step = d
    unknown.x = unknown.x + d


@computation(
    SOLVERS,
    "divide the residual of each node by its block",
    added={"store": "", "move": "and move the node by it"},
    dot={True: "adding up their inner product", False: ""},
)
def solver_block_precondition(node: Any, relaxation: Any) -> None:
    r = node.r
    z = node.inverse_block * r
    if v.added == "move":
        node.x = node.x + relaxation * z
    else:
        node.z = z
    if v.dot:
        node.world.dot += wp.dot(r, z)


@computation(
    SOLVERS, "mix two iterates as Anderson does", clamped={True: "with a factor between zero and one", False: ""}
)
def solver_mix(unknown: Any) -> None:
    theta = unknown.world.beta
    if v.clamped:
        theta = wp.clamp(theta, 0.0, 1.0)
    unknown.x = (1.0 - theta) * unknown.z + theta * unknown.g_old


@computation(
    SOLVERS,
    "find the factor by which two residuals are mixed",
    form={"anderson": "", "aitken": "as Aitken's relaxation"},
)
def solver_mix_factor(world: Any, relaxation: Any) -> None:
    change = world.rho - world.rho_cross
    denominator = world.norm + world.norm_start
    theta = guarded_ratio(change, denominator)
    if v.form == "aitken":
        world.beta = -relaxation * theta
    else:
        world.beta = theta
