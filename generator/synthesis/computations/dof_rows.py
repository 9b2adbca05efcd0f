"""Rows over degrees of freedom: equalities, limits, friction and tendons ask for rows and fill them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

MIN_VALUE = 1.0e-10


@law
def row_impedance(position: float, low: float, high: float, width: float) -> float:
    """MuJoCo's constraint impedance, from low to high over a width of the violation, level beyond."""
    x = wp.abs(position) / width
    if x >= 1.0:
        return high
    # two parabolas that meet halfway
    if x <= 0.5:
        y = 2.0 * x * x
    else:
        y = 1.0 - 2.0 * (1.0 - x) * (1.0 - x)
    return low + y * (high - low)


@law
def row_stiffness_damping(time_constant: float, damping_ratio: float, high: float, dt: float) -> tuple[float, float]:
    """Stiffness and damping of a row's reference acceleration, as MuJoCo's solref gives them."""
    # shorter time constants than two steps are unstable
    tc = wp.max(time_constant, 2.0 * dt)
    k = 1.0 / (high * high * tc * tc * damping_ratio * damping_ratio)
    return k, 2.0 / (high * tc)


@law
def row_damping(time_constant: float, high: float, dt: float) -> float:
    """Damping of a row's reference acceleration alone, its time constant no shorter than two steps."""
    return 2.0 / (high * wp.max(time_constant, 2.0 * dt))


@law
def polynomial_and_slope(c: wp.vec4, x: float) -> tuple[float, float]:
    """Quartic polynomial without a constant, and its slope."""
    value = x * (c[0] + x * (c[1] + x * (c[2] + x * c[3])))
    slope = c[0] + x * (2.0 * c[1] + x * (3.0 * c[2] + x * 4.0 * c[3]))
    return value, slope


@computation(
    CONSTRAINT_ROWS,
    "write the row of every active equality between two degrees of freedom",
    single={True: "or of one held at its rest position", False: ""},
    soft={"full": "", "rigid": "leaving out reference and regularisation"},
    count={True: "and count them by island", False: ""},
)
def equality_dof_row(equality: Any, row_max: Any, dofs: Any, dt: Any) -> None:
    if not equality.active:
        return
    island = equality.island
    first = equality.first
    second = equality.second
    local = wp.atomic_add(island.row_count, 1)
    if local >= row_max:
        equality.first_row = -1
        return
    r = island.index * row_max + local
    if v.count:
        wp.atomic_add(island.equality_count, 1)
    equality.first_row = r
    q1 = first.position - first.rest
    if v.single:
        pos = q1
        vel = first.velocity
        weight = first.inverse_weight
        slope = float(0.0)
        other = int(-1)
        if exists(second):
            q2 = second.position - second.rest
            value, slope = polynomial_and_slope(equality.curve, q2)
            pos -= value
            vel -= slope * second.velocity
            weight += second.inverse_weight
            other = second.column
    else:
        q2 = second.position - second.rest
        value, slope = polynomial_and_slope(equality.curve, q2)
        pos = q1 - value
        vel = first.velocity - slope * second.velocity
        weight = first.inverse_weight + second.inverse_weight
        other = second.column
    own = first.column
    for d in range(dofs):
        entry = float(0.0)
        if d == own:
            entry += 1.0
        if d == other:
            entry -= slope
        row[r].jacobian[d] = entry
    row[r].kind = int(RowKind.EQUALITY)
    row[r].source = equality.index
    row[r].position = pos
    row[r].velocity = vel
    row[r].margin = 0.0
    if v.soft == "full":
        k, b = row_stiffness_damping(equality.time_constant, equality.damping_ratio, equality.impedance_high, dt)
        imp = row_impedance(pos, equality.impedance_low, equality.impedance_high, equality.impedance_width)
        row[r].reference = -b * vel - k * imp * pos
        row[r].weight = imp / wp.max(weight * (1.0 - imp), MIN_VALUE)


@computation(
    CONSTRAINT_ROWS,
    "write a row for every degree of freedom that is beyond its limits, counting those that do not fit,",
    margin={"soft": "with its reference and regularisation", "plain": ""},
    count={True: "and count the written ones by island", False: ""},
)
def limit_row(freedom: Any, row_max: Any, dofs: Any, dt: Any) -> None:
    if not freedom.limited:
        return
    q = freedom.position
    below = q - freedom.lower
    above = freedom.upper - q
    dist = wp.min(below, above)
    if dist >= 0.0:
        return
    island = freedom.island
    local = wp.atomic_add(island.row_count, 1)
    if local >= row_max:
        wp.atomic_add(island.dropped, 1)
        return
    if v.count:
        wp.atomic_add(island.limit_count, 1)
    r = island.index * row_max + local
    for d in range(dofs):
        row[r].jacobian[d] = 0.0
    if below < above:
        row[r].jacobian[freedom.column] = 1.0
        vel = freedom.velocity
    else:
        row[r].jacobian[freedom.column] = -1.0
        vel = -freedom.velocity
    row[r].kind = int(RowKind.LIMIT)
    row[r].source = freedom.index
    row[r].position = dist
    row[r].velocity = vel
    row[r].friction = 0.0
    if v.margin == "soft":
        k, b = row_stiffness_damping(freedom.time_constant, freedom.damping_ratio, freedom.impedance_high, dt)
        imp = row_impedance(dist, freedom.impedance_low, freedom.impedance_high, freedom.impedance_width)
        row[r].impedance = imp
        row[r].reference = -b * vel - k * imp * dist
        row[r].weight = imp / wp.max(freedom.inverse_weight * (1.0 - imp), MIN_VALUE)


@computation(
    CONSTRAINT_ROWS,
    "write a row for every degree of freedom with friction",
    count={True: "and count them by island", False: ""},
    reference={True: "with its reference acceleration", False: ""},
)
def friction_row(freedom: Any, row_max: Any, dofs: Any, dt: Any) -> None:
    loss = freedom.friction
    if loss <= 0.0:
        return
    island = freedom.island
    local = wp.atomic_add(island.row_count, 1)
    if local >= row_max:
        return
    if v.count:
        wp.atomic_add(island.friction_count, 1)
    r = island.index * row_max + local
    # friction has no position: its impedance is that of zero
    imp = freedom.impedance_low
    for d in range(dofs):
        row[r].jacobian[d] = 0.0
    row[r].jacobian[freedom.column] = 1.0
    row[r].kind = int(RowKind.FRICTION)
    row[r].source = freedom.index
    row[r].position = 0.0
    row[r].margin = 0.0
    row[r].friction = loss
    row[r].weight = imp / wp.max(freedom.inverse_weight * (1.0 - imp), MIN_VALUE)
    if v.reference:
        b = row_damping(freedom.time_constant, freedom.impedance_high, dt)
        row[r].velocity = freedom.velocity
        row[r].reference = -b * freedom.velocity
