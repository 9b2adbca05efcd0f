"""Tendons: their lengths, the rows that their limits ask for, and what they pull at."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.dof_rows import row_impedance, row_stiffness_damping
from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

MIN_VALUE = 1.0e-10


@computation(
    CONSTRAINT_ROWS,
    "write a limit row for each tendon whose length, the sum of coefficient times joint position, lies "
    "outside its range,",
    soft={True: "with reference acceleration and regularisation from its impedance", False: ""},
    drop={"count": "and count those that do not fit", "none": ""},
)
def tendon_limit_row(tendon: Any, row_max: Any, dofs: Any, dt: Any) -> None:
    length = float(0.0)
    vel = float(0.0)
    for w in tendon.wraps:
        dof = w.freedom
        length += w.coefficient * dof.position
        vel += w.coefficient * dof.velocity
    below = length - tendon.lower
    above = tendon.upper - length
    dist = wp.min(below, above)
    if dist >= 0.0:
        return
    sign = wp.where(below < above, 1.0, -1.0)
    island = tendon.island
    local = wp.atomic_add(island.row_count, 1)
    r = island.index * row_max + local
    if local >= row_max:
        if v.drop == "count":
            wp.atomic_add(island.dropped, 1)
        return
    for d in range(dofs):
        row[r].jacobian[d] = 0.0
    for w in tendon.wraps:
        row[r].jacobian[w.freedom.column] += sign * w.coefficient
    row[r].kind = int(RowKind.LIMIT)
    row[r].source = tendon.index
    row[r].position = dist
    row[r].velocity = sign * vel
    if v.soft:
        stiff, damp = row_stiffness_damping(tendon.time_constant, tendon.damping_ratio, tendon.impedance_high, dt)
        imp = row_impedance(dist, tendon.impedance_low, tendon.impedance_high, tendon.impedance_width)
        row[r].reference = -damp * sign * vel - stiff * imp * dist
        row[r].weight = imp / wp.max(tendon.inverse_weight * (1.0 - imp), MIN_VALUE)
