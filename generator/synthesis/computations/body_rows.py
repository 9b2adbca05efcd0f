"""Rows over pairs of bodies: contacts and joints write Jacobians of both, masses, biases and bounds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.constraint_rows import CONSTRAINT_ROWS, RowKind

UNBOUNDED = 1.0e6
MIN_INVERSE_MASS = 1.0e-9


@law
def point_jacobian(n: wp.vec3, r: wp.vec3) -> wp.spatial_vector:
    """Jacobian of a body's velocity along a direction at an arm from its centre of mass, linear first."""
    return wp.spatial_vector(n, wp.cross(r, n))


@law
def point_jacobians(n: wp.vec3, ra: wp.vec3, rb: wp.vec3) -> tuple[wp.spatial_vector, wp.spatial_vector]:
    """Jacobians of two bodies for the speed along a direction by which the second leaves the first."""
    return -point_jacobian(n, ra), point_jacobian(n, rb)


@law
def angular_jacobians(axis: wp.vec3) -> tuple[wp.spatial_vector, wp.spatial_vector]:
    """Jacobians of two bodies for the spin of the second against the first about an axis."""
    return wp.spatial_vector(wp.vec3(0.0), -axis), wp.spatial_vector(wp.vec3(0.0), axis)


@law
def body_jacobian(J: wp.spatial_vector, body: int) -> wp.spatial_vector:
    """Jacobian of a body, none for the world, which does not move."""
    if body < 0:
        return wp.spatial_vector()
    return J


@law
def row_inverse_mass(J: wp.spatial_vector, inv_mass: float, inv_inertia: wp.mat33) -> float:
    """Inverse mass of a body as a constraint row feels it, its inertia told in the world."""
    lin = wp.spatial_top(J)
    ang = wp.spatial_bottom(J)
    return inv_mass * wp.dot(lin, lin) + wp.dot(ang, inv_inertia * ang)


@law
def penetration_bias(distance: float, slop: float, erp: float, dt: float) -> float:
    """Contact bias velocity: the gap over the step if apart, else minus a share of overlap past the slop."""
    if distance >= 0.0:
        return distance / dt
    return erp * wp.min(distance + slop, 0.0) / dt


@computation(
    CONSTRAINT_ROWS,
    "write the normal row of every contact, with -1 and no Jacobian for a side that is static,",
    bounds={True: "that only pushes", False: ""},
    bounce={True: "with restitution above a speed", False: ""},
    warm={"none": "", "zero": "with no impulse to start from", "force": "started from the force of the contact"},
)
def contact_normal_row(touch: Any, dt: Any, erp: Any, slop: Any, bounce_speed: Any) -> None:
    r = touch.index
    a, b = touch.a, touch.b
    if not exists(a) and not exists(b):
        return
    n = touch.normal
    p = touch.point
    Ja = wp.spatial_vector()
    Jb = wp.spatial_vector()
    body_a = int(-1)
    body_b = int(-1)
    w = float(0.0)
    vn = float(0.0)
    if exists(a):
        Ja = -point_jacobian(n, p - wp.transform_point(a.pose, a.com))
        body_a = a.index
        w += row_inverse_mass(Ja, a.inverse_mass, a.inverse_inertia)
        if v.bounce:
            vn += wp.dot(Ja, a.twist)
    if exists(b):
        Jb = point_jacobian(n, p - wp.transform_point(b.pose, b.com))
        body_b = b.index
        w += row_inverse_mass(Jb, b.inverse_mass, b.inverse_inertia)
        if v.bounce:
            vn += wp.dot(Jb, b.twist)
    bias = penetration_bias(touch.distance, slop, erp, dt)
    if v.bounce:
        if touch.distance <= 0.0 and vn < -bounce_speed:
            bias = wp.min(bias, touch.restitution * vn)
    row[r].jac_a = Ja
    row[r].jac_b = Jb
    row[r].body_a = body_a
    row[r].body_b = body_b
    row[r].kind = int(RowKind.CONTACT)
    row[r].source = touch.index
    row[r].mass = 1.0 / wp.max(w, MIN_INVERSE_MASS)
    row[r].bias = bias
    if v.bounds:
        row[r].lower = 0.0
        row[r].upper = UNBOUNDED
    if v.warm == "zero":
        row[r].impulse = 0.0
    elif v.warm == "force":
        row[r].impulse = dt * wp.max(touch.push, 0.0)


@computation(
    CONSTRAINT_ROWS,
    "find the effective mass and the velocity of the row of every pair of bodies, where either may be the world, from its Jacobians",
    bias={"position": "with a share of its residual as bias, or none for friction", "none": ""},
    bounds={"kind": "and bounds by type", "none": ""},
)
def prepare_body_row(row: Any, dt: Any, erp: Any) -> None:
    a, b = row.a, row.b
    w = float(0.0)
    vel = float(0.0)
    if exists(a):
        w += row_inverse_mass(row.jac_a, a.inverse_mass, a.inverse_inertia)
        vel += wp.dot(row.jac_a, a.twist)
    if exists(b):
        w += row_inverse_mass(row.jac_b, b.inverse_mass, b.inverse_inertia)
        vel += wp.dot(row.jac_b, b.twist)
    # a row of the world alone moves nothing
    mass = float(0.0)
    if w > MIN_INVERSE_MASS:
        mass = 1.0 / w
    row.mass = mass
    row.velocity = vel
    if v.bias == "position":
        # friction has nowhere to go back to
        row.bias = 0.0 if row.kind == RowKind.FRICTION else erp * row.position / dt
    if v.bounds == "kind":
        if row.kind == RowKind.EQUALITY:
            row.lower = -UNBOUNDED
            row.upper = UNBOUNDED
        elif row.kind == RowKind.FRICTION:
            row.lower = -dt * row.friction
            row.upper = dt * row.friction
        else:
            row.lower = 0.0
            row.upper = UNBOUNDED


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
