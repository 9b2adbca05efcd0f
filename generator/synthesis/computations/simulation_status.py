"""Status of a simulation: overflow, faults, limits and what is reported of them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import CONTACTS_FULL, OUT_OF_RANGE, ROWS_FULL, TOO_FAST

TOUCHING, BEGUN, ENDED = 1, 2, 4
"""Bits of a contact's status."""

AT_LOWER = -1
AT_UPPER = 1


@computation(
    SIMULATION,
    "set status bits for worlds that asked for more",
    form={"each": "contacts or rows than fit", "rows": "rows than fit"},
    clamp={True: "and clamp contact and row counts", False: ""},
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
    "clamp the number of contacts that each world asked for to the number that fits",
    report={
        "bit": "and store its error bits as its status, with one set where some are dropped",
        "print": "and print a message where some are dropped",
    },
)
def clamp_world_contacts(world: Any, contact_max: Any) -> None:
    n = world.contact_demand
    if v.report == "bit":
        status = world.errors
        if n > contact_max:
            status = status | CONTACTS_FULL
            n = contact_max
        world.status = status
    else:
        if n > contact_max:
            wp.printf("contact overflow: %d of %d\n", n, contact_max)
            n = contact_max
    world.contact_count = n


@computation(
    SIMULATION,
    "flag the worlds in which a joint coordinate lies beyond its limits",
    repair={
        "initial": "and set it back to its initial value within them",
        "clamp": "and clamp it to them",
        "keep": "",
    },
)
def flag_invalid_coords(coord: Any) -> None:
    q = coord.value
    if q < coord.lower or q > coord.upper:
        wp.atomic_or(coord.world.status, OUT_OF_RANGE)
        if v.repair == "initial":
            coord.value = wp.clamp(coord.initial, coord.lower, coord.upper)
        elif v.repair == "clamp":
            coord.value = wp.clamp(q, coord.lower, coord.upper)


@computation(
    SIMULATION,
    "set a status bit for each world in which a body exceeds the highest",
    part={"both": "linear or angular speed", "linear": "linear speed", "angular": "angular speed"},
    first={True: "and keep the highest number of such a body", False: ""},
)
def flag_fast_bodies(body: Any, speed_max: Any, turn_max: Any) -> None:
    qd = body.twist
    if v.part == "linear":
        if wp.length(wp.spatial_top(qd)) <= speed_max:
            return
    elif v.part == "angular":
        if wp.length(wp.spatial_bottom(qd)) <= turn_max:
            return
    else:
        if wp.length(wp.spatial_top(qd)) <= speed_max and wp.length(wp.spatial_bottom(qd)) <= turn_max:
            return
    wp.atomic_or(body.world.status, TOO_FAST)
    if v.first:
        wp.atomic_max(body.world.fastest_body, body.index)


@computation(
    SIMULATION,
    "classify each coordinate as at its lower limit, -1, at its upper one, 1, or between, 0,",
    margin={True: "within a margin", False: ""},
    world={True: "and count a row of its world for each at a limit", False: ""},
)
def coord_limit_state(coord: Any, limit_margin: Any) -> None:
    q = coord.value
    lower = coord.lower
    upper = coord.upper
    if v.margin:
        lower = lower + limit_margin
        upper = upper - limit_margin
    state = int(0)
    if q <= lower:
        state = AT_LOWER
    elif q >= upper:
        state = AT_UPPER
    coord.state = state
    if v.world:
        if state != 0:
            coord.world.row_count += 1


@computation(
    SIMULATION,
    "find the deepest penetration of every world, measured from the contact margin",
    shapes={True: "widened by the margins of both shapes", False: ""},
    count={True: "and count the contacts that are closer than that", False: ""},
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
    "mark",
    who={"both": "both bodies of each contact as touched", "first": "the first body of each contact as touched"},
    force={True: "where its force exceeds the least force", False: ""},
)
def mark_touched_bodies(contact: Any, least_force: Any) -> None:
    if v.force:
        if contact.force <= least_force:
            return
    a = contact.a
    if exists(a):
        body_a = a.body
        if exists(body_a):
            body_a.touched = 1
    if v.who == "both":
        b = contact.b
        if exists(b):
            body_b = b.body
            if exists(body_b):
                body_b.touched = 1


@computation(
    SIMULATION,
    "update the status of each contact from its distance and its former touching bit:",
    end={"bit": "bits for touching, begun and ended", "code": "0 apart, 1 begun, 2 ended, 3 touching"},
)
def update_contact_status(contact: Any, margin: Any) -> None:
    touching = contact.distance < margin
    was = (contact.status & TOUCHING) != 0
    if v.end == "bit":
        status = int(0)
        if touching:
            status = status | TOUCHING
            if not was:
                status = status | BEGUN
        elif was:
            status = status | ENDED
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
