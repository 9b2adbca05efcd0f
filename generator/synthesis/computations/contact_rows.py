"""Contacts between rows and bodies: tangents, friction rows, impulses that are found, applied and read back."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import point_jacobian, row_inverse_mass
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

MIN_LENGTH = 1.0e-6


@law
def tangent_pair(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit tangents that make a right-handed frame with a unit normal."""
    # an axis that the normal is far from
    axis = wp.vec3(1.0, 0.0, 0.0)
    if wp.abs(n[0]) > wp.abs(n[1]):
        axis = wp.vec3(0.0, 1.0, 0.0)
    t1 = wp.normalize(wp.cross(n, axis))
    t2 = wp.cross(n, t1)
    return t1, t2


@law
def clamp_to_cone(f: wp.vec3, mu: float) -> wp.vec3:
    """Contact force, normal first, in Coulomb's cone: tangents scaled down, none where it would pull."""
    if f[0] <= 0.0:
        return wp.vec3(0.0)
    limit = mu * f[0]
    size = wp.sqrt(f[1] * f[1] + f[2] * f[2])
    if size <= limit:
        return f
    s = limit / size
    return wp.vec3(f[0], s * f[1], s * f[2])


@computation(
    CONSTRAINT_ROWS,
    "find two directions in the plane of every contact",
    direction={"axis": "", "slip": "the first along which its bodies slip, if they do"},
)
def contact_tangent(touch: Any) -> None:
    n = touch.normal
    t1, t2 = tangent_pair(n)
    if v.direction == "slip":
        p = touch.point
        vel = wp.vec3(0.0)
        # a side without a body is fixed
        a, b = touch.a, touch.b
        if exists(a):
            ra = p - wp.transform_point(a.pose, a.com)
            vel = vel - wp.spatial_top(a.twist) - wp.cross(wp.spatial_bottom(a.twist), ra)
        if exists(b):
            rb = p - wp.transform_point(b.pose, b.com)
            vel = vel + wp.spatial_top(b.twist) + wp.cross(wp.spatial_bottom(b.twist), rb)
        slip = vel - wp.dot(vel, n) * n
        size = wp.length(slip)
        if size > MIN_LENGTH:
            t1 = slip / size
            t2 = wp.cross(n, t1)
    touch.tangent = t1
    touch.binormal = t2


@computation(
    CONSTRAINT_ROWS,
    "write the rows of friction of every contact along both tangents (with an effective mass of zero where it has fewer than three directions),",
    bounds={True: "bounded by the friction that the last normal force allows", False: ""},
)
def contact_friction_rows(touch: Any, dt: Any, friction_max: Any) -> None:
    first = 2 * touch.index
    if first + 2 > friction_max:
        return
    # a side without a body is fixed
    a, b = touch.a, touch.b
    p = touch.point
    R = touch.frame
    for k in range(2):
        r = first + k
        axis = wp.vec3(R[k + 1, 0], R[k + 1, 1], R[k + 1, 2])
        Ja = wp.spatial_vector()
        Jb = wp.spatial_vector()
        w = float(0.0)
        # only contacts of three directions have tangents beside the normal
        if exists(a) and touch.dimension >= 3:
            Ja = -point_jacobian(axis, p - wp.transform_point(a.pose, a.com))
            w += row_inverse_mass(Ja, a.inverse_mass, a.inverse_inertia)
        if exists(b) and touch.dimension >= 3:
            Jb = point_jacobian(axis, p - wp.transform_point(b.pose, b.com))
            w += row_inverse_mass(Jb, b.inverse_mass, b.inverse_inertia)
        row[r].jac_a = Ja
        row[r].jac_b = Jb
        row[r].body_a = a.index
        row[r].body_b = b.index
        row[r].kind = int(RowKind.FRICTION)
        row[r].source = touch.index
        row[r].mass = 1.0 / w if w > 0.0 else 0.0
        row[r].bias = 0.0
        if v.bounds:
            limit = touch.friction * wp.max(touch.push, 0.0) * dt
            row[r].lower = -limit
            row[r].upper = limit


@computation(
    CONSTRAINT_ROWS,
    "reserve in its island the rows of every contact",
    margin={True: "that is closer than the margin", False: ""},
    full={
        "drop": "and mark those that do not fit, though the number of rows goes on growing by theirs",
        "count": "and count the rows that do not fit, though the number of rows goes on growing by them",
    },
)
def reserve_touch_rows(touch: Any, row_max: Any, margin: Any) -> None:
    if v.margin:
        if touch.distance >= margin:
            touch.first_row = -1
            return
    island = touch.island
    rows = touch.dimension
    first = wp.atomic_add(island.row_count, rows)
    if first + rows > row_max:
        if v.full == "count":
            wp.atomic_add(island.dropped, rows)
        touch.first_row = -1
        return
    touch.first_row = island.index * row_max + first


@computation(
    CONSTRAINT_ROWS,
    "read the force of every contact, the impulses of its rows over the time step,",
    frame={True: "turned into the axes of the world", False: ""},
    cone={True: "kept within the friction cone", False: ""},
)
def unpack_contact_force(touch: Any, dt: Any) -> None:
    first = touch.first_row
    if first < 0:
        touch.force = wp.vec3(0.0)
        return
    f = wp.vec3(0.0)
    for k in range(3):
        if k < touch.dimension:
            f[k] = row[first + k].impulse / dt
    if v.cone:
        f = clamp_to_cone(f, touch.friction)
    if v.frame:
        f = wp.transpose(touch.frame) * f
    touch.force = f


@computation(
    CONSTRAINT_ROWS,
    "bound the impulse of every row of friction, which has a normal row, by its friction coefficient times the impulse of that",
)
def update_friction_bounds(row: Any) -> None:
    normal = row.normal
    # other rows keep their bounds
    if not exists(normal):
        return
    # a normal row that pulls allows no friction
    limit = row.coefficient * wp.max(normal.impulse, 0.0)
    row.lower = -limit
    row.upper = limit


@computation(
    CONSTRAINT_ROWS,
    "relax every row once by projected Jacobi and add up the change of velocity of both bodies",
    soft={True: "each row softened in proportion to its impulse", False: ""},
    relaxed={True: "with under-relaxed steps", False: ""},
    state={True: "and tell at which bound it is (-1 the lower, 1 the upper, 0 neither)", False: ""},
)
def relax_row(row: Any, relaxation: Any) -> None:
    Ja = row.jac_a
    Jb = row.jac_b
    old = row.impulse
    # a side without a body is the world, which does not move
    vel = row.bias
    a = row.a
    if exists(a):
        vel += wp.dot(Ja, a.twist)
    b = row.b
    if exists(b):
        vel += wp.dot(Jb, b.twist)
    if v.soft:
        vel += row.softness * old
    step = -row.mass * vel
    if v.relaxed:
        step = relaxation * step
    new = wp.clamp(old + step, row.lower, row.upper)
    row.impulse = new
    if v.state:
        if new <= row.lower:
            row.state = -1
        elif new >= row.upper:
            row.state = 1
        else:
            row.state = 0
    delta = new - old
    if delta == 0.0:
        return
    if exists(a):
        la = wp.spatial_top(Ja) * (a.inverse_mass * delta)
        wa = a.inverse_inertia * (wp.spatial_bottom(Ja) * delta)
        a.change += wp.spatial_vector(la, wa)
    if exists(b):
        lb = wp.spatial_top(Jb) * (b.inverse_mass * delta)
        wb = b.inverse_inertia * (wp.spatial_bottom(Jb) * delta)
        b.change += wp.spatial_vector(lb, wb)


@computation(
    CONSTRAINT_ROWS,
    "count the rows that touch each body",
    world={True: "", False: "leaving out those between a body and the world"},
)
def count_body_rows(row: Any) -> None:
    a, b = row.a, row.b
    if v.world:
        if exists(a):
            wp.atomic_add(a.row_count, 1)
        if exists(b):
            wp.atomic_add(b.row_count, 1)
    else:
        if not exists(a) or not exists(b):
            return
        wp.atomic_add(a.row_count, 1)
        wp.atomic_add(b.row_count, 1)


@computation(
    CONSTRAINT_ROWS,
    "add to the twist of every body what its rows changed",
    average={True: "averaged over them", False: ""},
    relaxed={True: "times the relaxation", False: ""},
)
def apply_body_change(body: Any, relaxation: Any) -> None:
    delta = body.change
    if v.average:
        n = body.row_count
        if n == 0:
            return
        delta = delta / float(n)
    if v.relaxed:
        delta = relaxation * delta
    body.twist = body.twist + delta
