"""Pairs of shapes: filters, overlaps, lists of pairs, bodies that they wake."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

FAR = 1.0e6
"""Gap of a pair that lacks a shape, in m."""


@law
def groups_collide(a: int, b: int) -> bool:
    """Whether shapes may touch: zero with nothing, a negative group with all but its own."""
    if a == 0 or b == 0:
        return False
    if a > 0:
        return a == b or b < 0
    return a != b


@law
def masks_collide(category_a: int, mask_a: int, category_b: int, mask_b: int) -> bool:
    """Whether either shape's mask names a category of the other."""
    return (category_a & mask_b) != 0 or (category_b & mask_a) != 0


@law
def boxes_overlap(lower_a: wp.vec3, upper_a: wp.vec3, lower_b: wp.vec3, upper_b: wp.vec3) -> bool:
    """Whether two axis-aligned boxes overlap or touch."""
    if lower_a[0] > upper_b[0] or upper_a[0] < lower_b[0]:
        return False
    if lower_a[1] > upper_b[1] or upper_a[1] < lower_b[1]:
        return False
    return lower_a[2] <= upper_b[2] and upper_a[2] >= lower_b[2]


@law
def pair_kind(a: int, b: int) -> int:
    """Number of an unordered pair of shape types, its place in a packed lower triangle."""
    low = wp.min(a, b)
    high = wp.max(a, b)
    return high * (high + 1) // 2 + low


@computation(
    NEIGHBORS,
    "test which pairs of shapes have boxes that overlap",
    margin={True: "within the margins of both", False: ""},
    kind={True: "and tell what kind of pair each is", False: ""},
)
def broad_test_pairs(pair: Any) -> None:
    a, b = pair.a, pair.b
    la = a.lower
    ua = a.upper
    if v.margin:
        m = a.margin + b.margin
        pad = wp.vec3(m, m, m)
        la = la - pad
        ua = ua + pad
    hit = boxes_overlap(la, ua, b.lower, b.upper)
    pair.accepted = 1 if hit else 0
    if v.kind:
        pair.kind = -1
        if hit:
            pair.kind = pair_kind(a.type, b.type)


@computation(
    NEIGHBORS,
    "tell which pairs of shapes may collide",
    rule={"groups": "by their groups", "masks": "by their masks", "both": "by their groups and masks"},
    bodies={True: "leaving out those of one body, of parent and child and of two static shapes", False: ""},
)
def broad_filter_pairs(pair: Any) -> None:
    a, b = pair.a, pair.b
    pair.accepted = 0
    if v.rule != "masks" and not groups_collide(a.group, b.group):
        return
    if v.rule != "groups":
        if not masks_collide(a.category, a.mask, b.category, b.mask):
            return
    if v.bodies:
        ba = a.body
        bb = b.body
        # what no body carries is static
        if not exists(ba) and not exists(bb):
            return
        if exists(ba) and exists(bb):
            if ba.index == bb.index:
                return
            if ba.parent.index == bb.index or bb.parent.index == ba.index:
                return
    pair.accepted = 1


@computation(
    NEIGHBORS,
    "list the pairs of each world that overlap",
    filtered={True: "and whose groups collide", False: ""},
    kept={True: "keeping the place of each, -1 for the others", False: ""},
    full={"drop": "", "report": "and count those for which there is no room"},
)
def broad_write_pairs(pair: Any, pair_capacity: Any) -> None:
    if v.kept:
        pair.slot = -1
    a, b = pair.a, pair.b
    if v.filtered and not groups_collide(a.group, b.group):
        return
    if not boxes_overlap(a.lower, a.upper, b.lower, b.upper):
        return
    world = pair.world
    slot = wp.atomic_add(world.pair_total, 1)
    if slot >= pair_capacity:
        if v.full == "report":
            world.overflow += 1
        return
    # lower number first
    world.first_ids[slot] = wp.min(a.index, b.index)
    world.second_ids[slot] = wp.max(a.index, b.index)
    if v.kept:
        pair.slot = slot


@computation(
    NEIGHBORS,
    "count the candidates of each shape whose boxes overlap its own",
    half={True: "and whose numbers are higher", False: ""},
    filtered={True: "and that may collide with it", False: ""},
)
def broad_count_overlaps(shape: Any) -> None:
    n = int(0)
    lower = shape.lower
    upper = shape.upper
    for q in shape.others:
        if v.half and q.index <= shape.index:
            continue
        if v.filtered:
            if not masks_collide(shape.category, shape.mask, q.category, q.mask):
                continue
        if boxes_overlap(lower, upper, q.lower, q.upper):
            n += 1
    shape.found = n


@computation(
    NEIGHBORS,
    "wake sleeping bodies that meet a body that does not sleep",
    moving={True: "and can move", False: ""},
    overlap={True: "where their boxes overlap", False: ""},
)
def broad_wake_bodies(pair: Any) -> None:
    a, b = pair.a, pair.b
    if v.overlap and not boxes_overlap(a.lower, a.upper, b.lower, b.upper):
        return
    ba = a.body
    bb = b.body
    if not exists(ba) or not exists(bb):
        return
    if ba.asleep == bb.asleep:
        return
    if ba.asleep:
        if v.moving and bb.kinematic:
            return
        wp.atomic_max(ba.awake, 1)
    else:
        if v.moving and ba.kinematic:
            return
        wp.atomic_max(bb.awake, 1)


@computation(
    NEIGHBORS,
    "reset the number of pairs of each world",
    ids={True: "with its lists of them (-1)", False: ""},
    bounds={True: "and its overflow", False: ""},
)
def broad_clear_pairs(world: Any, pair_capacity: Any) -> None:
    world.pair_total = 0
    if v.bounds:
        world.overflow = 0
    if v.ids:
        for k in range(pair_capacity):
            world.first_ids[k] = -1
            world.second_ids[k] = -1


@computation(
    NEIGHBORS,
    "measure how far the boxes of a pair are apart along each axis",
    kept={"gap": "keeping the widest gap", "clamped": "keeping the widest gap, not below zero"},
    accepted={True: "and tell which are closer than their margins", False: ""},
)
def broad_pair_gaps(pair: Any) -> None:
    a, b = pair.a, pair.b
    if not exists(a) or not exists(b):
        pair.gap = FAR
        if v.accepted:
            pair.accepted = 0
        return
    d = wp.max(a.lower - b.upper, b.lower - a.upper)
    gap = wp.max(d[0], wp.max(d[1], d[2]))
    pair.gap = wp.max(gap, 0.0) if v.kept == "clamped" else gap
    if v.accepted:
        pair.accepted = 1 if gap < a.margin + b.margin else 0
