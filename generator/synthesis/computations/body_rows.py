"""Rows over pairs of bodies: the normal row of a contact, and masses, velocities, biases and bounds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
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
