"""Rows of joints between two bodies: a ball joint by three, a weld by six."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.body_rows import angular_jacobians, body_jacobian, point_jacobians
from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind


@computation(
    CONSTRAINT_ROWS,
    "write the three rows of a ball joint that holds two points of two bodies together, or one of a body and one of the world,",
    frame={"world": "along the axes of the world", "body": "along the axes of the first body"},
    velocity={True: "with their velocities", False: ""},
)
def connect_rows(equality: Any, dt: Any, erp: Any) -> None:
    equality.first_row = -1
    if not equality.active:
        return
    a, b = equality.a, equality.b
    if not exists(a) and not exists(b):
        return
    first = 3 * equality.index
    if first + 3 > count(row):
        return
    equality.first_row = first
    # the world is the identity pose and does not move
    Xa = wp.transform_identity()
    Xb = wp.transform_identity()
    com_a = wp.vec3(0.0)
    com_b = wp.vec3(0.0)
    Va = wp.spatial_vector()
    Vb = wp.spatial_vector()
    body_a = int(-1)
    body_b = int(-1)
    if exists(a):
        Xa = a.pose
        com_a = a.com
        Va = a.twist
        body_a = a.index
    if exists(b):
        Xb = b.pose
        com_b = b.com
        Vb = b.twist
        body_b = b.index
    pa = wp.transform_point(Xa, equality.anchor_a)
    pb = wp.transform_point(Xb, equality.anchor_b)
    ra = pa - wp.transform_point(Xa, com_a)
    rb = pb - wp.transform_point(Xb, com_b)
    error = pb - pa
    for k in range(3):
        axis = wp.vec3(0.0)
        axis[k] = 1.0
        if v.frame == "body":
            axis = wp.transform_vector(Xa, axis)
        Ja, Jb = point_jacobians(axis, ra, rb)
        r = first + k
        row[r].jac_a = body_jacobian(Ja, body_a)
        row[r].jac_b = body_jacobian(Jb, body_b)
        row[r].body_a = body_a
        row[r].body_b = body_b
        row[r].kind = int(RowKind.EQUALITY)
        row[r].source = equality.index
        along = wp.dot(axis, error)
        row[r].position = along
        row[r].bias = erp * along / dt
        if v.velocity:
            row[r].velocity = wp.dot(Ja, Va) + wp.dot(Jb, Vb)


@law
def rotation_error(wanted: wp.quat, q: wp.quat) -> wp.vec3:
    """Rotation vector from one attitude to another the shorter way, to first order, in the first's frame."""
    e = wp.quat_inverse(wanted) * q
    axis = wp.vec3(e[0], e[1], e[2])
    if e[3] < 0.0:
        axis = -axis
    return 2.0 * axis


@computation(
    CONSTRAINT_ROWS,
    "write six rows that weld the second body of an equality to a pose in the first, where either may be the world,",
    axes={"world": "along the axes of the world", "target": "along the axes of that pose"},
    velocity={True: "with their velocities", False: ""},
)
def weld_rows(equality: Any, dt: Any, erp: Any) -> None:
    equality.first_row = -1
    if not equality.active:
        return
    a, b = equality.a, equality.b
    if not exists(a) and not exists(b):
        return
    first = 6 * equality.index
    if first + 6 > count(row):
        return
    equality.first_row = first
    # the world is the identity pose and does not move
    Xa = wp.transform_identity()
    Xb = wp.transform_identity()
    com_a = wp.vec3(0.0)
    com_b = wp.vec3(0.0)
    Va = wp.spatial_vector()
    Vb = wp.spatial_vector()
    body_a = int(-1)
    body_b = int(-1)
    if exists(a):
        Xa = a.pose
        com_a = a.com
        Va = a.twist
        body_a = a.index
    if exists(b):
        Xb = b.pose
        com_b = b.com
        Vb = b.twist
        body_b = b.index
    X = wp.transform_multiply(Xa, equality.relative_pose)
    target = wp.transform_get_translation(X)
    p = wp.transform_get_translation(Xb)
    ra = target - wp.transform_point(Xa, com_a)
    rb = p - wp.transform_point(Xb, com_b)
    error = p - target
    q = wp.transform_get_rotation(X)
    turn = wp.quat_rotate(q, rotation_error(q, wp.transform_get_rotation(Xb)))
    for k in range(3):
        axis = wp.vec3(0.0)
        axis[k] = 1.0
        if v.axes == "target":
            axis = wp.quat_rotate(q, axis)
        Ja, Jb = point_jacobians(axis, ra, rb)
        r = first + k
        row[r].jac_a = body_jacobian(Ja, body_a)
        row[r].jac_b = body_jacobian(Jb, body_b)
        row[r].body_a = body_a
        row[r].body_b = body_b
        row[r].kind = int(RowKind.EQUALITY)
        along = wp.dot(axis, error)
        row[r].position = along
        row[r].bias = erp * along / dt
        # the rows of the rotation follow those of the position
        Ta, Tb = angular_jacobians(axis)
        row[r + 3].jac_a = body_jacobian(Ta, body_a)
        row[r + 3].jac_b = body_jacobian(Tb, body_b)
        row[r + 3].body_a = body_a
        row[r + 3].body_b = body_b
        row[r + 3].kind = int(RowKind.EQUALITY)
        about = wp.dot(axis, turn)
        row[r + 3].position = about
        row[r + 3].bias = erp * about / dt
        if v.velocity:
            row[r].velocity = wp.dot(Ja, Va) + wp.dot(Jb, Vb)
            row[r + 3].velocity = wp.dot(Ta, Va) + wp.dot(Tb, Vb)
