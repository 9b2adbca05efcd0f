"""Which pairs of shapes may touch, and what is known of them beforehand."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

COLLIDE = 1
SENSOR = 2

counter: Any = None
contact: Any = None
shape: Any = None
"""Records of the schema by their number."""


@law
def collision_groups_meet(a: int, b: int) -> bool:
    """Whether groups collide: zero with nothing, a negative one with all but its own."""
    if a == 0 or b == 0:
        return False
    if a > 0:
        return a == b or b < 0
    return a != b


@law
def pair_boxes_overlap(offset: wp.vec3, reach: wp.vec3, margin: float) -> bool:
    """Whether two axis-aligned boxes overlap within a margin, by their offset and summed half sides."""
    for k in range(3):
        if wp.abs(offset[k]) > reach[k] + margin:
            return False
    return True


@law
def triangular_pair(k: int, n: int) -> tuple[int, int]:
    """Pair of two of n things, the lesser first, from its place when all pairs are listed row by row."""
    i = int(0)
    left = k
    while left >= n - 1 - i:
        left -= n - 1 - i
        i += 1
    return i, i + 1 + left


@computation(
    CONTACTS,
    "decide which pairs of shapes may touch",
    flags={True: "by their groups and flags", False: "by their groups"},
    body={True: "unless they are of one body", False: ""},
    box={True: "where their boxes, grown by their margins, overlap", False: ""},
)
def filter_shape_pairs(pair: Any) -> None:
    a, b = pair.first, pair.second
    if v.flags and ((a.flags & COLLIDE) == 0 or (b.flags & COLLIDE) == 0):
        pair.filtered = 1
        return
    if v.body and a.body.index == b.body.index:
        pair.filtered = 1
        return
    if not collision_groups_meet(a.group, b.group):
        pair.filtered = 1
        return
    if v.box:
        if not pair_boxes_overlap(a.box_center - b.box_center, a.box_half + b.box_half, a.margin + b.margin):
            pair.filtered = 1
            return
    pair.filtered = 0


@computation(
    CONTACTS,
    "leave out the pairs of shapes whose boxes, grown by their margins, do not overlap",
    sensors={True: "and those with a sensor", False: ""},
    fixed={True: "and those of which nothing moves", False: ""},
)
def check_pair_boxes(pair: Any) -> None:
    a, b = pair.first, pair.second
    if v.sensors and ((a.flags & SENSOR) != 0 or (b.flags & SENSOR) != 0):
        pair.filtered = 1
        return
    if v.fixed and not exists(a.body) and not exists(b.body):
        pair.filtered = 1
        return
    if pair_boxes_overlap(a.box_center - b.box_center, a.box_half + b.box_half, a.margin + b.margin):
        pair.filtered = 0
    else:
        pair.filtered = 1


@computation(
    CONTACTS,
    "write a contact for each pair that is left (counting those without room),",
    order={"plain": "", "kind": "with the shape of lesser kind first"},
)
def pairs_to_contacts(pair: Any, contact_max: Any) -> None:
    if pair.filtered != 0:
        return
    slot = wp.atomic_add(counter[0].contacts, 1)
    if slot >= contact_max:
        wp.atomic_add(counter[0].lost, 1)
        return
    i = pair.first.index
    j = pair.second.index
    if v.order == "kind" and pair.first.kind > pair.second.kind:
        contact[slot].geoms = wp.vec2i(j, i)
    else:
        contact[slot].geoms = wp.vec2i(i, j)
    contact[slot].matched = -1


@computation(
    CONTACTS,
    "find the two shapes that a contact stands for where every two shapes have one",
    missing={"none": "or none where there are too few shapes", "keep": ""},
)
def decode_triangular_pair(contact: Any, members: Any) -> None:
    k = contact.index
    if k >= members * (members - 1) // 2:
        if v.missing == "none":
            contact.geoms = wp.vec2i(-1, -1)
        return
    i, j = triangular_pair(k, members)
    contact.geoms = wp.vec2i(i, j)


@computation(
    CONTACTS,
    "give each pair of shapes a key that does not depend on their order",
    filtered={True: "or -1 where it is left out", False: ""},
)
def make_pair_key(pair: Any) -> None:
    if v.filtered and pair.filtered != 0:
        pair.key = -1
        return
    i = pair.first.index
    j = pair.second.index
    pair.key = wp.min(i, j) * count(shape) + wp.max(i, j)
