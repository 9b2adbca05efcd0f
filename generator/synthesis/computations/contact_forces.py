"""Forces at contacts: penalties, friction, rolling, relative velocities, states."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

EPSILON = 1.0e-6
NEARLY = 0.999
"""Share of the friction limit from which a contact slips."""

ContactState: Any = None
"""The enumeration of the schema."""


@law
def velocity_at_contact(twist: wp.spatial_vector, r: wp.vec3) -> wp.vec3:
    """Velocity of a body's point at an arm from its centre, by its twist with the linear part first."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), r)


@law
def contact_wrench(f: wp.vec3, r: wp.vec3) -> wp.spatial_vector:
    """Wrench of a force, force first, about the centre that the arm leads from."""
    return wp.spatial_vector(f, wp.cross(r, f))


@law
def coulomb_force(vt: wp.vec3, fn: float, mu: float, kf: float) -> wp.vec3:
    """Friction against sliding, viscous at low speed and at most Coulomb's share of the normal force."""
    vs = wp.length(vt)
    if vs < EPSILON:
        return wp.vec3(0.0, 0.0, 0.0)
    ft = wp.min(kf * vs, mu * fn)
    return vt * (-ft / vs)


@computation(
    CONTACTS,
    "push two bodies apart where they overlap",
    law={"linear": "by a spring and a damper", "hunt": "by a Hunt-Crossley contact"},
    friction={True: "with Coulomb friction", False: ""},
)
def contact_penalty_force(
    contact: Any, stiffness: Any, damping: Any, dissipation: Any, friction_stiffness: Any
) -> None:
    d = contact.distance
    if d >= 0.0:
        return
    a, b = contact.a, contact.b
    p = contact.point
    n = contact.normal
    ra = wp.vec3()
    rb = wp.vec3()
    va = wp.vec3()
    vb = wp.vec3()
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        va = velocity_at_contact(a.twist, ra)
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        vb = velocity_at_contact(b.twist, rb)
    vrel = vb - va
    vn = wp.dot(n, vrel)
    if v.law == "linear":
        # only damp while approaching
        fn = -stiffness * d - damping * wp.min(vn, 0.0)
    else:
        fn = wp.max(-stiffness * d * (1.0 - dissipation * vn), 0.0)
    f = n * fn
    if v.friction:
        f += coulomb_force(vrel - n * vn, fn, contact.friction, friction_stiffness)
    if exists(a):
        a.wrench -= contact_wrench(f, ra)
    if exists(b):
        b.wrench += contact_wrench(f, rb)


@computation(
    CONTACTS,
    "find the velocity of the second body against the first at a contact",
    split={
        "vector": "",
        "normal": "along the normal",
        "tangent": "across the normal",
        "both": "and its part along the normal",
    },
    changed={True: "with the changes of velocity that the solver has gathered", False: ""},
)
def contact_relative_velocity(contact: Any) -> None:
    p = contact.point
    # the ground does not move
    vrel = wp.vec3()
    a = contact.a
    if exists(a):
        twist_a = a.twist
        if v.changed:
            twist_a += a.delta
        vrel -= velocity_at_contact(twist_a, p - wp.transform_point(a.pose, a.center))
    b = contact.b
    if exists(b):
        twist_b = b.twist
        if v.changed:
            twist_b += b.delta
        vrel += velocity_at_contact(twist_b, p - wp.transform_point(b.pose, b.center))
    n = contact.normal
    if v.split == "tangent":
        contact.velocity = vrel - n * wp.dot(n, vrel)
    elif v.split != "normal":
        contact.velocity = vrel
    if v.split == "normal" or v.split == "both":
        if v.changed:
            contact.parting = wp.dot(n, vrel)
        else:
            contact.approach = wp.dot(n, vrel)


@computation(
    CONTACTS,
    "resist the rolling of the bodies of a contact on each other",
    law={
        "dry": "by a moment in proportion to the normal force",
        "viscous": "in proportion to the normal force and to their relative spin",
    },
    spin={True: "spin about the normal included", False: ""},
)
def rolling_resistance(contact: Any, rolling: Any, rolling_damping: Any, dt: Any) -> None:
    fn = contact.impulse / dt
    if fn <= 0.0:
        return
    a, b = contact.a, contact.b
    omega = wp.vec3()
    if exists(a):
        omega -= wp.spatial_bottom(a.twist)
    if exists(b):
        omega += wp.spatial_bottom(b.twist)
    if not v.spin:
        n = contact.normal
        omega = omega - n * wp.dot(n, omega)
    if v.law == "dry":
        speed = wp.length(omega)
        if speed < EPSILON:
            return
        tau = omega * (-rolling * fn / speed)
    else:
        tau = -rolling_damping * fn * omega
    if exists(a):
        a.wrench -= wp.spatial_vector(wp.vec3(), tau)
    if exists(b):
        b.wrench += wp.spatial_vector(wp.vec3(), tau)


@computation(
    CONTACTS,
    "tell whether a contact is open, sticks or slips",
    hysteresis={True: "with a higher limit for one that does not slip yet", False: ""},
    clear={True: "and clear the impulses of open ones", False: ""},
)
def contact_stick_slip(contact: Any, static_ratio: Any) -> None:
    if contact.distance > 0.0:
        contact.state = ContactState.OPEN
        if v.clear:
            contact.impulse = 0.0
            contact.tangent_impulse = wp.vec3()
        return
    limit = contact.friction * contact.impulse
    if v.hysteresis and contact.state != ContactState.SLIP:
        limit = static_ratio * limit
    # solvers clamp the friction of contacts that slip to the limit
    if wp.length(contact.tangent_impulse) > NEARLY * limit:
        contact.state = ContactState.SLIP
    else:
        contact.state = ContactState.STICK


@computation(
    CONTACTS,
    "add the force of a contact, its impulse over the step",
    friction={True: "with friction,", False: "along its normal,"},
    side={"both": "to those on its shapes", "first": "to that on its first shape"},
)
def report_shape_forces(contact: Any, dt: Any) -> None:
    if contact.state == ContactState.OPEN:
        return
    j = contact.impulse * contact.normal
    if v.friction:
        j = j + contact.tangent_impulse
    f = j / dt
    if exists(contact.first):
        contact.first.force -= f
    if v.side == "both" and exists(contact.second):
        contact.second.force += f


@computation(
    CONTACTS,
    "move the local points of a contact along with its bodies, store the point between them and measure its distance again",
    state={True: "and set its state: open beyond the margin, sticking where it was open and lies within", False: ""},
)
def refresh_contact_distance(contact: Any, margin: Any) -> None:
    a, b = contact.a, contact.b
    xa = contact.offset_a
    if exists(a):
        xa = wp.transform_point(a.pose, contact.offset_a)
    xb = contact.offset_b
    if exists(b):
        xb = wp.transform_point(b.pose, contact.offset_b)
    dist = wp.dot(contact.normal, xb - xa)
    contact.distance = dist
    contact.point = 0.5 * (xa + xb)
    if v.state:
        state = contact.state
        if dist > margin:
            state = int(ContactState.OPEN)
        elif state == ContactState.OPEN:
            state = int(ContactState.STICK)
        contact.state = state


@computation(
    CONTACTS,
    "store the point of a contact in the frames of its bodies",
    surface={True: "on their surfaces", False: ""},
)
def localize_contact_point(contact: Any) -> None:
    p = contact.point
    if v.surface:
        half = 0.5 * contact.distance * contact.normal
        pa = p - half
        pb = p + half
    else:
        pa = p
        pb = p
    a, b = contact.a, contact.b
    if exists(a):
        pa = wp.transform_point(wp.transform_inverse(a.pose), pa)
    if exists(b):
        pb = wp.transform_point(wp.transform_inverse(b.pose), pb)
    contact.offset_a = pa
    contact.offset_b = pb
