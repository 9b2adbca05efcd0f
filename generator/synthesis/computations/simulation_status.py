"""Status of a simulation: overflow, faults, limits and what is reported of them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.simulation import SIMULATION

CONTACTS_FULL = 1
ROWS_FULL = 2
OUT_OF_RANGE = 4
TOO_FAST = 8
AT_LOWER = -1
AT_UPPER = 1


@computation(
    SIMULATION,
    "note which worlds asked for more contacts or rows than fit",
    clamp={True: "and clamp what they have", False: ""},
    form={"each": "", "rows": "looking at rows alone"},
)
def flag_overflow(world: Any, contact_max: Any, row_max: Any) -> None:
    found = int(0)
    if v.form == "each":
        if world.contact_demand > contact_max:
            found = found | CONTACTS_FULL
    if world.row_demand > row_max:
        found = found | ROWS_FULL
    world.status = found
    if v.clamp:
        world.contact_count = wp.min(world.contact_demand, contact_max)
        world.row_count = wp.min(world.row_demand, row_max)


@computation(
    SIMULATION,
    "clamp the number of contacts of each world to what fits",
    report={
        "bit": "and set a bit where some were dropped",
        "print": "and print where some were dropped",
    },
)
def clamp_world_contacts(world: Any, contact_max: Any) -> None:
    n = world.contact_demand
    if n > contact_max:
        if v.report == "bit":
            world.status = world.errors | CONTACTS_FULL
        else:
            wp.printf("contact overflow: %d of %d\n", n, contact_max)
        n = contact_max
    world.contact_count = n


@computation(
    SIMULATION,
    "flag the worlds in which a joint coordinate is not finite or lies beyond its limits",
    repair={
        "initial": "and set it back to its initial value",
        "clamp": "and clamp it to them",
        "keep": "",
    },
)
def flag_invalid_coords(coord: Any) -> None:
    q = coord.value
    if not wp.isfinite(q) or q < coord.lower or q > coord.upper:
        wp.atomic_or(coord.world.status, OUT_OF_RANGE)
        if v.repair == "initial":
            coord.value = coord.initial
        elif v.repair == "clamp":
            coord.value = wp.clamp(q, coord.lower, coord.upper)


@computation(
    SIMULATION,
    "flag the worlds in which a body moves too fast",
    part={"both": "or turns too fast", "linear": "", "angular": "or rather turns too fast"},
    first={True: "and keep the number of the last such body", False: ""},
)
def flag_fast_bodies(body: Any, tolerance: Any) -> None:
    qd = body.twist
    if v.part == "angular":
        speed = wp.length(wp.spatial_bottom(qd))
    else:
        speed = wp.length(wp.spatial_top(qd))
    if v.part == "both":
        speed = wp.max(speed, wp.length(wp.spatial_bottom(qd)))
    if speed <= tolerance:
        return
    wp.atomic_or(body.world.status, TOO_FAST)
    if v.first:
        wp.atomic_max(body.world.fastest_body, body.index)


@computation(
    SIMULATION,
    "tell for each coordinate whether it is at its lower or its upper limit",
    margin={True: "within a margin", False: ""},
    world={True: "and count those that are by world", False: ""},
)
def coord_limit_state(coord: Any, margin: Any) -> None:
    q = coord.value
    lower = coord.lower
    upper = coord.upper
    if v.margin:
        lower = lower + margin
        upper = upper - margin
    state = int(0)
    if q < lower:
        state = AT_LOWER
    elif q > upper:
        state = AT_UPPER
    coord.state = state
    if v.world:
        if state != 0:
            coord.world.row_count += 1


@computation(
    SIMULATION,
    "find the deepest penetration of every world, measured from the contact margin",
    count={True: "and count the contacts that are closer than it", False: ""},
    shapes={True: "widened by the margins of both shapes", False: ""},
)
def deepest_contact(contact: Any, margin: Any) -> None:
    depth = margin - contact.distance
    if v.shapes:
        depth += contact.a.margin + contact.b.margin
    if depth <= 0.0:
        return
    world = contact.world
    wp.atomic_max(world.deepest, depth)
    if v.count:
        world.contact_count += 1


@computation(
    SIMULATION,
    "mark the bodies that take part in a contact",
    who={"both": "", "first": "as the first of both"},
    force={True: "that pushes", False: ""},
)
def mark_touched_bodies(contact: Any, tolerance: Any) -> None:
    a, b = contact.a, contact.b
    if v.force:
        if contact.force <= tolerance:
            return
    body_a = a.body
    body_a.touched = 1
    if v.who == "both":
        body_b = b.body
        body_b.touched = 1


@computation(
    SIMULATION,
    "follow when contacts begin and end",
    end={"bit": "with a bit for each", "code": "as one code"},
)
def update_contact_status(contact: Any, margin: Any) -> None:
    touching = contact.distance < margin
    was = (contact.status & 1) != 0
    if v.end == "bit":
        status = int(0)
        if touching:
            status = status | 1
        if touching and not was:
            status = status | 2
        if was and not touching:
            status = status | 4
    else:
        if touching and was:
            status = 3
        elif touching:
            status = 1
        elif was:
            status = 2
        else:
            status = 0
    contact.status = status
