"""Finite elements: loads on faces, fixed unknowns, steps in time, numbers of equations."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

LoadType: Any = FINITE_ELEMENTS.enumerations["LoadType"]


@law
def facet_area_vector(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Area of a triangle along its normal, right-handed by the order of corners."""
    return 0.5 * wp.cross(b - a, c - a)


@law
def fixed_axis_mask(mask: int) -> wp.vec3:
    """One along each axis that a mask fixes, zero along the others."""
    return wp.vec3(float(mask & 1), float((mask >> 1) & 1), float((mask >> 2) & 1))


@law
def free_part(value: wp.vec3, mask: int) -> wp.vec3:
    """Vector with its components along fixed axes set to zero."""
    return value - wp.cw_mul(fixed_axis_mask(mask), value)


@law
def newmark_correction(
    du: wp.vec3, vel: wp.vec3, acc: wp.vec3, dt: float, beta: float, gamma: float
) -> tuple[wp.vec3, wp.vec3]:
    """Velocity and acceleration after a displacement in one step of Newmark's method."""
    new_acc = (du - dt * vel) / (beta * dt * dt) - (0.5 / beta - 1.0) * acc
    new_vel = vel + dt * ((1.0 - gamma) * acc + gamma * new_acc)
    return new_vel, new_acc


@computation(
    FINITE_ELEMENTS,
    "add the load of a boundary face to its nodes by its kind",
    follower={True: "on its current area", False: "on its rest area"},
    heat={True: "and take away the heat that it gives off by convection", False: ""},
)
def fem_face_load(face: Any, ambient: Any) -> None:
    kind = face.kind
    if v.heat:
        if kind == LoadType.NONE:
            return
    else:
        # convection gives off heat and bears no load
        if kind != LoadType.TRACTION and kind != LoadType.PRESSURE:
            return
    a = face.corners[0]
    b = face.corners[1]
    c = face.corners[2]
    if v.follower:
        s = facet_area_vector(a.position, b.position, c.position)
    else:
        s = facet_area_vector(a.rest, b.rest, c.rest)
    if v.heat and kind == LoadType.CONVECTION:
        T = (a.temperature + b.temperature + c.temperature) / 3.0
        q = face.film * wp.length(s) * (T - ambient) / 3.0
        for k in range(3):
            face.corners[k].heat -= q
        return
    if kind == LoadType.TRACTION:
        f = face.traction * wp.length(s)
    else:
        f = -face.pressure * s
    share = f / 3.0
    a.load += share
    b.load += share
    c.load += share


@computation(
    FINITE_ELEMENTS,
    "add the area vector of a face to the normals of its nodes",
    area={True: "and store its area", False: ""},
    inner={True: "but add none where an element lies beyond it", False: ""},
)
def fem_face_normals(face: Any) -> None:
    if v.inner and not v.area and exists(face.beyond):
        return
    s = facet_area_vector(face.corners[0].position, face.corners[1].position, face.corners[2].position)
    if v.area:
        face.area = wp.length(s)
        if v.inner and exists(face.beyond):
            return
    for k in range(3):
        face.corners[k].normal += s


@computation(
    FINITE_ELEMENTS,
    "advance a node by one step of the central difference scheme",
    damped={True: "with mass-proportional damping", False: ""},
    fixed={True: "along its free axes", False: ""},
    load={True: "under its load", False: ""},
)
def fem_explicit_step(node: Any, dt: Any, mass_damping: Any) -> None:
    f = node.force
    if v.load:
        f += node.load
    vel = node.velocity
    if v.damped:
        f -= mass_damping * node.mass * vel
    acc = f / node.mass
    if v.fixed:
        acc = free_part(acc, node.fixed)
    vel += dt * acc
    if v.fixed:
        vel = free_part(vel, node.fixed)
    node.acceleration = acc
    node.velocity = vel
    node.displacement = node.displacement + dt * vel


@computation(
    FINITE_ELEMENTS,
    "correct the velocity and acceleration of a node by Newmark's scheme from its new and former displacement",
    fixed={True: "and stop it along its fixed axes", False: ""},
)
def fem_newmark(node: Any, dt: Any, beta: Any, gamma: Any) -> None:
    du = node.displacement - node.former
    new_vel, new_acc = newmark_correction(du, node.velocity, node.acceleration, dt, beta, gamma)
    if v.fixed:
        mask = node.fixed
        new_vel = free_part(new_vel, mask)
        new_acc = free_part(new_acc, mask)
    node.velocity = new_vel
    node.acceleration = new_acc


@computation(
    FINITE_ELEMENTS,
    "impose the prescribed displacement of a node on its residual",
    way={"row": "in place of its own, as by a spring of its diagonal", "penalty": "and diagonal by a penalty"},
)
def fem_fixed_rows(node: Any, penalty: Any) -> None:
    fixed = fixed_axis_mask(node.fixed)
    gap = node.prescribed - node.displacement
    if v.way == "row":
        pull = wp.cw_mul(node.diagonal, gap)
        node.residual = node.residual + wp.cw_mul(fixed, pull - node.residual)
    else:
        node.residual = node.residual + penalty * wp.cw_mul(fixed, gap)
        node.diagonal = node.diagonal + penalty * fixed


@computation(
    FINITE_ELEMENTS,
    "set the right side of an unknown to the residual of its node, or",
    fixed={
        "value": "to its prescribed value where it is fixed",
        "difference": "to its prescribed value less its value where it is fixed",
        "zero": "to zero where it is fixed",
    },
    diagonal={True: "and its diagonal to 1 there", False: ""},
)
def fem_unknown_rhs(dof: Any) -> None:
    if not dof.fixed:
        dof.rhs = dof.node.residual[dof.axis]
        return
    if v.fixed == "value":
        dof.rhs = dof.prescribed
    elif v.fixed == "difference":
        dof.rhs = dof.prescribed - dof.value
    else:
        dof.rhs = 0.0
    if v.diagonal:
        dof.diagonal = 1.0


@computation(FINITE_ELEMENTS, "number the free unknowns of each body", master={True: "that have no master", False: ""})
def fem_number_unknowns(dof: Any) -> None:
    dof.equation = -1
    if dof.fixed:
        return
    if v.master and exists(dof.master):
        return
    body = dof.body
    if exists(body):
        dof.equation = wp.atomic_add(body.free_count, 1)


@computation(
    FINITE_ELEMENTS,
    "gather the value of an unknown from the displacement of its node",
    fixed={True: "or what is prescribed where it is fixed", False: ""},
)
def fem_gather_unknown(dof: Any) -> None:
    if v.fixed and dof.fixed:
        dof.value = dof.prescribed
        return
    dof.value = dof.node.displacement[dof.axis]


@computation(
    FINITE_ELEMENTS,
    "add its increment to the value of an unknown that is not fixed,",
    master={True: "or that of its master where it has one, zero where the master is fixed", False: ""},
    scaled={True: "times the scale of the step", False: ""},
)
def fem_apply_increment(dof: Any, scale: Any) -> None:
    if dof.fixed:
        return
    u = dof.value
    du = dof.increment
    if v.master:
        master = dof.master
        if exists(master):
            du = 0.0 if master.fixed else master.increment
    dof.value = u + scale * du if v.scaled else u + du


@computation(
    FINITE_ELEMENTS, "sum the squares of the residuals of each body", fixed={True: "along free axes", False: ""}
)
def fem_residual_norm(node: Any) -> None:
    body = node.body
    r = node.residual
    if v.fixed:
        r = free_part(r, node.fixed)
    body.norm += wp.dot(r, r)


@computation(
    FINITE_ELEMENTS,
    "add the weight of a node to its load",
    fixed={True: "along free axes", False: ""},
    cleared={True: "and clear its force", False: ""},
)
def fem_node_weight(node: Any) -> None:
    if v.cleared:
        node.force = wp.vec3()
    load = node.load
    body = node.body
    if exists(body):
        weight = node.mass * body.gravity
        load += free_part(weight, node.fixed) if v.fixed else weight
    node.load = load
