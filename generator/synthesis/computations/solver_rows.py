"""Rows of constraints between bodies, and bounds of unknowns: impulses, projections, states."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

RowState: Any = None
"""The enumeration of the schema."""

RowType: Any = None
"""The enumeration of the schema."""


@law
def soft_bias_rate(frequency: float, dt: float) -> float:
    """Rate at which a critically damped soft constraint takes its error back."""
    return frequency / (2.0 + frequency * dt)


@law
def soft_mass_scale(frequency: float, dt: float) -> float:
    """Share of the effective mass that a critically damped soft constraint uses."""
    a = frequency * dt
    d = a * (2.0 + a)
    return d / (1.0 + d)


@law
def inverse_mass_along(arm: wp.vec3, inverse_mass: float, inverse_inertia: wp.mat33) -> float:
    """Inverse of the effective mass of a body along a row with a linear part of length 1."""
    return inverse_mass + wp.dot(arm, inverse_inertia * arm)


@law
def clamped_increment(impulse: float, change: float, low: float, high: float) -> tuple[float, float]:
    """Accumulated impulse within its bounds, and by how much it has changed."""
    total = wp.clamp(impulse + change, low, high)
    return total, total - impulse


@computation(
    SOLVERS,
    "solve each constraint row for both bodies, accumulating its impulse",
    why={"": "the sum of impulses is bounded, not each change: a later sweep may take back what an earlier one gave"},
    bound={
        "low": "not below zero",
        "both": "within [0, its limit]",
        "friction": "within friction times the impulse of its normal row where it has one, else within [0, its limit]",
    },
    relaxed={True: "with relaxation", False: ""},
)
def solver_project_row(row: Any, relaxation: Any, friction: Any) -> None:
    n = row.linear
    # a side without a body does not move
    speed = float(0.0)
    a = row.a
    if exists(a):
        speed += wp.dot(row.angular_a, a.spin) - wp.dot(n, a.velocity)
    b = row.b
    if exists(b):
        speed += wp.dot(row.angular_b, b.spin) + wp.dot(n, b.velocity)
    change = -(speed + row.bias) * row.mass
    if v.relaxed:
        change = relaxation * change
    if v.bound == "friction":
        low = float(0.0)
        high = row.limit
        normal = row.normal
        if exists(normal):
            # the normal's impulse of this sweep may not be there yet
            high = friction * normal.impulse_old
            low = -high
        total, change = clamped_increment(row.impulse, change, low, high)
    elif v.bound == "both":
        total, change = clamped_increment(row.impulse, change, 0.0, row.limit)
    else:
        total = wp.max(row.impulse + change, 0.0)
        change = total - row.impulse
    row.impulse = total
    if exists(a):
        a.dv -= a.inverse_mass * change * n
        a.dw += a.inverse_inertia * (change * row.angular_a)
    if exists(b):
        b.dv += b.inverse_mass * change * n
        b.dw += b.inverse_inertia * (change * row.angular_b)


@computation(
    SOLVERS,
    "warm start both bodies of each row with its impulse of the last step",
    scaled={True: "scaled down, keeping the scaled impulse,", False: ""},
    angular={True: "in linear and angular velocity", False: "in linear velocity"},
)
def solver_warm_start(row: Any, warm_share: Any) -> None:
    impulse = row.impulse
    if v.scaled:
        # what is kept is what was applied
        impulse = warm_share * impulse
        row.impulse = impulse
    p = impulse * row.linear
    a, b = row.a, row.b
    if exists(a):
        wp.atomic_sub(a.dv, a.inverse_mass * p)
        if v.angular:
            wp.atomic_add(a.dw, a.inverse_inertia * (impulse * row.angular_a))
    if exists(b):
        wp.atomic_add(b.dv, b.inverse_mass * p)
        if v.angular:
            wp.atomic_add(b.dw, b.inverse_inertia * (impulse * row.angular_b))


@computation(
    SOLVERS,
    "compute the effective mass of each row from inverse masses and inertias of both bodies",
    soft={True: "softened as a critically damped spring", False: ""},
    bias={True: "and its position bias", False: ""},
)
def solver_effective_mass(row: Any, frequency: Any, dt: Any, recovery: Any) -> None:
    a, b = row.a, row.b
    inverse = float(0.0)
    if exists(a):
        inverse += inverse_mass_along(row.angular_a, a.inverse_mass, a.inverse_inertia)
    if exists(b):
        inverse += inverse_mass_along(row.angular_b, b.inverse_mass, b.inverse_inertia)
    if inverse <= 0.0:
        row.mass = 0.0
        if v.bias:
            row.bias = 0.0
        return
    row.mass = soft_mass_scale(frequency, dt) / inverse if v.soft else 1.0 / inverse
    if v.bias:
        row.bias = soft_bias_rate(frequency, dt) * row.error if v.soft else recovery * row.error / dt


@computation(
    SOLVERS,
    "move each node by the mean of its accumulated corrections",
    relaxed={True: "times the relaxation", False: ""},
    clear={True: "and clear them", False: ""},
)
def solver_average_corrections(node: Any, relaxation: Any) -> None:
    n = node.valence
    if n > 0:
        d = node.correction / float(n)
        node.x = node.x + relaxation * d if v.relaxed else node.x + d
    if v.clear:
        node.correction = wp.vec3()
        node.valence = 0


@computation(
    SOLVERS,
    "add the accumulated velocity changes of each body",
    mean={True: "divided by the number of rows that touch it", False: ""},
)
def solver_apply_changes(body: Any) -> None:
    if v.mean:
        n = wp.max(body.touching, 1)
        s = 1.0 / float(n)
        body.velocity = body.velocity + s * body.dv
        body.spin = body.spin + s * body.dw
    else:
        body.velocity = body.velocity + body.dv
        body.spin = body.spin + body.dw


@computation(
    SOLVERS,
    "count the rows that act on each body",
    types={"all": "", "no friction": "except friction rows", "contact": "that are contacts"},
)
def solver_count_touching(row: Any) -> None:
    if v.types == "no friction":
        if row.type == RowType.FRICTION:
            return
    elif v.types == "contact" and row.type != RowType.CONTACT:
        return
    a = row.a
    b = row.b
    if exists(a):
        wp.atomic_add(a.touching, 1)
    if exists(b):
        wp.atomic_add(b.touching, 1)
