"""Bounds of unknowns: projections, splittings, and which bound an unknown is at."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS


@law
def soft_threshold(x: float, t: float) -> float:
    """Value moved towards zero by a threshold: the proximal map of the absolute value."""
    if x > t:
        return x - t
    if x < -t:
        return x + t
    return 0.0


@law
def fischer_burmeister(a: float, b: float) -> float:
    """Fischer-Burmeister function, zero just where both are not negative and one is zero."""
    return a + b - wp.sqrt(a * a + b * b)


@computation(
    SOLVERS,
    "store the active set of each unknown: 0 free, 1 at its lower, 2 at its upper bound",
    sign={True: "where the gradient pushes against the bound", False: "by a unit projected gradient step"},
    counted={True: "and count the free ones of each world", False: ""},
)
def solver_mark_bounds(unknown: Any) -> None:
    x = unknown.x
    g = unknown.gradient
    state = int(0)
    if v.sign:
        if x <= unknown.lower and g > 0.0:
            state = 1
        elif x >= unknown.upper and g < 0.0:
            state = 2
    else:
        if x - g <= unknown.lower:
            state = 1
        elif x - g >= unknown.upper:
            state = 2
    unknown.bound_state = state
    if v.counted and state == 0:
        unknown.world.free_total += 1


@computation(
    SOLVERS,
    "make a gradient step of each unknown",
    scaled={
        True: "scaled by the inverse diagonal, and project it onto its bounds",
        False: "and project it onto its bounds",
    },
    residual={True: "and add up the squared length of the step", False: ""},
)
def solver_projected_gradient(unknown: Any, step_length: Any) -> None:
    x = unknown.x
    g = unknown.gradient
    step = step_length * unknown.inverse_diagonal * g if v.scaled else step_length * g
    x1 = wp.clamp(x - step, unknown.lower, unknown.upper)
    unknown.x = x1
    if v.residual:
        d = x1 - x
        unknown.world.square += d * d


@computation(
    SOLVERS,
    "make the z and the scaled dual update of ADMM",
    split={"bounds": "projecting onto the bounds of each unknown", "sparse": "by a soft threshold of 1 / penalty"},
    relaxed={True: "with relaxation between x and the former z", False: ""},
    residual={True: "and add up the square of the primal residual x - z", False: ""},
)
def solver_split_step(unknown: Any, relaxation: Any, penalty: Any) -> None:
    x = unknown.x
    mixed = relaxation * x + (1.0 - relaxation) * unknown.split if v.relaxed else x
    shifted = mixed + unknown.dual
    if v.split == "bounds":
        z = wp.clamp(shifted, unknown.lower, unknown.upper)
    else:
        z = soft_threshold(shifted, 1.0 / penalty)
    unknown.split = z
    unknown.dual = shifted - z
    if v.residual:
        r = x - z
        unknown.world.square += r * r


@computation(
    SOLVERS,
    "compute the optimality residual of each bounded unknown",
    why={
        "natural": "the residual is zero where no step downhill is left within the bounds",
        "merit": "the function is zero just where distance and gradient are not negative and one of them is zero",
    },
    form={
        "natural": "x - clamp(x - g)",
        "merit": "by the Fischer-Burmeister function of its distance to the lower bound and its gradient",
    },
    added={True: "and add up the squares by world", False: ""},
)
def solver_optimality(unknown: Any) -> None:
    x = unknown.x
    g = unknown.gradient
    if v.form == "natural":
        e = x - wp.clamp(x - g, unknown.lower, unknown.upper)
    else:
        e = fischer_burmeister(x - unknown.lower, g)
    unknown.r = e
    if v.added:
        unknown.world.square += e * e


@computation(
    SOLVERS,
    "store the negative gradient of each unknown, zero",
    rule={
        "fixed": "where it is fixed",
        "bounds": "where it is pushed against a bound that it is at",
        "both": "where it is fixed or pushed against a bound that it is at",
    },
    precondition={True: "and scale it by the inverse diagonal", False: ""},
)
def solver_mask_gradient(unknown: Any) -> None:
    g = unknown.gradient
    if v.rule != "bounds" and unknown.fixed:
        g = 0.0
    if v.rule != "fixed":
        x = unknown.x
        if x <= unknown.lower and g > 0.0:
            g = 0.0
        if x >= unknown.upper and g < 0.0:
            g = 0.0
    unknown.r = -g
    if v.precondition:
        unknown.z = -g * unknown.inverse_diagonal
