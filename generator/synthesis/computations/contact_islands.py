"""Whole numbers about contacts: islands, colours, pairs, keys of kinds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

KINEMATIC = 1
KINDS = 4
MOST_COLORS = 4

ShapeType: Any = None
"""Kinds of shapes."""

ContactState: Any = None
"""The enumeration of the schema."""

body: Any = None
counter: Any = None
island: Any = None
"""Records of the schema by their number."""


@law
def kind_pair_key(a: int, b: int) -> int:
    """Key of two kinds in either order, the lesser first."""
    if a > b:
        return b * KINDS + a
    return a * KINDS + b


@law
def free_color(mask: int) -> int:
    """Lowest colour that the mask leaves free, -1 where all are taken."""
    for c in range(MOST_COLORS):
        if (mask & (1 << c)) == 0:
            return c
    return -1


@law
def shared_points(a: int, b: int) -> int:
    """Most points at which two shapes of these types touch."""
    if a == ShapeType.SPHERE or b == ShapeType.SPHERE:
        return 1
    if a == ShapeType.PLANE and b == ShapeType.PLANE:
        return 0
    if a != ShapeType.BOX and b != ShapeType.BOX:
        return 2
    if a == b:
        return 8
    # a face on a plane, a capsule on a face
    return 4 if a == ShapeType.PLANE or b == ShapeType.PLANE else 2


@computation(
    CONTACTS,
    "lower the root of both bodies of each contact to the island of the other, a step of label propagation,",
    near={True: "where they overlap", False: ""},
    kinematic={True: "unless one is kinematic", False: ""},
)
def join_contact_islands(contact: Any) -> None:
    if v.near and contact.distance >= 0.0:
        return
    a, b = contact.a, contact.b
    if v.kinematic:
        if (a.flags & KINEMATIC) != 0 or (b.flags & KINEMATIC) != 0:
            return
    wp.atomic_min(a.root, b.island)
    wp.atomic_min(b.root, a.island)


@computation(
    CONTACTS,
    "follow the way of each body to the root of its island",
    depth={True: "and count its steps", False: ""},
)
def find_island_root(body: Any) -> None:
    # a root leads to no other body
    i = int(body.index)
    if v.depth:
        steps = int(0)
    while exists(body[i].above):
        i = body[i].above.index
        if v.depth:
            steps += 1
    body.root = i
    if v.depth:
        body.depth = steps


@computation(
    CONTACTS,
    "shorten the way of each body to the root of its island by pointer jumping",
    counted={True: "and count the bodies whose way became shorter", False: ""},
)
def jump_island_pointer(body: Any) -> None:
    # a root leads nowhere, and stays so
    up = int(-1)
    above = body.above
    if exists(above):
        up = above.index
        beyond = above.above
        if exists(beyond):
            up = beyond.index
            if v.counted:
                wp.atomic_add(counter[0].jumps, 1)
    body.next_above = up


@computation(
    CONTACTS,
    "count the bodies of each island",
    awake={True: "and tell whether one is awake", False: ""},
    least={True: "and find its first body", False: ""},
)
def count_island_bodies(body: Any) -> None:
    group = body.group
    group.body_count += 1
    if v.awake and body.awake != 0:
        wp.atomic_max(group.awake, 1)
    if v.least:
        wp.atomic_min(group.least_body, body.index)


@computation(
    CONTACTS,
    "count the contacts of each island",
    side={"first": "by its first body", "either": "by whichever body has an island"},
    kinds={True: "and note the states that they are in", False: ""},
)
def count_island_contacts(contact: Any) -> None:
    g = int(-1)
    a = contact.a
    if exists(a):
        g = a.group.index
    if v.side == "either" and g < 0:
        b = contact.b
        if exists(b):
            g = b.group.index
    if g < 0:
        return
    wp.atomic_add(island[g].contact_count, 1)
    if v.kinds:
        wp.atomic_or(island[g].kinds, 1 << contact.state)


@computation(
    CONTACTS,
    "find the key of the kinds of two shapes that touch",
    missing={"none": "or -1 where one is missing", "skip": ""},
    points={True: "and how many points they may share", False: ""},
)
def contact_kind_key(contact: Any) -> None:
    if v.missing == "none":
        if not exists(contact.first) or not exists(contact.second):
            contact.kind_key = -1
            if v.points:
                contact.most_points = 0
            return
    a = contact.first.kind
    b = contact.second.kind
    contact.kind_key = kind_pair_key(a, b)
    if v.points:
        contact.most_points = shared_points(a, b)


@computation(
    CONTACTS,
    "propose, for a later pass to resolve conflicts, a colour for each contact that neither of its bodies has taken,",
    colored={True: "unless it has one", False: ""},
    kinematic={True: "where kinematic bodies take none", False: ""},
)
def color_contact(contact: Any) -> None:
    if v.colored and contact.color >= 0:
        contact.proposal = contact.color
        return
    # contacts of one body may propose the same colour
    mask = int(0)
    a = contact.a
    if exists(a):
        if not v.kinematic or (a.flags & KINEMATIC) == 0:
            mask = mask | a.color_mask
    b = contact.b
    if exists(b):
        if not v.kinematic or (b.flags & KINEMATIC) == 0:
            mask = mask | b.color_mask
    contact.proposal = free_color(mask)


@computation(
    CONTACTS,
    "mark the colour of a contact as taken at its bodies",
    color={"own": "", "pass": "if it is done in this pass"},
)
def take_contact_color(contact: Any, color: Any) -> None:
    c = contact.color
    if v.color == "pass":
        if c != color:
            return
    elif c < 0:
        return
    a, b = contact.a, contact.b
    if exists(a):
        wp.atomic_or(a.color_mask, 1 << c)
    if exists(b):
        wp.atomic_or(b.color_mask, 1 << c)


@computation(
    CONTACTS,
    "count the contacts of each pair",
    first={True: "and find the first", False: ""},
    open={True: "leaving out open ones", False: ""},
)
def count_pair_contacts(contact: Any) -> None:
    if v.open and contact.state == ContactState.OPEN:
        return
    pair = contact.pair
    pair.contact_count += 1
    if v.first:
        wp.atomic_min(pair.first_contact, contact.index)
