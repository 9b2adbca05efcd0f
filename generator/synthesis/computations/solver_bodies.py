"""Bodies and nodes of a solver: 6-vectors of rows, steps of poses, conjugate gradients over vectors."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

RowState: Any = None
"""The enumeration of the schema."""


@law
def clamp_length(x: wp.vec3, most: float) -> wp.vec3:
    """Vector shortened to a greatest length, its direction kept."""
    size = wp.length(x)
    if size > most:
        return x * (most / size)
    return x


@law
def integrate_pose(pose: wp.transform, linear: wp.vec3, spin: wp.vec3, dt: float) -> wp.transform:
    """Pose after a step at a velocity and a spin in world axes, the attitude to first order."""
    x = wp.transform_get_translation(pose) + dt * linear
    q = wp.transform_get_rotation(pose)
    q = wp.normalize(q + 0.5 * dt * (wp.quat(spin, 0.0) * q))
    return wp.transform(x, q)


@law
def spatial_response(j: wp.spatial_vector, inverse: wp.spatial_matrix) -> float:
    """Inverse of the effective mass that a body puts against a row of its Jacobian."""
    return wp.dot(j, inverse * j)


@computation(
    SOLVERS,
    "integrate the pose of each body by its velocity and spin",
    change={True: "after adding the changes of the rows", False: ""},
    limit={True: "each limited to its highest speed", False: ""},
    kinematic={True: "leaving kinematic bodies where they are", False: ""},
)
def solver_step_pose(body: Any, dt: Any, speed_limit: Any, spin_limit: Any) -> None:
    if v.kinematic and body.kinematic:
        return
    linear = body.velocity
    spin = body.spin
    if v.change:
        linear = linear + body.dv
        spin = spin + body.dw
    if v.limit:
        linear = clamp_length(linear, speed_limit)
        spin = clamp_length(spin, spin_limit)
    if v.change or v.limit:
        body.velocity = linear
        body.spin = spin
    body.pose = integrate_pose(body.pose, linear, spin, dt)


@computation(
    SOLVERS,
    "compute the speed along each row, J v of the bodies that it has,",
    bias={True: "plus its bias", False: ""},
)
def solver_row_speed(row: Any) -> None:
    a, b = row.a, row.b
    speed = row.bias if v.bias else float(0.0)
    if exists(a):
        speed += wp.dot(row.jacobian_a, a.twist)
    if exists(b):
        speed += wp.dot(row.jacobian_b, b.twist)
    row.speed = speed


@computation(
    SOLVERS,
    "apply the force f of each row to the wrenches of both bodies",
    sign={"plus": "as J^T f", "minus": "as -J^T f"},
    satisfied={True: "unless it is satisfied", False: ""},
)
def solver_row_wrench(row: Any) -> None:
    if v.satisfied and row.state == RowState.SATISFIED:
        return
    f = row.applied
    a, b = row.a, row.b
    if exists(a):
        if v.sign == "plus":
            wp.atomic_add(a.wrench, f * row.jacobian_a)
        else:
            wp.atomic_sub(a.wrench, f * row.jacobian_a)
    if exists(b):
        if v.sign == "plus":
            wp.atomic_add(b.wrench, f * row.jacobian_b)
        else:
            wp.atomic_sub(b.wrench, f * row.jacobian_b)


@computation(
    SOLVERS,
    "compute the effective mass of each row from the 6x6 inverse inertias, 1 / (J W J^T),",
    regular={True: "with regularisation", False: ""},
    impulse={True: "and the impulse that brings its speed and bias to zero", False: ""},
)
def solver_spatial_mass(row: Any, regularization: Any) -> None:
    a, b = row.a, row.b
    total = regularization if v.regular else float(0.0)
    if v.impulse:
        speed = row.bias
    if exists(a):
        ja = row.jacobian_a
        total += spatial_response(ja, a.spatial_inverse)
        if v.impulse:
            speed += wp.dot(ja, a.twist)
    if exists(b):
        jb = row.jacobian_b
        total += spatial_response(jb, b.spatial_inverse)
        if v.impulse:
            speed += wp.dot(jb, b.twist)
    if not v.regular and total == 0.0:
        row.mass = 0.0
        return
    row.mass = 1.0 / total
    if v.impulse:
        row.impulse = -speed / total


@computation(
    SOLVERS,
    "move each node along the direction of conjugate gradients, x += alpha p and r -= alpha A p,",
    fixed={True: "unless it is fixed", False: ""},
    measured={True: "and add up the square of the residual by world", False: ""},
)
def solver_advance_node(node: Any) -> None:
    if v.fixed and node.fixed:
        return
    world = node.world
    alpha = world.alpha
    node.x = node.x + alpha * node.p
    r = node.r - alpha * node.q
    node.r = r
    if v.measured:
        world.square += wp.dot(r, r)


@computation(
    SOLVERS,
    "update the direction of conjugate gradients of each node, p = z + beta p,",
    precondition={"none": "with its residual as z", "block": "with its block-preconditioned residual as z"},
    fixed={True: "and zero where it is fixed", False: ""},
)
def solver_turn_node(node: Any) -> None:
    if v.fixed and node.fixed:
        node.p = wp.vec3()
        return
    z = node.inverse_block * node.r if v.precondition == "block" else node.r
    node.p = z + node.world.beta * node.p


@computation(
    SOLVERS,
    "add up <p, A p>",
    both={True: "and <r, z>, z the preconditioned residual,", False: ""},
    fixed={True: "over the free nodes of each world", False: "over the nodes of each world"},
)
def solver_node_products(node: Any) -> None:
    if v.fixed and node.fixed:
        return
    world = node.world
    p = node.p
    world.dot += wp.dot(p, node.q)
    if v.both:
        world.rho += wp.dot(node.r, node.z)
