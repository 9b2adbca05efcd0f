"""Checks of a model: what is wrong with a joint or a contact, as bits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.computations.model_indices import joint_dimensions
from generator.synthesis.schemas.simulation import SIMULATION, ShapeKind

BAD_DOFS = 1
BAD_LIMITS = 2
DISABLED = 4
NO_SHAPE = 1
SAME_BODY = 2
FLIPPED = 4


@computation(
    SIMULATION,
    "validate every joint and store its faults as bits: a number of degrees of freedom that its kind does not have (1),",
    limits={True: "coordinates out of their limits (2)", False: ""},
    disabled={"bit": "disabled (4)", "skip": "none for disabled ones"},
)
def validate_joint(joint: Any) -> None:
    faults = int(0)
    if v.disabled == "skip":
        if not joint.enabled:
            joint.faults = 0
            return
    else:
        if not joint.enabled:
            faults = faults | DISABLED
    _nq, nv = joint_dimensions(joint.kind)
    if joint.dof_count != nv:
        faults = faults | BAD_DOFS
    if v.limits:
        for c in joint.coords:
            if c.value < c.lower or c.value > c.upper:
                faults = faults | BAD_LIMITS
                break
    joint.faults = faults


@computation(
    SIMULATION,
    "validate every contact and store its faults as bits: a missing shape (1), both shapes on one body or on none (2), a normal that does not lead from the first body's origin to the second's (4)",
    world={True: "gathered by world with an atomic or", False: ""},
    planes={True: "with planes exempt from (4)", False: ""},
)
def validate_contact(contact: Any) -> None:
    faults = int(0)
    a, b = contact.a, contact.b
    if exists(a) and exists(b):
        body_a, body_b = a.body, b.body
        if body_a == body_b:
            faults = faults | SAME_BODY
        if exists(body_a) and exists(body_b):
            gap = wp.transform_get_translation(body_b.pose) - wp.transform_get_translation(body_a.pose)
            flipped = wp.dot(contact.normal, gap) < 0.0
            if v.planes:
                # the origin of a plane's body says nothing of its side
                flipped = flipped and a.kind != ShapeKind.PLANE and b.kind != ShapeKind.PLANE
            if flipped:
                faults = faults | FLIPPED
    else:
        faults = NO_SHAPE
    contact.faults = faults
    if v.world:
        wp.atomic_or(contact.world.status, faults)
