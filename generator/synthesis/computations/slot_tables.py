"""Slots: lists with a capacity, padded tables, places within worlds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import COLLIDES, KINEMATIC

FULL = 1
"""Bit of a cursor: no room."""

TOUCHING = 1
"""Bit of a contact's status."""

PLACES = 8
"""Slots that each world has."""


@computation(
    SIMULATION,
    "append the number of every body that is not kinematic to a list of limited length",
    world={True: "together with its world", False: ""},
    full={"drop": "", "count": "and count those that do not fit"},
)
def list_moving_bodies(body: Any, list_max: Any) -> None:
    if (body.flags & KINEMATIC) != 0:
        return
    i = wp.atomic_add(cursor[0].used, 1)
    if i >= list_max:
        if v.full == "count":
            wp.atomic_add(cursor[0].dropped, 1)
        return
    slot[i].body_id = body.index
    if v.world:
        slot[i].world_id = body.world.index


@computation(
    SIMULATION,
    "copy position and distance of the contacts that were found into a padded table of slots, -1 marking empty ones,",
    beyond={"zero": "their distance zero", "margin": "their distance the margin, from which none counts"},
    friction={True: "with the friction of the contacts", False: ""},
)
def pad_contact_table(slot: Any, contacts_found: Any, margin: Any) -> None:
    i = slot.index
    if i >= contacts_found:
        slot.source = -1
        slot.distance = 0.0 if v.beyond == "zero" else margin
        slot.position = wp.vec3()
        return
    slot.source = i
    slot.distance = contact[i].distance
    slot.position = contact[i].position
    if v.friction:
        slot.friction = contact[i].friction


@computation(
    SIMULATION,
    "split the number of each slot into world and place (-1 for places that its world does not use),",
    order={"world": "eight places a world", "place": "the same place of all worlds side by side"},
)
def slot_world_and_place(slot: Any) -> None:
    i = slot.index
    if v.order == "world":
        w = i // PLACES
        k = i - w * PLACES
        unused = w >= count(world) or k >= world[w].contact_demand
    else:
        k = i // count(world)
        w = i - k * count(world)
        unused = k >= world[w].contact_demand
    if unused:
        slot.world_id = -1
        slot.place = -1
        return
    slot.world_id = w
    slot.place = k


@computation(
    SIMULATION,
    "append the contacts within the margin to one list of limited length by an atomic counter,",
    full={"drop": "", "bit": "setting an overflow bit when it is full"},
    what={"ids": "with the pair of their shapes", "all": "with pair, position, normal and distance"},
    order={"a": "", "sorted": "each pair with the smaller shape first"},
)
def compact_contacts(contact: Any, margin: Any, list_max: Any) -> None:
    a, b = contact.a, contact.b
    if contact.distance > margin:
        return
    i = wp.atomic_add(cursor[0].used, 1)
    if i >= list_max:
        if v.full == "bit":
            wp.atomic_or(cursor[0].bits, FULL)
        return
    if v.order == "sorted":
        slot[i].pair = wp.vec2i(wp.min(a.index, b.index), wp.max(a.index, b.index))
    else:
        slot[i].pair = wp.vec2i(a.index, b.index)
    slot[i].source = contact.index
    if v.what == "all":
        slot[i].position = contact.position
        normal = contact.normal
        if v.order == "sorted":
            # it leads from the first shape to the second
            if a.index > b.index:
                normal = -normal
        slot[i].normal = normal
        slot[i].distance = contact.distance


@computation(
    SIMULATION,
    "append the contacts of each cursor to its own range of slots",
    bodies={True: "with the body of their first shape, or -1,", False: ""},
    status={True: "leaving out those that do not touch", False: ""},
)
def compact_cursor_contacts(contact: Any, slot_max: Any) -> None:
    cursor = contact.cursor
    if v.status:
        if (contact.status & TOUCHING) == 0:
            return
    local = wp.atomic_add(cursor.used, 1)
    if local >= slot_max:
        return
    i = cursor.index * slot_max + local
    if i >= count(slot):
        return
    slot[i].world_id = contact.world.index
    slot[i].position = contact.position
    slot[i].normal = contact.normal
    slot[i].distance = contact.distance
    slot[i].friction = contact.friction
    if v.bodies:
        body_id = int(-1)
        a = contact.a
        if exists(a):
            body = a.body
            if exists(body):
                body_id = body.index
        slot[i].body_id = body_id


@law
def groups_may_collide(a: int, b: int) -> bool:
    """Whether groups meet: 0 none, positive ones their own and negative ones, negative ones all others."""
    if a == 0 or b == 0:
        return False
    if a > 0:
        return a == b or b < 0
    return a != b


@computation(
    SIMULATION,
    "append candidate pairs of two shapes that may collide to a list",
    groups={
        "law": "by collision groups: 0 meets none, positive ones their own and negative ones, negative ones all others",
        "flags": "by their collision flags",
    },
    bodies={True: "unless both belong to one body", False: ""},
    key={True: "and store a key of each", False: ""},
)
def filter_candidates(candidate: Any) -> None:
    a, b = candidate.a, candidate.b
    if v.groups == "law":
        if not groups_may_collide(a.group, b.group):
            return
    else:
        if (a.flags & b.flags & COLLIDES) == 0:
            return
    if v.bodies:
        if exists(a.body):
            first, second = a.body, b.body
            if first == second:
                return
    if v.key:
        candidate.key = wp.min(a.index, b.index) * count(shape) + wp.max(a.index, b.index)
    i = wp.atomic_add(cursor[0].used, 1)
    if i < count(slot):
        slot[i].pair = wp.vec2i(a.index, b.index)


@computation(
    SIMULATION,
    "compute a key of each candidate pair by triangular numbering,",
    order={"sorted": "the same for both orders", "given": "different for both orders"},
    invalid={True: "or -1 where both belong to one body", False: ""},
)
def candidate_key(candidate: Any) -> None:
    a, b = candidate.a, candidate.b
    if v.invalid:
        if a.body == b.body:
            candidate.key = -1
            return
    # triangle of pairs, a row for each larger number
    hi = wp.max(a.index, b.index)
    lo = wp.min(a.index, b.index)
    if v.order == "sorted":
        candidate.key = hi * (hi + 1) // 2 + lo
    else:
        side = int(0)
        if a.index > b.index:
            side = 1
        candidate.key = 2 * (hi * (hi + 1) // 2 + lo) + side


@computation(
    SIMULATION,
    "reserve consecutive rows for every contact closer than the margin,",
    cone={
        "elliptic": "one for each dimension of its force, and store the first, -1 for the others and those that do not fit",
        "pyramid": "two for each direction of its friction, the edges of a pyramid, and store the first, -1 for the "
        "others and those that do not fit",
    },
)
def reserve_contact_rows(contact: Any, row_max: Any, margin: Any) -> None:
    if contact.distance >= margin:
        contact.row_id = -1
        return
    rows = 2 * (contact.dimension - 1) if v.cone == "pyramid" else contact.dimension
    first = wp.atomic_add(contact.world.row_count, rows)
    if first + rows > row_max:
        contact.row_id = -1
        return
    contact.row_id = first
