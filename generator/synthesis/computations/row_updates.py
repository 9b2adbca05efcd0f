"""What a solver does with rows over degrees of freedom: products with the Jacobian, references, forces, states."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

SATISFIED = 0
QUADRATIC = 1
LINEAR_NEGATIVE = 2
LINEAR_POSITIVE = 3
MIN_VALUE = 1.0e-10


@computation(
    CONSTRAINT_ROWS,
    "clear",
    what={
        "all": "Jacobian, residual, velocity, inverse regularisation, reference, friction loss and force of each row",
        "jacobian": "the Jacobian of each constraint row",
    },
    solved={True: "unless its island is solved", False: ""},
)
def clear_row(row: Any, dofs: Any) -> None:
    if v.solved:
        if row.island.solved:
            return
    for d in range(dofs):
        row.jacobian[d] = 0.0
    if v.what == "all":
        row.position = 0.0
        row.velocity = 0.0
        row.weight = 0.0
        row.reference = 0.0
        row.friction = 0.0
        row.force = 0.0


@computation(
    CONSTRAINT_ROWS,
    "multiply the Jacobian of each row by",
    what={
        "velocity": "the joint velocities of its island",
        "residual": "the joint accelerations of its island and subtract its reference",
    },
    solved={True: "unless its island is solved", False: ""},
)
def row_jacobian_product(row: Any, dofs: Any) -> None:
    island = row.island
    if v.solved:
        if island.solved:
            return
    start = island.index * dofs
    total = float(0.0)
    for d in range(dofs):
        J = row.jacobian[d]
        if v.what == "velocity":
            total += J * freedom[start + d].velocity
        else:
            total += J * freedom[start + d].acceleration
    if v.what == "velocity":
        row.velocity = total
    else:
        row.residual = total - row.reference


@computation(
    CONSTRAINT_ROWS,
    "compute the reference acceleration of each row, -b v - k d r,",
    kinds={"all": "", "friction": "without stiffness for friction rows"},
    margin={True: "with r measured from the margin", False: ""},
)
def row_reference(row: Any) -> None:
    pos = row.position
    if v.margin:
        pos = pos - row.margin
    if v.kinds == "friction":
        if row.kind == RowKind.FRICTION:
            row.reference = -row.damping * row.velocity
            return
    row.reference = -row.damping * row.velocity - row.stiffness * row.impedance * pos


@computation(
    CONSTRAINT_ROWS,
    "compute the inverse regularisation of each row, d / (A (1 - d)), from its impedance d and A, the diagonal of "
    "J M^-1 J^T with a diagonal M,",
    diagonal={"jacobian": "", "friction": "but 1 / A for friction rows"},
)
def row_weight(row: Any, dofs: Any) -> None:
    island = row.island
    start = island.index * dofs
    A = float(0.0)
    for d in range(dofs):
        J = row.jacobian[d]
        A += J * J * freedom[start + d].inverse_mass
    imp = row.impedance
    if v.diagonal == "friction":
        if row.kind == RowKind.FRICTION:
            row.weight = 1.0 / wp.max(A, MIN_VALUE)
            return
    row.weight = imp / wp.max(A * (1.0 - imp), MIN_VALUE)


@law
def friction_state(residual: float, weight: float, loss: float) -> int:
    """State of a dry friction row: quadratic near zero, linear where its force reaches the loss."""
    bound = loss / weight
    if residual <= -bound:
        return LINEAR_NEGATIVE
    if residual >= bound:
        return LINEAR_POSITIVE
    return QUADRATIC


@computation(
    CONSTRAINT_ROWS,
    "compute force and state of each row from its residual (0 satisfied, 1 quadratic, 2 at the upper or 3 at the lower "
    "bound): quadratic for equalities, Huber for friction, one-sided for limits and contacts,",
    cost={True: "and add its cost to the island", False: ""},
    solved={True: "unless its island is solved", False: ""},
)
def update_row_force(row: Any) -> None:
    if v.solved:
        if row.island.solved:
            return
    D = row.weight
    jaref = row.residual
    kind = row.kind
    force = -D * jaref
    state = int(QUADRATIC)
    if v.cost:
        cost = 0.5 * D * jaref * jaref
    if kind == RowKind.FRICTION:
        loss = row.friction
        state = friction_state(jaref, D, loss)
        if state == LINEAR_NEGATIVE:
            force = loss
            if v.cost:
                cost = -loss * (0.5 * loss / D + jaref)
        elif state == LINEAR_POSITIVE:
            force = -loss
            if v.cost:
                cost = -loss * (0.5 * loss / D - jaref)
    elif kind != RowKind.EQUALITY:
        # limits and contacts only push
        if jaref >= 0.0:
            state = SATISFIED
            force = 0.0
            if v.cost:
                cost = 0.0
    row.force = force
    row.state = state
    if v.cost:
        row.island.cost += cost


@computation(
    CONSTRAINT_ROWS,
    "add the force of each row to the degrees of freedom of its island, J^T f,",
    solved={True: "leaving out solved islands", False: ""},
    zero={True: "skipping rows without force", False: ""},
)
def row_force_to_dofs(row: Any, dofs: Any) -> None:
    island = row.island
    if v.solved:
        if island.solved:
            return
    f = row.force
    if v.zero:
        if f == 0.0:
            return
    start = island.index * dofs
    for d in range(dofs):
        wp.atomic_add(freedom[start + d].applied, row.jacobian[d] * f)


@computation(
    CONSTRAINT_ROWS,
    "count the equality, friction and limit rows of each island",
    form={"separate": "", "total": "and all rows"},
)
def count_rows_by_kind(row: Any) -> None:
    island = row.island
    kind = row.kind
    if kind == RowKind.EQUALITY:
        island.equality_count += 1
    elif kind == RowKind.FRICTION:
        island.friction_count += 1
    elif kind == RowKind.LIMIT:
        island.limit_count += 1
    if v.form == "total":
        island.row_count += 1


@computation(
    CONSTRAINT_ROWS,
    "clamp the number of rows that every island asks for to the number that fits",
    dropped={True: "and store how many of them are dropped", False: ""},
    solved={True: "and mark islands that ask for none as solved", False: ""},
)
def clamp_row_count(island: Any, row_max: Any) -> None:
    n = island.row_demand
    if v.dropped:
        island.dropped = wp.max(n - row_max, 0)
    island.row_count = wp.min(n, row_max)
    if v.solved:
        island.solved = n == 0


@computation(
    CONSTRAINT_ROWS,
    "zero the columns of the Jacobian of each row",
    held={
        "limit": "at degrees of freedom at or beyond their limits",
        "moving": "at degrees of freedom at or beyond their limits that do not move back",
    },
)
def mask_row_jacobian(row: Any, dofs: Any) -> None:
    start = row.island.index * dofs
    for d in range(dofs):
        J = row.jacobian[d]
        q = freedom[start + d].position
        below = q <= freedom[start + d].lower
        above = q >= freedom[start + d].upper
        if v.held == "moving":
            qd = freedom[start + d].velocity
            below = below and qd <= 0.0
            above = above and qd >= 0.0
        if below or above:
            J = 0.0
        row.jacobian[d] = J
