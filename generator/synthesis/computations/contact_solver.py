"""Solving contacts: effective masses, biases, impulses, cones, and what bodies gather from them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.contact_friction import tangent_basis
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

KINEMATIC = 1


@law
def inverse_effective_mass(inv_mass: float, inv_inertia: wp.mat33, r: wp.vec3, n: wp.vec3) -> float:
    """Share of one body in the inverse effective mass along a direction at an arm, inertia in the world."""
    rn = wp.cross(r, n)
    return inv_mass + wp.dot(rn, inv_inertia @ rn)


@law
def impulse_response(j: wp.vec3, r: wp.vec3, inv_mass: float, inv_inertia: wp.mat33) -> wp.spatial_vector:
    """Change of a body's twist, linear part first, by an impulse at an arm from its centre of mass."""
    return wp.spatial_vector(j * inv_mass, inv_inertia @ wp.cross(r, j))


@law
def clip_to_friction_cone(impulse: wp.vec3, limit: float) -> wp.vec3:
    """Tangential impulse scaled down to the limit of Coulomb's cone."""
    size = wp.length(impulse)
    if size > limit:
        return impulse * (limit / size)
    return impulse


@computation(
    CONTACTS,
    "find the mass that a contact feels along its normal, zero where neither body can move,",
    kinematic={True: "taking kinematic bodies as fixed", False: ""},
)
def contact_effective_mass(contact: Any) -> None:
    p = contact.point
    n = contact.normal
    k = float(0.0)
    a = contact.a
    if exists(a):
        if not v.kinematic or (a.flags & KINEMATIC) == 0:
            ra = p - wp.transform_point(a.pose, a.center)
            k += inverse_effective_mass(a.inverse_mass, a.inverse_inertia, ra, n)
    b = contact.b
    if exists(b):
        if not v.kinematic or (b.flags & KINEMATIC) == 0:
            rb = p - wp.transform_point(b.pose, b.center)
            k += inverse_effective_mass(b.inverse_mass, b.inverse_inertia, rb, n)
    if k > 0.0:
        contact.mass = 1.0 / k
    else:
        contact.mass = 0.0


@computation(
    CONTACTS,
    "find the velocity that a contact must correct, negative where its bodies must part,",
    bounce={"none": "", "fast": "with bouncing above a speed", "all": "with bouncing"},
    speculative={True: "letting bodies apart close their gap", False: ""},
)
def contact_bias(contact: Any, dt: Any, erp: Any, slop: Any, restitution: Any, bounce_speed: Any) -> None:
    d = contact.distance
    if v.speculative:
        if d > 0.0:
            contact.bias = d / dt
            return
    elif v.bounce != "none":
        # bodies apart have nothing to correct
        if d > 0.0:
            contact.bias = 0.0
            return
    bias = 0.0
    if d < -slop:
        bias = erp * (d + slop) / dt
    if v.bounce != "none":
        vn = contact.approach
        if v.bounce == "fast":
            if vn < -bounce_speed:
                bias = wp.min(bias, restitution * vn)
        elif vn < 0.0:
            bias = wp.min(bias, restitution * vn)
    contact.bias = bias


@computation(
    CONTACTS,
    "update the accumulated normal impulse of a contact and gather the velocity changes of both bodies",
    relax={True: "with relaxation", False: ""},
    done={True: "unless its world has converged", False: ""},
    counted={True: "counting the contacts of each body", False: ""},
)
def solve_contact_normal(contact: Any, relaxation: Any) -> None:
    if v.done and contact.world.done != 0:
        return
    p = contact.point
    n = contact.normal
    # a side without a body does not move
    vn = float(0.0)
    ra = wp.vec3()
    rb = wp.vec3()
    a = contact.a
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        twist_a = a.twist
        vn -= wp.dot(n, wp.spatial_top(twist_a) + wp.cross(wp.spatial_bottom(twist_a), ra))
    b = contact.b
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        twist_b = b.twist
        vn += wp.dot(n, wp.spatial_top(twist_b) + wp.cross(wp.spatial_bottom(twist_b), rb))
    step = -(vn + contact.bias) * contact.mass
    if v.relax:
        step = relaxation * step
    old = contact.impulse
    # the sum of impulses must push, single steps may pull
    new = wp.max(old + step, 0.0)
    contact.impulse = new
    j = n * (new - old)
    if exists(a):
        a.delta -= impulse_response(j, ra, a.inverse_mass, a.inverse_inertia)
        if v.counted:
            a.contact_count += 1
    if exists(b):
        b.delta += impulse_response(j, rb, b.inverse_mass, b.inverse_inertia)
        if v.counted:
            b.contact_count += 1


@computation(
    CONTACTS,
    "clip the accumulated friction impulse of a contact to its cone and gather the velocity changes of both bodies,",
    cone={"round": "", "box": "the cone taken as a box along two tangents"},
    done={True: "unless its world has converged", False: ""},
)
def project_friction(contact: Any) -> None:
    if v.done and contact.world.done != 0:
        return
    limit = contact.friction * contact.impulse
    old_friction = contact.tangent_impulse
    if v.cone == "round":
        friction = clip_to_friction_cone(old_friction, limit)
    else:
        t1, t2 = tangent_basis(contact.normal)
        f1 = wp.clamp(wp.dot(old_friction, t1), -limit, limit)
        f2 = wp.clamp(wp.dot(old_friction, t2), -limit, limit)
        friction = t1 * f1 + t2 * f2
    contact.tangent_impulse = friction
    change = friction - old_friction
    p = contact.point
    a = contact.a
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        a.delta -= impulse_response(change, ra, a.inverse_mass, a.inverse_inertia)
    b = contact.b
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        b.delta += impulse_response(change, rb, b.inverse_mass, b.inverse_inertia)


@computation(
    CONTACTS,
    "warm-start a contact with its",
    why={"": "impulses change little from step to step: from the last ones a solver needs fewer iterations"},
    friction={True: "impulses of the last step, friction included,", False: "normal impulse of the last step"},
    scale={True: "scaled down and stored so", False: ""},
)
def warm_start_contact(contact: Any, warm_share: Any) -> None:
    impulse = contact.impulse
    if v.scale:
        impulse = warm_share * impulse
        contact.impulse = impulse
    j = impulse * contact.normal
    if v.friction:
        friction = contact.tangent_impulse
        if v.scale:
            friction = warm_share * friction
            contact.tangent_impulse = friction
        j += friction
    p = contact.point
    a = contact.a
    if exists(a):
        ra = p - wp.transform_point(a.pose, a.center)
        a.delta -= impulse_response(j, ra, a.inverse_mass, a.inverse_inertia)
    b = contact.b
    if exists(b):
        rb = p - wp.transform_point(b.pose, b.center)
        b.delta += impulse_response(j, rb, b.inverse_mass, b.inverse_inertia)


@computation(
    CONTACTS,
    "add to each body the change of velocity that its contacts gathered",
    averaged={True: "averaged over them", False: ""},
    kinematic={True: "except where it is kinematic", False: ""},
    clear={True: "and clear that change of every body", False: ""},
)
def apply_contact_deltas(body: Any) -> None:
    if v.kinematic and (body.flags & KINEMATIC) != 0:
        if v.clear:
            body.delta = wp.spatial_vector()
        return
    delta = body.delta
    if v.averaged:
        n = body.contact_count
        if n > 0:
            delta = delta / float(n)
    body.twist = body.twist + delta
    if v.clear:
        body.delta = wp.spatial_vector()
