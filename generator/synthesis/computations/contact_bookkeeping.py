"""What is kept of contacts: counts, matches with the last step, islands, overflow, clearing."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

DISABLED = 2

contact: Any = None
counter: Any = None
kept: Any = None
"""Records of the schema by their number."""

ContactState: Any = None
"""The enumeration of the schema."""


@law
def is_same_contact(feature: int, old_feature: int, p: wp.vec3, q: wp.vec3, tolerance: float) -> bool:
    """Whether a contact lasts: the same feature, at nearly the same point."""
    return feature == old_feature and wp.length_sq(p - q) < tolerance * tolerance


@computation(
    CONTACTS,
    "find the contact of the last step that a contact continues",
    by={
        "feature": "by its feature",
        "point": "as the nearest one within the tolerance",
        "both": "by its feature within the tolerance",
    },
    impulse={True: "and start with its impulse", False: ""},
)
def match_kept_contact(contact: Any, tolerance: Any) -> None:
    pair = contact.pair
    p = contact.point
    best = int(-1)
    nearest = tolerance
    impulse = float(0.0)
    for old in pair.kept:
        if v.by == "feature":
            if old.feature == contact.feature:
                best = old.index
                impulse = old.impulse
                break
        elif v.by == "both":
            if is_same_contact(contact.feature, old.feature, p, old.point, tolerance):
                best = old.index
                impulse = old.impulse
                break
        else:
            dist = wp.length(old.point - p)
            if dist < nearest:
                nearest = dist
                best = old.index
                impulse = old.impulse
    contact.matched = best
    if v.impulse:
        contact.impulse = impulse


@computation(
    CONTACTS,
    "copy the impulse of the contact that each contact continues",
    new={"zero": "", "keep": "and leave new ones as they are"},
)
def copy_matched_impulse(contact: Any) -> None:
    k = contact.matched
    if k < 0:
        if v.new == "zero":
            contact.impulse = 0.0
        return
    contact.impulse = kept[k].impulse


@computation(
    CONTACTS,
    "count the contacts of each body",
    near={"all": "", "touching": "that touch"},
    world={True: "and of each world", False: ""},
)
def count_body_contacts(contact: Any) -> None:
    if v.near == "touching" and contact.distance > 0.0:
        return
    a, b = contact.a, contact.b
    if exists(a):
        a.contact_count += 1
    if exists(b):
        b.contact_count += 1
    if v.world:
        contact.world.contact_count += 1


@computation(
    CONTACTS,
    "find the deepest penetration in each world",
    total={True: "and the sum of all penetrations", False: ""},
    counted={True: "and how many contacts penetrate", False: ""},
)
def deepest_penetration(contact: Any) -> None:
    depth = -contact.distance
    if depth <= 0.0:
        return
    world = contact.world
    wp.atomic_max(world.deepest, depth)
    if v.total:
        world.depth_sum += depth
    if v.counted:
        world.overlaps += 1


@computation(
    CONTACTS,
    "give each contact a place in its world",
    open={True: "unless it is open", False: ""},
    overflow={True: "and note worlds that have too little room", False: ""},
)
def place_contacts(contact: Any) -> None:
    if v.open and contact.state == ContactState.OPEN:
        contact.order = -1
        return
    world = contact.world
    slot = wp.atomic_add(world.contact_count, 1)
    if slot >= world.capacity:
        contact.order = -1
        if v.overflow:
            wp.atomic_max(world.overflow, 1)
        return
    contact.order = slot


@computation(
    CONTACTS,
    "limit the number of contacts of each world to its room",
    report={"flag": "and note where it was exceeded", "sum": "and add up what was lost", "none": ""},
)
def clamp_contact_count(world: Any) -> None:
    n = world.contact_count
    limit = world.capacity
    if n <= limit:
        if v.report == "flag":
            world.overflow = 0
        return
    world.contact_count = limit
    if v.report == "flag":
        world.overflow = 1
    elif v.report == "sum":
        wp.atomic_add(counter[0].lost, n - limit)


@computation(
    CONTACTS,
    "wake bodies that touch an awake body, pairs with a disabled body left out,",
    sleeping={True: "if they sleep", False: ""},
)
def wake_touching_bodies(contact: Any) -> None:
    if contact.distance > 0.0:
        return
    a, b = contact.a, contact.b
    if (a.flags & DISABLED) != 0 or (b.flags & DISABLED) != 0:
        return
    if v.sleeping:
        if a.awake != 0 and b.awake == 0:
            wp.atomic_max(b.woken, 1)
        elif b.awake != 0 and a.awake == 0:
            wp.atomic_max(a.woken, 1)
    else:
        if a.awake != 0:
            wp.atomic_max(b.woken, 1)
        if b.awake != 0:
            wp.atomic_max(a.woken, 1)


@computation(
    CONTACTS,
    "tell whether the bodies of a contact lie in different islands,",
    ground={"skip": "or -1 where one is the ground", "own": "taking the ground as an island of its own"},
)
def cross_island_contacts(contact: Any) -> None:
    a, b = contact.a, contact.b
    if v.ground == "skip":
        if not exists(a) or not exists(b):
            contact.bridging = -1
            return
        ia = a.island
        ib = b.island
    else:
        ia = int(-1)
        ib = int(-1)
        if exists(a):
            ia = a.island
        if exists(b):
            ib = b.island
    if ia == ib:
        contact.bridging = 0
    else:
        contact.bridging = 1


@computation(
    CONTACTS,
    "clear for the next step",
    what={
        "all": "the state and the impulses of a contact",
        "impulses": "the impulses of a contact",
        "used": "the state and the impulses of each contact that is in use",
    },
)
def clear_contact(contact: Any) -> None:
    if v.what == "used" and contact.index >= counter[0].contacts:
        return
    if v.what != "impulses":
        contact.state = 0
        contact.matched = -1
        contact.order = -1
    contact.impulse = 0.0
    contact.tangent_impulse = wp.vec3(0.0)


@computation(
    CONTACTS,
    "mix the friction coefficients of both shapes of a contact",
    rule={
        "max": "to the larger",
        "mean": "to their mean",
        "product": "to their product",
        "root": "to their geometric mean",
    },
)
def mix_contact_friction(contact: Any) -> None:
    shape_a, shape_b = contact.first, contact.second
    if v.rule == "max":
        contact.friction = wp.max(shape_a.friction, shape_b.friction)
    elif v.rule == "mean":
        contact.friction = 0.5 * (shape_a.friction + shape_b.friction)
    elif v.rule == "root":
        contact.friction = wp.sqrt(shape_a.friction * shape_b.friction)
    else:
        contact.friction = shape_a.friction * shape_b.friction
