"""Rows of friction pyramids, along their edges."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import point_jacobian
from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind


@computation(
    CONSTRAINT_ROWS,
    "allocate and assemble the friction-pyramid rows of every contact, 2 (dimension - 1) of them along normal +- friction tangent, at an atomic offset of its island",
    margin={True: "within the margin", False: ""},
    friction={True: "storing the friction coefficient", False: ""},
)
def pyramid_rows(touch: Any, row_max: Any, margin: Any) -> None:
    # what follows sets it, if the contact has rows
    touch.first_row = -1
    if v.margin:
        if touch.distance > margin:
            return
    a, b = touch.a, touch.b
    if not exists(a) and not exists(b):
        return
    island = touch.island
    # without friction the normal is all there is
    sides = wp.max(2 * (touch.dimension - 1), 1)
    first = wp.atomic_add(island.row_count, sides)
    if first + sides > row_max:
        return
    base = island.index * row_max + first
    touch.first_row = base
    R = touch.frame
    n = wp.vec3(R[0, 0], R[0, 1], R[0, 2])
    for k in range(sides):
        r = base + k
        d = n
        if touch.dimension > 1:
            axis = 1 + k // 2
            sign = wp.where(k % 2 == 0, 1.0, -1.0)
            d = n + sign * touch.friction * wp.vec3(R[axis, 0], R[axis, 1], R[axis, 2])
        Ja = wp.spatial_vector()
        Jb = wp.spatial_vector()
        vel = float(0.0)
        if exists(a):
            Ja = -point_jacobian(d, touch.point - wp.transform_point(a.pose, a.com))
            vel += wp.dot(Ja, a.twist)
        if exists(b):
            Jb = point_jacobian(d, touch.point - wp.transform_point(b.pose, b.com))
            vel += wp.dot(Jb, b.twist)
        row[r].jac_a = Ja
        row[r].jac_b = Jb
        row[r].kind = int(RowKind.CONTACT)
        row[r].source = touch.index
        row[r].position = touch.distance
        row[r].velocity = vel
        if v.friction:
            row[r].coefficient = touch.friction
