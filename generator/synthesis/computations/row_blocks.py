"""Rows that belong together: a contact's normal and tangents, balls, cones, steps along a line."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import angular_jacobians, body_jacobian
from generator.synthesis.computations.dof_rows import row_impedance, row_stiffness_damping
from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

MIN_VALUE = 1.0e-10
OPEN = 0
STICK = 1
SLIP = 2


@law
def cone_zone(normal: float, tangent: float, mu: float) -> int:
    """Contact state by Coulomb's cone: open in its polar cone, sticking inside, slipping between."""
    if mu * tangent <= -normal:
        return OPEN
    if tangent <= mu * normal:
        return STICK
    return SLIP


@law
def project_to_cone(f: wp.vec3, mu: float) -> tuple[wp.vec3, int]:
    """Nearest force in Coulomb's friction cone, its normal part first, and the state of the contact."""
    t = wp.sqrt(f[1] * f[1] + f[2] * f[2])
    zone = cone_zone(f[0], t, mu)
    if zone == STICK:
        return f, zone
    if zone == OPEN:
        return wp.vec3(0.0), zone
    n = (f[0] + mu * t) / (1.0 + mu * mu)
    s = mu * n / t
    return wp.vec3(n, s * f[1], s * f[2]), zone


@law
def line_cost(kind: int, x: float, weight: float, loss: float) -> tuple[float, float]:
    """Cost of a row and its slope: Huber's for friction, quadratic below zero (for equalities anywhere)."""
    if kind == RowKind.FRICTION:
        bound = loss / weight
        if x <= -bound:
            return -loss * (x + 0.5 * bound), -loss
        if x >= bound:
            return loss * (x - 0.5 * bound), loss
        return 0.5 * weight * x * x, weight * x
    if kind != RowKind.EQUALITY and x >= 0.0:
        return 0.0, 0.0
    return 0.5 * weight * x * x, weight * x


@computation(
    CONSTRAINT_ROWS,
    "relax the three rows of each contact together, against the twists of its bodies, by projected Jacobi",
    cone={
        "project": "projecting the impulse onto its friction cone",
        "scale": "clamping the normal impulse and scaling the tangential ones into its friction cone",
    },
    apply={True: "and apply the change to both bodies", False: ""},
)
def relax_contact_block(touch: Any, relaxation: Any) -> None:
    first = 3 * touch.index
    if first + 3 > count(row):
        return
    # a side without a body is fixed
    Va = wp.spatial_vector()
    Vb = wp.spatial_vector()
    a, b = touch.a, touch.b
    if exists(a):
        Va = a.twist
    if exists(b):
        Vb = b.twist
    old = wp.vec3(row[first].impulse, row[first + 1].impulse, row[first + 2].impulse)
    wanted = wp.vec3()
    for k in range(3):
        r = first + k
        vel = wp.dot(row[r].jac_a, Va) + wp.dot(row[r].jac_b, Vb) + row[r].bias
        wanted[k] = old[k] - relaxation * row[r].mass * vel
    mu = touch.friction
    if v.cone == "project":
        new, zone = project_to_cone(wanted, mu)
    else:
        n = wp.max(wanted[0], 0.0)
        t = wp.sqrt(wanted[1] * wanted[1] + wanted[2] * wanted[2])
        zone = int(STICK)
        s = float(1.0)
        if n == 0.0:
            zone = OPEN
            s = 0.0
        elif t > mu * n:
            zone = SLIP
            s = mu * n / t
        new = wp.vec3(n, s * wanted[1], s * wanted[2])
    touch.zone = zone
    touch.impulse = new
    if v.apply:
        for k in range(3):
            r = first + k
            delta = new[k] - old[k]
            if exists(a):
                la = wp.spatial_top(row[r].jac_a) * (a.inverse_mass * delta)
                wa = a.inverse_inertia * (wp.spatial_bottom(row[r].jac_a) * delta)
                a.change += wp.spatial_vector(la, wa)
            if exists(b):
                lb = wp.spatial_top(row[r].jac_b) * (b.inverse_mass * delta)
                wb = b.inverse_inertia * (wp.spatial_bottom(row[r].jac_b) * delta)
                b.change += wp.spatial_vector(lb, wb)


@computation(
    CONSTRAINT_ROWS,
    "compute the zone of each contact (open, stick or slip) and its force: minus the weight of its normal row times the residuals of its three rows "
    "projected onto the friction cone, the normal force alone below dimension 3,",
    cost={True: "adding its cost to the island", False: ""},
    solved={True: "unless its island is solved", False: ""},
)
def contact_cone_force(touch: Any) -> None:
    island = touch.island
    if v.solved:
        if island.solved:
            return
    first = touch.first_row
    if first < 0:
        touch.zone = OPEN
        touch.force = wp.vec3(0.0)
        return
    mu = touch.friction
    D0 = row[first].weight
    f0 = -D0 * row[first].residual
    if touch.dimension < 3:
        # without friction the normal row stands alone, and what pushes slips
        zone = wp.where(f0 > 0.0, SLIP, OPEN)
        f = wp.vec3(wp.max(f0, 0.0), 0.0, 0.0)
    else:
        f1 = -D0 * row[first + 1].residual
        f2 = -D0 * row[first + 2].residual
        f, zone = project_to_cone(wp.vec3(f0, f1, f2), mu)
    touch.zone = zone
    touch.force = f
    if v.cost:
        island.cost += 0.5 * wp.dot(f, f) / D0


@computation(
    CONSTRAINT_ROWS,
    "evaluate each row at a trial step along the search direction of the degrees of freedom of its island, a factor "
    "times it: its slope, its force and the derivative of its cost there, and add the change of its cost to its island,",
    steps={1: "", 2: "beside the change at half the step"},
    solved={True: "unless its island is solved", False: ""},
)
def row_line_cost(row: Any, trial_step: Any, dofs: Any) -> None:
    island = row.island
    if v.solved:
        if island.solved:
            return
    start = island.index * dofs
    slope = float(0.0)
    for d in range(dofs):
        slope += row.jacobian[d] * freedom[start + d].search
    x0 = row.residual
    D = row.weight
    kind = row.kind
    loss = row.friction
    cost0, _gradient = line_cost(kind, x0, D, loss)
    cost1, gradient1 = line_cost(kind, x0 + trial_step * slope, D, loss)
    row.slope = slope
    row.derivative = slope * gradient1
    row.force = -gradient1
    island.cost += cost1 - cost0
    if v.steps == 2:
        # which step is better is for all rows of an island together to say
        cost_half, _gradient_half = line_cost(kind, x0 + 0.5 * trial_step * slope, D, loss)
        island.half_cost += cost_half - cost0


@computation(
    CONSTRAINT_ROWS,
    "write a constraint row for each pair of bodies, where either may be the world, whose relative rotation exceeds the largest angle, "
    "counting those without room,",
    bodies={True: "with the numbers of both bodies", False: ""},
    soft={True: "with reference acceleration and regularisation from its impedance", False: ""},
)
def rotation_limit_row(equality: Any, row_max: Any, dt: Any) -> None:
    if not equality.active:
        return
    a, b = equality.a, equality.b
    # the world is not turned and does not move
    qa = wp.quat_identity()
    qb = wp.quat_identity()
    omega_a = wp.vec3(0.0)
    omega_b = wp.vec3(0.0)
    body_a = int(-1)
    body_b = int(-1)
    if exists(a):
        qa = wp.transform_get_rotation(a.pose)
        omega_a = wp.spatial_bottom(a.twist)
        body_a = a.index
    if exists(b):
        qb = wp.transform_get_rotation(b.pose)
        omega_b = wp.spatial_bottom(b.twist)
        body_b = b.index
    q = wp.quat_inverse(qa) * qb
    e = wp.vec3(q[0], q[1], q[2])
    if q[3] < 0.0:
        e = -e
    size = wp.length(e)
    pos = equality.largest - 2.0 * wp.atan2(size, wp.abs(q[3]))
    if pos >= 0.0:
        return
    island = equality.island
    local = wp.atomic_add(island.row_count, 1)
    r = island.index * row_max + local
    if local >= row_max:
        wp.atomic_add(island.dropped, 1)
        return
    axis = wp.quat_rotate(qa, e / size)
    vel = -wp.dot(axis, omega_b - omega_a)
    row[r].kind = int(RowKind.LIMIT)
    row[r].source = equality.index
    row[r].position = pos
    row[r].velocity = vel
    Ja, Jb = angular_jacobians(-axis)
    row[r].jac_a = body_jacobian(Ja, body_a)
    row[r].jac_b = body_jacobian(Jb, body_b)
    if v.bodies:
        row[r].body_a = body_a
        row[r].body_b = body_b
    if v.soft:
        stiff, damp = row_stiffness_damping(equality.time_constant, equality.damping_ratio, equality.impedance_high, dt)
        imp = row_impedance(pos, equality.impedance_low, equality.impedance_high, equality.impedance_width)
        row[r].reference = -damp * vel - stiff * imp * pos
        row[r].weight = imp / wp.max(equality.inverse_weight * (1.0 - imp), MIN_VALUE)
