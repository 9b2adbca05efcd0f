"""Pairs that last from step to step, and trees built over sorted codes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

WORD_BITS = 32
"""Bits of a code."""


@law
def shared_bits(a: int, b: int, i: int, j: int) -> int:
    """Length of the prefix that two Morton codes share, continued by their places where they are equal."""
    x = a ^ b
    more = int(0)
    if x == 0:
        x = i ^ j
        more = WORD_BITS
    n = int(WORD_BITS)
    while x > 0:
        x = x >> 1
        n -= 1
    return n + more


@computation(
    NEIGHBORS,
    "find each pair among those of the last step by its feature",
    impulse={True: "and start from its impulse", False: ""},
    counted={True: "counting those that last", False: ""},
    new={"zero": "", "mark": "with -1 for the age of new ones"},
)
def broad_match_pairs(pair: Any, pair_capacity: Any) -> None:
    world = pair.world
    feature = pair.feature
    found = int(-1)
    for k in range(wp.min(world.old_total, pair_capacity)):
        if world.old_feature[k] == feature:
            found = k
            break
    if found < 0:
        pair.age = -1 if v.new == "mark" else 0
        if v.impulse:
            pair.impulse = 0.0
        return
    pair.age = world.old_age[found] + 1
    if v.impulse:
        pair.impulse = world.old_impulse[found]
    if v.counted:
        world.kept_total += 1


@computation(
    NEIGHBORS,
    "find the children of each node of a binary radix tree over sorted codes (Karras)",
    ends={True: "and the other end of its range", False: ""},
)
def broad_split_nodes(point: Any) -> None:
    n = count(point)
    # a tree has one node less than leaves
    if point.index >= n - 1:
        return
    code = point.sorted_key
    after = shared_bits(code, point[point.index + 1].sorted_key, point.index, point.index + 1)
    before = int(-1)
    if point.index > 0:
        before = shared_bits(code, point[point.index - 1].sorted_key, point.index, point.index - 1)
    d = int(1)
    least = before
    if after < before:
        d = -1
        least = after
    # double a step until it leaves the range, then halve it up to the other end
    step = int(2)
    j = point.index + step * d
    while j >= 0 and j < n:
        if shared_bits(code, point[j].sorted_key, point.index, j) <= least:
            break
        step *= 2
        j = point.index + step * d
    length = int(0)
    while step > 1:
        step = step // 2
        at = point.index + (length + step) * d
        if at >= 0 and at < n:
            if shared_bits(code, point[at].sorted_key, point.index, at) > least:
                length += step
    last = point.index + length * d
    shared = shared_bits(code, point[last].sorted_key, point.index, last)
    lo = int(0)
    hi = length
    while lo + 1 < hi:
        mid = (lo + hi) // 2
        at = point.index + mid * d
        if shared_bits(code, point[at].sorted_key, point.index, at) > shared:
            lo = mid
        else:
            hi = mid
    split = point.index + lo * d + wp.min(d, 0)
    # leaves are numbered after all nodes
    point.left = split + n if wp.min(point.index, last) == split else split
    point.right = split + 1 + n if wp.max(point.index, last) == split + 1 else split + 1
    if v.ends:
        point.far_end = last
