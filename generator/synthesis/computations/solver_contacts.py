"""Contacts of a solver: what is prepared for them, the impulses of normal and tangents together."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.solvers import SOLVERS

SMALL = 1.0e-6
"""Inverse mass under which nothing moves."""

ContactState: Any = None
"""The enumeration of the schema."""


@law
def tangent_basis(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit tangents that make a right-handed frame with a unit normal."""
    # an axis that the normal is not along
    axis = wp.vec3(1.0, 0.0, 0.0)
    if wp.abs(n[0]) > wp.abs(n[1]):
        axis = wp.vec3(0.0, 1.0, 0.0)
    t = wp.normalize(wp.cross(n, axis))
    return t, wp.cross(n, t)


@law
def point_velocity(linear: wp.vec3, spin: wp.vec3, arm: wp.vec3) -> wp.vec3:
    """Velocity of the point of a body at an arm from its centre of mass."""
    return linear + wp.cross(spin, arm)


@law
def contact_response(direction: wp.vec3, arm: wp.vec3, inverse_mass: float, inverse_inertia: wp.mat33) -> float:
    """Inverse of the effective mass of a body at an arm along a unit direction."""
    c = wp.cross(arm, direction)
    return inverse_mass + wp.dot(c, inverse_inertia * c)


@law
def within_cone(impulse: wp.vec3, mu: float) -> wp.vec3:
    """Impulse, normal first, that never pulls and whose tangents are cut to Coulomb's limit."""
    normal = wp.max(impulse[0], 0.0)
    size = wp.sqrt(impulse[1] * impulse[1] + impulse[2] * impulse[2])
    most = mu * normal
    scale = float(1.0)
    if size > most:
        scale = most / size
    return wp.vec3(normal, scale * impulse[1], scale * impulse[2])


@law
def inverse_or_zero(x: float) -> float:
    """Reciprocal of a positive value, zero where it is too small or negative."""
    if x < SMALL:
        return 0.0
    return 1.0 / x


@computation(
    SOLVERS,
    "prepare each contact: the effective masses along its normal and two tangents, and the Baumgarte "
    "bias of its depth beyond the slop,",
    bounce={True: "with restitution above the threshold speed", False: ""},
    open={True: "with a speculative bias where it is open", False: ""},
)
def solver_prepare_contact(contact: Any, dt: Any, slop: Any, threshold: Any, recovery: Any) -> None:
    a, b = contact.a, contact.b
    n = contact.normal
    t1, t2 = tangent_basis(n)
    ra = contact.arm_a
    rb = contact.arm_b
    k = wp.vec3(0.0, 0.0, 0.0)
    if v.bounce:
        v_rel = wp.vec3(0.0, 0.0, 0.0)
    if exists(a):
        im = a.inverse_mass
        ii = a.inverse_inertia
        k += wp.vec3(
            contact_response(n, ra, im, ii), contact_response(t1, ra, im, ii), contact_response(t2, ra, im, ii)
        )
        if v.bounce:
            v_rel -= point_velocity(a.velocity, a.spin, ra)
    if exists(b):
        im = b.inverse_mass
        ii = b.inverse_inertia
        k += wp.vec3(
            contact_response(n, rb, im, ii), contact_response(t1, rb, im, ii), contact_response(t2, rb, im, ii)
        )
        if v.bounce:
            v_rel += point_velocity(b.velocity, b.spin, rb)
    contact.mass = wp.vec3(inverse_or_zero(k[0]), inverse_or_zero(k[1]), inverse_or_zero(k[2]))
    depth = contact.depth
    bias = float(0.0)
    if depth > slop:
        bias = -recovery * (depth - slop) / dt
    if v.open and depth < 0.0:
        bias = -depth / dt
    if v.bounce:
        speed = wp.dot(n, v_rel)
        if speed < -threshold:
            bias += contact.restitution * speed
    contact.bias = bias


@computation(
    SOLVERS,
    "solve each contact by one Jacobi step with its impulse clamped to the Coulomb cone, and add the "
    "changes to both bodies",
    state={True: "storing open, stick or slip", False: ""},
    relaxed={True: "with the changes relaxed", False: ""},
    guard={True: "in worlds that are not done", False: ""},
)
def solver_contact_impulse(contact: Any, relaxation: Any) -> None:
    if v.guard and contact.world.done:
        return
    n = contact.normal
    t1, t2 = tangent_basis(n)
    ra = contact.arm_a
    rb = contact.arm_b
    # a side without a body does not move
    v_rel = wp.vec3()
    a = contact.a
    if exists(a):
        v_rel -= point_velocity(a.velocity, a.spin, ra)
    b = contact.b
    if exists(b):
        v_rel += point_velocity(b.velocity, b.spin, rb)
    mass = contact.mass
    old = contact.impulse
    change = wp.vec3(
        -mass[0] * (wp.dot(n, v_rel) + contact.bias), -mass[1] * wp.dot(t1, v_rel), -mass[2] * wp.dot(t2, v_rel)
    )
    if v.relaxed:
        change = relaxation * change
    raw = old + change
    impulse = within_cone(raw, contact.friction)
    contact.impulse = impulse
    if v.state:
        if impulse[0] == 0.0:
            contact.state = ContactState.OPEN
        elif impulse[1] == raw[1] and impulse[2] == raw[2]:
            contact.state = ContactState.STICK
        else:
            contact.state = ContactState.SLIP
    d = impulse - old
    p = d[0] * n + d[1] * t1 + d[2] * t2
    if exists(a):
        a.dv -= a.inverse_mass * p
        a.dw -= a.inverse_inertia * wp.cross(ra, p)
    if exists(b):
        b.dv += b.inverse_mass * p
        b.dw += b.inverse_inertia * wp.cross(rb, p)


@computation(
    SOLVERS,
    "warm start each contact by applying its impulse of the last step to both bodies",
    fade={"all": "", "part": "scaled down, which it keeps", "open": "or dropping it where it has opened"},
    touching={True: "and count the contacts of each body", False: ""},
)
def solver_start_contact(contact: Any, warm_share: Any) -> None:
    impulse = contact.impulse
    if v.fade == "part":
        impulse = warm_share * impulse
        contact.impulse = impulse
    elif v.fade == "open" and contact.depth < 0.0:
        contact.impulse = wp.vec3(0.0, 0.0, 0.0)
        return
    a, b = contact.a, contact.b
    n = contact.normal
    t1, t2 = tangent_basis(n)
    p = impulse[0] * n + impulse[1] * t1 + impulse[2] * t2
    if exists(a):
        wp.atomic_sub(a.dv, a.inverse_mass * p)
        wp.atomic_sub(a.dw, a.inverse_inertia * wp.cross(contact.arm_a, p))
        if v.touching:
            wp.atomic_add(a.touching, 1)
    if exists(b):
        wp.atomic_add(b.dv, b.inverse_mass * p)
        wp.atomic_add(b.dw, b.inverse_inertia * wp.cross(contact.arm_b, p))
        if v.touching:
            wp.atomic_add(b.touching, 1)
