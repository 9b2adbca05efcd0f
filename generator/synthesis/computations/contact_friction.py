"""Contacts with friction in full: corrections of positions, impulses along tangents."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

EPSILON = 1.0e-6

ContactState: Any = None


@law
def contact_multiplier(
    err: float, n: wp.vec3, ra: wp.vec3, rb: wp.vec3, wa: float, wb: float, ia: wp.mat33, ib: wp.mat33
) -> float:
    """Multiplier at a contact of two bodies that takes an error to zero, zero where neither can move."""
    angular_a = wp.cross(ra, n)
    angular_b = wp.cross(rb, n)
    denom = wa + wb + wp.dot(angular_a, ia @ angular_a) + wp.dot(angular_b, ib @ angular_b)
    if denom <= 0.0:
        return 0.0
    return -err / denom


@law
def velocity_of_point(twist: wp.spatial_vector, r: wp.vec3) -> wp.vec3:
    """Velocity of a point at an arm from the centre of a body, by its twist with the linear part first."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), r)


@law
def tangent_basis(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit tangents of a unit normal, with which they make a right-handed frame."""
    # an axis that the normal is far from
    if wp.abs(n[0]) < 0.5:
        t = wp.cross(n, wp.vec3(1.0, 0.0, 0.0))
    else:
        t = wp.cross(n, wp.vec3(0.0, 1.0, 0.0))
    t = wp.normalize(t)
    return t, wp.cross(n, t)


@computation(
    CONTACTS,
    "correct the two bodies of a contact that overlap by the velocity that takes the overlap back in a step",
    friction={
        "none": "",
        "plain": "with friction",
        "state": "with friction, telling whether it is open, sticks or slips",
    },
    impulse={True: "and add up the impulse", False: ""},
    counted={True: "and count the corrections of each body", False: ""},
)
def solve_contact_position(contact: Any, relaxation: Any, dt: Any) -> None:
    d = contact.distance
    if d >= 0.0:
        if v.friction == "state":
            contact.state = int(ContactState.OPEN)
        return
    p = contact.point
    n = contact.normal
    # a side without a body is fixed: no velocity, and no share of the correction
    ra = wp.vec3()
    rb = wp.vec3()
    va = wp.vec3()
    vb = wp.vec3()
    wa = float(0.0)
    wb = float(0.0)
    ia = wp.mat33()
    ib = wp.mat33()
    a = contact.a
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        wa = a.inverse_mass
        ia = a.inverse_inertia
        if v.friction != "none":
            va = velocity_of_point(a.twist, ra)
    b = contact.b
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        wb = b.inverse_mass
        ib = b.inverse_inertia
        if v.friction != "none":
            vb = velocity_of_point(b.twist, rb)
    lam_n = contact_multiplier(d, n, ra, rb, wa, wb, ia, ib)
    lin = n * lam_n
    if v.friction != "none":
        slide = (vb - va) * dt
        slide = slide - n * wp.dot(n, slide)
        size = wp.length(slide)
        if v.friction == "state":
            state = int(ContactState.STICK)
        if size > EPSILON:
            t = slide / size
            lam_t = contact_multiplier(size, t, ra, rb, wa, wb, ia, ib)
            # friction cannot exceed its part of the normal correction
            limit = contact.friction * lam_n
            lin += t * wp.max(lam_t, -limit)
            if v.friction == "state" and lam_t < -limit:
                state = int(ContactState.SLIP)
        if v.friction == "state":
            contact.state = state
    lin = (relaxation / dt) * lin
    if exists(a):
        a.delta -= wp.spatial_vector(lin * wa, ia @ wp.cross(ra, lin))
        if v.counted:
            a.contact_count += 1
    if exists(b):
        b.delta += wp.spatial_vector(lin * wb, ib @ wp.cross(rb, lin))
        if v.counted:
            b.contact_count += 1
    if v.impulse:
        contact.impulse = contact.impulse + relaxation * lam_n / dt


@computation(
    CONTACTS,
    "update the friction impulse of a contact along two tangents",
    why={"cone": "a cone bounds friction alike in all directions, where a box allows more along its diagonals"},
    bound={"box": "each within the same limit", "cone": "together within a cone"},
    done={True: "unless its world has converged", False: ""},
)
def solve_contact_tangents(contact: Any) -> None:
    if v.done and contact.world.done != 0:
        return
    p = contact.point
    t1, t2 = tangent_basis(contact.normal)
    # a side without a body is fixed
    vrel = wp.vec3()
    ra = wp.vec3()
    rb = wp.vec3()
    wa = float(0.0)
    wb = float(0.0)
    ia = wp.mat33()
    ib = wp.mat33()
    a = contact.a
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        vrel -= velocity_of_point(a.twist, ra)
        wa = a.inverse_mass
        ia = a.inverse_inertia
    b = contact.b
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        vrel += velocity_of_point(b.twist, rb)
        wb = b.inverse_mass
        ib = b.inverse_inertia
    old = contact.tangent_impulse
    j1 = wp.dot(old, t1) + contact_multiplier(wp.dot(vrel, t1), t1, ra, rb, wa, wb, ia, ib)
    j2 = wp.dot(old, t2) + contact_multiplier(wp.dot(vrel, t2), t2, ra, rb, wa, wb, ia, ib)
    # without a normal impulse the old one is taken back
    limit = contact.friction * contact.impulse
    if v.bound == "box":
        j1 = wp.clamp(j1, -limit, limit)
        j2 = wp.clamp(j2, -limit, limit)
    else:
        size = wp.sqrt(j1 * j1 + j2 * j2)
        if size > limit:
            j1 = j1 * limit / size
            j2 = j2 * limit / size
    new = t1 * j1 + t2 * j2
    contact.tangent_impulse = new
    j = new - old
    if exists(a):
        a.delta -= wp.spatial_vector(j * wa, ia @ wp.cross(ra, j))
    if exists(b):
        b.delta += wp.spatial_vector(j * wb, ib @ wp.cross(rb, j))
