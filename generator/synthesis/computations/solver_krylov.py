"""Steps of Krylov solvers, a vector component or a world a thread."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

SolverStatus: Any = None
"""The enumeration of the schema."""


@law
def polak_ribiere(rho: float, cross: float, rho_old: float) -> float:
    """Polak-Ribiere factor of conjugate gradients, zero (a restart) where it would be negative."""
    return wp.max((rho - cross) / rho_old, 0.0)


@computation(
    SOLVERS,
    "compute the step length of conjugate gradients in each world, rho / <p, A p>",
    kept={True: "and keep rho for the next direction", False: ""},
    guard={True: "in worlds that are not done", False: ""},
)
def solver_step_length(world: Any) -> None:
    if v.guard and world.done:
        return
    rho = world.rho
    world.alpha = rho / world.curvature
    if v.kept:
        world.rho_old = rho


@computation(
    SOLVERS,
    "compute the direction factor beta of conjugate gradients in each world",
    formula={"fletcher": "by Fletcher and Reeves", "polak": "by Polak and Ribiere, not below zero"},
    restart={True: "with a restart at the end of each cycle", False: ""},
)
def solver_direction_factor(world: Any, cycle: Any) -> None:
    if v.restart and world.iteration % cycle == 0:
        world.beta = 0.0
        return
    if v.formula == "polak":
        world.beta = polak_ribiere(world.rho, world.rho_cross, world.rho_old)
    else:
        world.beta = world.rho / world.rho_old


@computation(
    SOLVERS,
    "move each unknown along the direction of conjugate gradients, x += alpha p",
    residual={
        "none": "",
        "moved": "and its residual, r -= alpha A p",
        "measured": "and its residual, r -= alpha A p, adding up its new square by world",
    },
    guard={True: "in worlds that are not done", False: ""},
)
def solver_advance(unknown: Any) -> None:
    world = unknown.world
    if v.guard and world.done:
        return
    alpha = world.alpha
    unknown.x = unknown.x + alpha * unknown.p
    if v.residual != "none":
        r = unknown.r - alpha * unknown.q
        unknown.r = r
        if v.residual == "measured":
            world.square += r * r


@computation(
    SOLVERS,
    "update the direction of conjugate gradients of each unknown, p = z + beta p",
    first={True: "with p = z in the first iteration", False: ""},
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
    "add up the inner product of the residual of each world with",
    precondition={True: "its preconditioned residual", False: "itself"},
    largest={True: "and find its largest size", False: ""},
    fixed={True: "over the unknowns that are free", False: ""},
)
def solver_dot(unknown: Any) -> None:
    if v.fixed and unknown.fixed:
        return
    world = unknown.world
    r = unknown.r
    world.dot += r * unknown.z if v.precondition else r * r
    if v.largest:
        wp.atomic_max(world.largest, wp.abs(r))


@computation(
    SOLVERS,
    "start a conjugate gradient solve from the residual b - A x as first direction",
    precondition={True: "scaled by the inverse diagonal", False: ""},
    fixed={True: "with a zero residual where an unknown is fixed", False: ""},
)
def solver_start(unknown: Any) -> None:
    r = unknown.b - unknown.image
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
    "update each unknown by a BiCGSTAB step from the residual s of its first half, x += alpha p + omega s",
    residual={True: "and its residual, r = s - omega A s", False: ""},
)
def solver_stabilize(unknown: Any) -> None:
    world = unknown.world
    omega = world.omega
    unknown.x = unknown.x + world.alpha * unknown.p + omega * unknown.r
    if v.residual:
        unknown.r = unknown.r - omega * unknown.t


@computation(
    SOLVERS,
    "compute the second step length of BiCGSTAB, omega = <A s, s> / <A s, A s>, for the residual s",
    breakdown={True: "and mark the world as failed where its size is too small", False: ""},
)
def solver_second_length(world: Any, least_omega: Any) -> None:
    omega = world.image_dot / world.image_square
    world.omega = omega
    if v.breakdown and wp.abs(omega) < least_omega:
        world.done = True
        world.status = SolverStatus.FAILED


@computation(
    SOLVERS,
    "make one step of Chebyshev smoothing, beta times the former step plus a factor times the residual",
    first={True: "without a former step in the first iteration", False: ""},
    precondition={True: "with the inverse diagonal as preconditioner", False: ""},
)
def solver_chebyshev(unknown: Any, relaxation: Any) -> None:
    z = unknown.inverse_diagonal * unknown.r if v.precondition else unknown.r
    world = unknown.world
    d = world.beta * unknown.step + relaxation * z
    if v.first and world.iteration == 0:
        d = relaxation * z
    unknown.step = d
    unknown.x = unknown.x + d


@computation(
    SOLVERS,
    "multiply the residual of each node by the inverse of its 3x3 diagonal block",
    added={"store": "", "move": "and move the node by a share of the result"},
    dot={True: "and add up the inner product of residual and result by world", False: ""},
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
    SOLVERS,
    "mix the last two images of a fixed-point iteration by Anderson's factor theta, (1 - theta) g + theta times the image before",
    clamped={True: "with theta clamped to [-1, 1]", False: ""},
)
def solver_mix(unknown: Any) -> None:
    theta = unknown.world.mixing
    if v.clamped:
        theta = wp.clamp(theta, -1.0, 1.0)
    unknown.x = (1.0 - theta) * unknown.g + theta * unknown.g_old


@computation(
    SOLVERS,
    "find the mixing factor of a fixed-point iteration from its residual r and the former one",
    form={
        "anderson": "by Anderson's rule of depth one, <r, r - r0> / |r - r0|^2",
        "aitken": "by Aitken's rule, the relaxation times -<r0, r - r0> / |r - r0|^2",
    },
    clamped={True: "clamped to [0, 1]", False: ""},
)
def solver_mix_factor(world: Any, relaxation: Any) -> None:
    # products: rho = <r, r>, rho_old = <r0, r0>, rho_cross = <r, r0>
    change_sq = world.rho - 2.0 * world.rho_cross + world.rho_old
    if v.form == "aitken":
        theta = -relaxation * (world.rho_cross - world.rho_old) / change_sq
    else:
        theta = (world.rho - world.rho_cross) / change_sq
    if v.clamped:
        theta = wp.clamp(theta, 0.0, 1.0)
    world.mixing = theta
