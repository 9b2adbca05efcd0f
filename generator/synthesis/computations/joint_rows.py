"""Rows of joints and equalities between bodies: hinges, distances, motors."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import angular_jacobians, body_jacobian, point_jacobian, point_jacobians
from generator.synthesis.computations.contact_rows import tangent_pair
from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

UNBOUNDED = 1.0e6
MIN_LENGTH = 1.0e-6


@law
def soft_spring_row(stiffness: float, damping: float, dt: float) -> tuple[float, float]:
    """Share of the error taken back in a step, and softness, of a row that acts as a damped spring."""
    d = damping + dt * stiffness
    return stiffness * dt / d, 1.0 / (d * dt)


@computation(
    CONSTRAINT_ROWS,
    "assemble the five constraint rows of a hinge of two bodies, or of the world and a body: three of its anchor and two of its axis, with Jacobians and Baumgarte bias",
    turn={True: "of anchor and axis", False: "of the anchor alone"},
    velocity={True: "storing the rates J v", False: ""},
)
def hinge_rows(equality: Any, dt: Any, erp: Any) -> None:
    first = 5 * equality.index
    if first + 5 > count(row):
        return
    # a hinge that is off has no impulse in any of its rows
    for k in range(5):
        row[first + k].lower = 0.0
        row[first + k].upper = 0.0
    a, b = equality.a, equality.b
    if not equality.active or not exists(b):
        return
    # without a first body it hangs from the world
    X_a = wp.transform_identity()
    com_a = wp.vec3(0.0)
    V_a = wp.spatial_vector()
    id_a = int(-1)
    if exists(a):
        X_a = a.pose
        com_a = a.com
        V_a = a.twist
        id_a = a.index
    pa = wp.transform_point(X_a, equality.anchor_a)
    pb = wp.transform_point(b.pose, equality.anchor_b)
    ra = pa - wp.transform_point(X_a, com_a)
    rb = pb - wp.transform_point(b.pose, b.com)
    axis_a = wp.transform_vector(X_a, wp.vec3(0.0, 0.0, 1.0))
    axis_b = wp.transform_vector(b.pose, wp.vec3(0.0, 0.0, 1.0))
    error = pb - pa
    for k in range(3):
        e = wp.vec3(0.0)
        e[k] = 1.0
        Ja, Jb = point_jacobians(e, ra, rb)
        row[first + k].jac_a = body_jacobian(Ja, id_a)
        row[first + k].jac_b = Jb
        row[first + k].bias = erp * error[k] / dt
        if v.velocity:
            row[first + k].velocity = wp.dot(Ja, V_a) + wp.dot(Jb, b.twist)
    # the axes stay along each other
    t1, t2 = tangent_pair(axis_a)
    swing = wp.cross(axis_a, axis_b)
    Ja1, Jb1 = angular_jacobians(t1)
    Ja2, Jb2 = angular_jacobians(t2)
    row[first + 3].jac_a = body_jacobian(Ja1, id_a)
    row[first + 3].jac_b = Jb1
    row[first + 4].jac_a = body_jacobian(Ja2, id_a)
    row[first + 4].jac_b = Jb2
    if v.velocity:
        row[first + 3].velocity = wp.dot(Ja1, V_a) + wp.dot(Jb1, b.twist)
        row[first + 4].velocity = wp.dot(Ja2, V_a) + wp.dot(Jb2, b.twist)
    row[first + 3].bias = erp * wp.dot(swing, t1) / dt if v.turn else 0.0
    row[first + 4].bias = erp * wp.dot(swing, t2) / dt if v.turn else 0.0
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
    # bounds of zero: no row, unless what follows sets them
    row[r].lower = 0.0
    row[r].upper = 0.0
    a, b = equality.a, equality.b
    if not equality.active or (not exists(a) and not exists(b)):
        return
    pa = equality.anchor_a
    pb = equality.anchor_b
    # an anchor without a body is fixed in the world
    if exists(a):
        pa = wp.transform_point(a.pose, equality.anchor_a)
    if exists(b):
        pb = wp.transform_point(b.pose, equality.anchor_b)
    d = pb - pa
    length = wp.length(d)
    if length < MIN_LENGTH:
        return
    stretch = length - equality.rest_length
    n = d / length
    Ja = wp.spatial_vector()
    Jb = wp.spatial_vector()
    vel = float(0.0)
    if exists(a):
        Ja = -point_jacobian(n, pa - wp.transform_point(a.pose, a.com))
        if v.velocity:
            vel += wp.dot(Ja, a.twist)
    if exists(b):
        Jb = point_jacobian(n, pb - wp.transform_point(b.pose, b.com))
        if v.velocity:
            vel += wp.dot(Jb, b.twist)
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
        row[r].velocity = vel


@computation(
    CONSTRAINT_ROWS,
    "assemble the velocity row of a motor about the z axis of its first body, or of the world where it has none,",
    why={"hold": "the term works off a share of the angle in each step, since velocities alone would let it stay"},
    limit={"torque": "bounded by its highest torque times dt", "none": "unbounded"},
    hold={True: "holding zero angle by a Baumgarte term in place of the wanted speed", False: ""},
)
def motor_row(equality: Any, dt: Any, erp: Any) -> None:
    r = equality.index
    # bounds of zero: no row, unless what follows sets them
    row[r].lower = 0.0
    row[r].upper = 0.0
    a, b = equality.a, equality.b
    if not equality.active or not exists(b):
        return
    # without a first body it turns against the world
    X_a = wp.transform_identity()
    V_a = wp.spatial_vector()
    if exists(a):
        X_a = a.pose
        V_a = a.twist
    axis = wp.transform_vector(X_a, wp.vec3(0.0, 0.0, 1.0))
    Ja, Jb = angular_jacobians(axis)
    speed = wp.dot(Ja, V_a) + wp.dot(Jb, b.twist)
    if not exists(a):
        Ja = wp.spatial_vector()
    if v.hold:
        # small angles: twice the vector part about the axis
        q = wp.quat_inverse(wp.transform_get_rotation(X_a)) * wp.transform_get_rotation(b.pose)
        angle = 2.0 * q[2]
        if q[3] < 0.0:
            angle = -angle
        bias = erp * angle / dt
    else:
        bias = -equality.speed
    row[r].jac_a = Ja
    row[r].jac_b = Jb
    row[r].velocity = speed
    row[r].bias = bias
    if v.limit == "torque":
        row[r].kind = int(RowKind.FRICTION)
        limit = equality.torque * dt
        row[r].lower = -limit
        row[r].upper = limit
    else:
        row[r].kind = int(RowKind.EQUALITY)
        row[r].lower = -UNBOUNDED
        row[r].upper = UNBOUNDED
