"""Contacts handed from one table to another: with the materials of both shapes mixed, points on both bodies, frames."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, ShapeKind

MIN_MIX = 1.0e-6
FULL = 1
"""Bit of a cursor: no room."""

MISSING = 1
SELF = 2
FAR = 4
PLANES = 8


@law
def mix_share(mix_a: float, mix_b: float, priority_a: int, priority_b: int) -> float:
    """Weight of the first shape when two mix their parameters; a higher priority takes all."""
    if priority_a > priority_b:
        return 1.0
    if priority_b > priority_a:
        return 0.0
    total = mix_a + mix_b
    if total < MIN_MIX:
        return 0.5
    return mix_a / total


@law
def frame_of_normal(n: wp.vec3) -> wp.mat33:
    """Right-handed contact frame as rows: the unit normal, then two tangents."""
    axis = wp.vec3(0.0, 1.0, 0.0)
    if wp.abs(n[1]) > 0.5:
        axis = wp.vec3(0.0, 0.0, 1.0)
    t = wp.normalize(axis - wp.dot(axis, n) * n)
    b = wp.cross(n, t)
    return wp.matrix_from_rows(n, t, b)


@law
def series_stiffness(a: float, b: float) -> float:
    """Stiffness, or damping, of two in series, none where both have none."""
    total = a + b
    if total <= 0.0:
        return 0.0
    return a * b / total


@computation(
    SIMULATION,
    "hand every close contact to the solver with the materials of both shapes mixed",
    friction={
        "max": "taking the larger friction",
        "mean": "taking the mean friction",
        "root": "taking the geometric mean of the frictions",
    },
    frame={True: "with its frame", False: ""},
    full={"bit": "and set a bit where there is no room", "count": "and count those without room"},
)
def export_contact(contact: Any, margin: Any, slot_max: Any, least_friction: Any) -> None:
    a, b = contact.a, contact.b
    reach = wp.max(a.margin, b.margin) + margin
    if contact.distance > reach:
        return
    i = wp.atomic_add(cursor[0].used, 1)
    if i >= slot_max:
        if v.full == "bit":
            wp.atomic_or(cursor[0].bits, FULL)
        else:
            wp.atomic_add(cursor[0].dropped, 1)
        return
    share = mix_share(a.mix, b.mix, a.priority, b.priority)
    if v.friction == "max":
        mu = wp.max(a.friction, b.friction)
    elif v.friction == "mean":
        mu = 0.5 * (a.friction + b.friction)
    else:
        mu = wp.sqrt(a.friction * b.friction)
    slot[i].pair = wp.vec2i(a.index, b.index)
    slot[i].source = contact.index
    slot[i].world_id = contact.world.index
    slot[i].position = contact.position
    slot[i].distance = contact.distance
    slot[i].margin = reach
    slot[i].friction = wp.max(mu, least_friction)
    slot[i].stiffness = share * a.stiffness + (1.0 - share) * b.stiffness
    slot[i].damping = share * a.damping + (1.0 - share) * b.damping
    if v.frame:
        slot[i].frame = frame_of_normal(contact.normal)
    else:
        slot[i].normal = contact.normal


@computation(
    SIMULATION,
    "write every contact of two bodies, or of one and the world, with its points in the frames of both and their mean friction",
    offset={True: "moved to the surfaces of both shapes", False: ""},
    stiffness={"series": "with stiffness and damping in series", "none": ""},
)
def export_body_contact(contact: Any, slot_max: Any) -> None:
    a, b = contact.a, contact.b
    body_a = int(-1)
    body_b = int(-1)
    X_a = wp.transform_identity()
    X_b = wp.transform_identity()
    first, second = a.body, b.body
    if exists(first):
        body_a = first.index
        X_a = first.pose
    if exists(second):
        body_b = second.index
        X_b = second.pose
    # both sides on one body, or none on any: nothing moves
    if body_a == body_b:
        return
    i = wp.atomic_add(cursor[0].used, 1)
    if i >= slot_max:
        return
    p = contact.position
    pa = p
    pb = p
    if v.offset:
        half = 0.5 * contact.distance
        pa = p - half * contact.normal
        pb = p + half * contact.normal
    slot[i].bodies = wp.vec2i(body_a, body_b)
    slot[i].point_a = wp.transform_point(wp.transform_inverse(X_a), pa)
    slot[i].point_b = wp.transform_point(wp.transform_inverse(X_b), pb)
    slot[i].normal = contact.normal
    slot[i].friction = 0.5 * (a.friction + b.friction)
    if v.stiffness == "series":
        slot[i].stiffness = series_stiffness(a.stiffness, b.stiffness)
        slot[i].damping = series_stiffness(a.damping, b.damping)


@computation(
    SIMULATION,
    "give every contact the reasons for which it is left out as bits",
    planes={True: "where two planes never touch", False: ""},
    count={True: "and count the others by world", False: ""},
)
def reject_contact(contact: Any, margin: Any) -> None:
    reason = int(0)
    a, b = contact.a, contact.b
    if not exists(a) or not exists(b):
        contact.faults = MISSING
        return
    if a.body == b.body:
        reason = reason | SELF
    if v.planes:
        if a.kind == ShapeKind.PLANE and b.kind == ShapeKind.PLANE:
            reason = reason | PLANES
    if contact.distance > a.margin + b.margin + margin:
        reason = reason | FAR
    contact.faults = reason
    if v.count:
        if reason == 0:
            contact.world.contact_count += 1


@computation(
    SIMULATION,
    "copy the solver parameters of every shape to its geom",
    law={"stiff": "as stiffness and damping, negated", "time": "as time constant and damping ratio of a unit mass"},
)
def update_geom_solver(geom: Any) -> None:
    shape = geom.shape
    ke = shape.stiffness
    kd = shape.damping
    if v.law == "stiff":
        geom.solver = wp.vec2(-ke, -kd)
    else:
        timeconst = 2.0 / kd
        dampratio = kd / (2.0 * wp.sqrt(ke))
        geom.solver = wp.vec2(timeconst, dampratio)


@computation(
    SIMULATION,
    "copy every property of the shapes that may change to their geoms",
    pose={True: "with their poses", False: ""},
    bound={True: "and their bounding radius, zero for meshes and planes", False: ""},
)
def update_geom_properties(geom: Any, least_friction: Any) -> None:
    shape = geom.shape
    geom.friction = wp.vec3(wp.max(shape.friction, least_friction), shape.torsion, shape.rolling)
    geom.margin = shape.margin
    geom.gap = shape.gap
    scale = shape.scale
    geom.size = scale
    # below zero: stiffness and damping themselves
    geom.solver = wp.vec2(-shape.stiffness, -shape.damping)
    if v.bound:
        # none bounds a plane, and the scale of a mesh tells nothing of its size
        bound = float(0.0)
        if shape.kind == ShapeKind.SPHERE:
            bound = scale[0]
        elif shape.kind == ShapeKind.CAPSULE:
            bound = scale[0] + scale[1]
        elif shape.kind == ShapeKind.BOX:
            bound = wp.length(scale)
        geom.bound = bound
    if v.pose:
        X = shape.local_pose
        q = wp.transform_get_rotation(X)
        geom.position = wp.transform_get_translation(X)
        geom.rotation = wp.vec4(q[3], q[0], q[1], q[2])
