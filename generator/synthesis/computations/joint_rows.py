"""Rows of joints between bodies: hinges, sliders, distances, motors, limits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import point_jacobians, world_com
from generator.synthesis.computations.contact_rows import tangent_pair
from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

UNBOUNDED = 1.0e6
MIN_LENGTH = 1.0e-6


@law
def turning_jacobians(axis: wp.vec3) -> tuple[wp.spatial_vector, wp.spatial_vector]:
    return wp.spatial_vector(wp.vec3(0.0), -axis), wp.spatial_vector(wp.vec3(0.0), axis)


@law
def soft_spring_row(stiffness: float, damping: float, dt: float) -> tuple[float, float]:
    # what a spring and damper are as a soft row: share of the error, and softness
    d = damping + dt * stiffness
    if d <= 0.0:
        return 0.0, 0.0
    return stiffness * dt / d, 1.0 / (d * dt)


@computation(
    CONSTRAINT_ROWS,
    "assemble the five constraint rows of a hinge: three of its anchor and two of its axis, with Jacobians and Baumgarte bias",
    turn={True: "also for the axis error", False: ""},
    world={True: "with the world as first body where there is none", False: ""},
)
def hinge_rows(equality: Any, dt: Any, erp: Any) -> None:
    first = 5 * equality.index
    if first + 5 > count(row):
        return
    # a hinge that is off has no impulse in any of its rows
    for k in range(5):
        row[first + k].lower = 0.0
        row[first + k].upper = 0.0
    if not equality.active or not exists(equality.b):
        return
    if not v.world and not exists(equality.a):
        return
    b = equality.b
    X_a = wp.transform_identity()
    com_a = wp.vec3(0.0)
    id_a = int(-1)
    if v.world:
        if exists(equality.a):
            X_a = equality.a.pose
            com_a = equality.a.com
            id_a = equality.a.index
    else:
        a = equality.a
        X_a = a.pose
        com_a = a.com
        id_a = a.index
    pa = wp.transform_point(X_a, equality.anchor_a)
    pb = wp.transform_point(b.pose, equality.anchor_b)
    ra = pa - world_com(X_a, com_a)
    rb = pb - world_com(b.pose, b.com)
    axis_a = wp.transform_vector(X_a, wp.vec3(0.0, 0.0, 1.0))
    axis_b = wp.transform_vector(b.pose, wp.vec3(0.0, 0.0, 1.0))
    error = pb - pa
    for k in range(3):
        e = wp.vec3(0.0)
        e[k] = 1.0
        Ja, Jb = point_jacobians(e, ra, rb)
        row[first + k].jac_a = Ja
        row[first + k].jac_b = Jb
        row[first + k].bias = erp * error[k] / dt
    # the axes stay along each other
    t1, t2 = tangent_pair(axis_a)
    swing = wp.cross(axis_a, axis_b)
    Ja1, Jb1 = turning_jacobians(t1)
    Ja2, Jb2 = turning_jacobians(t2)
    row[first + 3].jac_a = Ja1
    row[first + 3].jac_b = Jb1
    row[first + 4].jac_a = Ja2
    row[first + 4].jac_b = Jb2
    if v.turn:
        row[first + 3].bias = erp * wp.dot(swing, t1) / dt
        row[first + 4].bias = erp * wp.dot(swing, t2) / dt
    else:
        row[first + 3].bias = 0.0
        row[first + 4].bias = 0.0
    for k in range(5):
        row[first + k].lower = -UNBOUNDED
        row[first + k].upper = UNBOUNDED
        row[first + k].body_a = id_a
        row[first + k].body_b = b.index
        row[first + k].kind = int(RowKind.EQUALITY)
        row[first + k].source = equality.index


@computation(
    CONSTRAINT_ROWS,
    "assemble the constraint row that holds two anchors at a distance",
    form={
        "rod": "as a rigid rod",
        "rope": "as a rope, inactive while slack",
        "spring": "as a soft spring with its equivalent bias and softness",
    },
    velocity={True: "storing the rate J v", False: ""},
)
def distance_row(equality: Any, dt: Any, erp: Any) -> None:
    r = equality.index
    if r >= count(row):
        return
    # what follows sets them, if the row is one
    row[r].lower = 0.0
    row[r].upper = 0.0
    if not equality.active or not exists(equality.a) or not exists(equality.b):
        return
    a, b = equality.a, equality.b
    pa = wp.transform_point(a.pose, equality.anchor_a)
    pb = wp.transform_point(b.pose, equality.anchor_b)
    d = pb - pa
    length = wp.length(d)
    if length < MIN_LENGTH:
        return
    rest = wp.length(wp.transform_get_translation(equality.relative_pose))
    stretch = length - rest
    n = d / length
    Ja, Jb = point_jacobians(n, pa - world_com(a.pose, a.com), pb - world_com(b.pose, b.com))
    row[r].jac_a = Ja
    row[r].jac_b = Jb
    row[r].position = stretch
    row[r].kind = int(RowKind.EQUALITY)
    row[r].source = equality.index
    if v.form == "spring":
        share, softness = soft_spring_row(equality.stiffness, equality.damping, dt)
        row[r].bias = share * stretch / dt
        row[r].softness = softness
    else:
        row[r].bias = erp * stretch / dt
    if v.form == "rope":
        # a rope pulls, and a slack one does nothing
        row[r].lower = -UNBOUNDED if stretch > 0.0 else 0.0
        row[r].upper = 0.0
    else:
        row[r].lower = -UNBOUNDED
        row[r].upper = UNBOUNDED
    if v.velocity:
        row[r].velocity = wp.dot(Ja, a.twist) + wp.dot(Jb, b.twist)


@computation(
    CONSTRAINT_ROWS,
    "assemble the velocity row of a motor about the z axis of its first body,",
    limit={"friction": "bounded by friction times dt", "none": "unbounded"},
    hold={True: "with a Baumgarte term towards zero angle", False: ""},
)
def motor_row(equality: Any, dt: Any, erp: Any) -> None:
    r = equality.index
    if r >= count(row):
        return
    # what follows sets them, if the row is one
    row[r].lower = 0.0
    row[r].upper = 0.0
    if not equality.active or not exists(equality.a) or not exists(equality.b):
        return
    a, b = equality.a, equality.b
    axis = wp.transform_vector(a.pose, wp.vec3(0.0, 0.0, 1.0))
    Ja, Jb = turning_jacobians(axis)
    speed = wp.dot(Ja, a.twist) + wp.dot(Jb, b.twist)
    bias = -equality.speed
    if v.hold:
        # small angles: twice the vector part about the axis
        q = wp.quat_inverse(wp.transform_get_rotation(a.pose)) * wp.transform_get_rotation(b.pose)
        angle = 2.0 * q[2]
        if q[3] < 0.0:
            angle = -angle
        bias = bias + erp * angle / dt
    row[r].jac_a = Ja
    row[r].jac_b = Jb
    row[r].velocity = speed
    row[r].bias = bias
    if v.limit == "friction":
        row[r].kind = int(RowKind.FRICTION)
        limit = row[r].friction * dt
        row[r].lower = -limit
        row[r].upper = limit
    else:
        row[r].kind = int(RowKind.EQUALITY)
        row[r].lower = -UNBOUNDED
        row[r].upper = UNBOUNDED


@computation(
    CONSTRAINT_ROWS,
    "allocate and assemble the friction-pyramid rows of every contact, 2 (dimension - 1) of them along normal +- friction tangent, at an atomic offset of its island",
    margin={True: "within the slop", False: ""},
    friction={True: "storing the friction", False: ""},
)
def pyramid_rows(touch: Any, row_max: Any, slop: Any) -> None:
    # what follows sets it, if the contact has rows
    touch.first_row = -1
    if v.margin:
        if touch.distance > slop:
            return
    if not exists(touch.a) or not exists(touch.b):
        return
    island = touch.island
    a, b = touch.a, touch.b
    sides = 2 * (touch.dimension - 1)
    # without friction the normal is all there is
    sides = wp.max(sides, 1)
    first = wp.atomic_add(island.row_count, sides)
    if first + sides > row_max:
        return
    base = island.index * row_max + first
    touch.first_row = base
    ra = touch.point - world_com(a.pose, a.com)
    rb = touch.point - world_com(b.pose, b.com)
    R = touch.frame
    n = wp.vec3(R[0, 0], R[0, 1], R[0, 2])
    for k in range(sides):
        r = base + k
        d = n
        if touch.dimension > 1:
            axis = 1 + k // 2
            sign = wp.where(k % 2 == 0, 1.0, -1.0)
            d = n + sign * touch.friction * wp.vec3(R[axis, 0], R[axis, 1], R[axis, 2])
        Ja, Jb = point_jacobians(d, ra, rb)
        row[r].jac_a = Ja
        row[r].jac_b = Jb
        row[r].kind = int(RowKind.CONTACT)
        row[r].source = touch.index
        row[r].position = touch.distance
        row[r].velocity = wp.dot(Ja, a.twist) + wp.dot(Jb, b.twist)
        if v.friction:
            row[r].friction = touch.friction
