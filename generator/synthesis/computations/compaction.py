"""Compaction: items moved to places that scans, counters, lists and rings gave them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.computations.scans import key_in_range
from generator.synthesis.schemas.sorting import SORTING


@computation(
    SORTING,
    "move the items",
    rule={
        "flag": "that are flagged to the front, each behind those before it",
        "alive": "that are alive to the front, each behind those before it",
    },
    payload={True: "with their payloads", False: ""},
    source={True: "noting where each came from", False: ""},
)
def compact_by_offset(item: Any) -> None:
    if v.rule == "flag":
        if item.flag == 0:
            return
    elif not item.alive:
        return
    # as many as an exclusive scan of the marks gives
    dst = int(0)
    for j in range(item.index):
        if v.rule == "flag":
            dst += item[j].flag
        elif item[j].alive:
            dst += 1
    item[dst].value_out = item.value
    if v.payload:
        item[dst].payload_out = item.payload
    if v.source:
        item[dst].origin = item.index


@computation(
    SORTING,
    "give items a place in their segment",
    rule={"flag": "if they are flagged", "range": "if their keys are in range", "alive": "if they are alive"},
    full={"drop": "", "count": "and count those for which there is none"},
    slot={True: "noting the place, -1 for none", False: ""},
)
def compact_take_slot(item: Any, segment_capacity: Any, low_key: Any, high_key: Any) -> None:
    if v.slot:
        item.slot = -1
    if v.rule == "flag":
        if item.flag == 0:
            return
    elif v.rule == "range":
        if not key_in_range(item.key, low_key, high_key):
            return
    else:
        if not item.alive:
            return
    seg = item.owner
    slot = wp.atomic_add(seg.asked, 1)
    if slot >= segment_capacity:
        if v.full == "count":
            item.pool.lost += 1
        return
    seg.members[slot] = item.index
    if v.slot:
        item.slot = slot


@computation(
    SORTING,
    "part, while their pool has room,",
    key={True: "items with keys below a bound from the others,", False: "flagged items from the others,"},
    ends={
        "both": "which fill the pool from its end, and mark the former",
        "two": "each side numbered from its own start, and mark the former",
    },
)
def compact_partition(item: Any, pool_capacity: Any, pivot: Any) -> None:
    pool = item.pool
    # as many as there are places
    if wp.atomic_add(pool.total, 1) >= pool_capacity:
        return
    if v.key:
        first = item.key < pivot
    else:
        first = item.flag != 0
    if first:
        item.slot = wp.atomic_add(pool.front, 1)
    else:
        n = wp.atomic_add(pool.back, 1)
        item.slot = pool_capacity - 1 - n if v.ends == "both" else n
    item.mark = 1 if first else 0


@computation(
    SORTING,
    "take a free place for each item",
    needs={"flag": "that is flagged", "alive": "that is alive"},
    empty={"none": "", "count": "and count those that find none"},
)
def compact_pop_place(item: Any) -> None:
    item.slot = -1
    if v.needs == "alive":
        if not item.alive:
            return
    else:
        if item.flag == 0:
            return
    pool = item.pool
    n = wp.atomic_add(pool.total, 1)
    free = pool.free
    if n >= free:
        if v.empty == "count":
            pool.lost += 1
        return
    # from the top of the stack
    item.slot = pool.stack[free - 1 - n]


@computation(
    SORTING,
    "write items into the ring of their pool, no more of them than go round once,",
    flag={True: "if they are flagged", False: ""},
    slot={True: "noting the place of each", False: ""},
)
def compact_push_ring(item: Any, pool_capacity: Any) -> None:
    if v.flag and item.flag == 0:
        return
    pool = item.pool
    n = wp.atomic_add(pool.total, 1)
    # a full turn would write a place twice
    if n >= pool_capacity:
        return
    place = (pool.head + n) % pool_capacity
    pool.ring[place] = item.index
    if v.slot:
        item.slot = place


@computation(
    SORTING,
    "set the number of places taken in each pool to that of the items that went through it, at most its capacity,",
    lost={True: "and store how many found no place", False: ""},
    clear={True: "and set its errors to zero", False: ""},
)
def compact_clamp_pools(pool: Any, pool_capacity: Any) -> None:
    n = pool.head
    if v.lost:
        pool.lost = wp.max(n - pool_capacity, 0)
    pool.used = wp.min(n, pool_capacity)
    if v.clear:
        pool.errors = 0


@computation(
    SORTING,
    "reset the counts of each pool to zero,",
    fill={"none": "", "stack": "with all its places free on its stack", "ring": "with nothing in its ring"},
)
def compact_reset_pools(pool: Any, pool_capacity: Any) -> None:
    pool.used = 0
    pool.total = 0
    pool.lost = 0
    if v.fill == "stack":
        places = pool.room
        for k in range(places):
            pool.stack[k] = places - 1 - k
        pool.free = places
    elif v.fill == "ring":
        for k in range(pool_capacity):
            pool.ring[k] = -1


@computation(
    SORTING,
    "copy by a map",
    fields={"value": "the values of items", "both": "the values and keys of items", "payload": "the payloads of items"},
    missing={
        "zero": "with zero where there is none",
        "own": "keeping their own where there is none",
        "count": "with zero where there is none, counting the items without one in their pool",
    },
)
def item_copy_by_source(item: Any) -> None:
    src = item.source
    if not exists(src):
        if v.fields == "payload":
            item.payload_out = item.payload if v.missing == "own" else wp.vec3(0.0)
        else:
            item.value_out = item.value if v.missing == "own" else 0.0
        if v.fields == "both":
            item.key_out = item.key if v.missing == "own" else 0
        if v.missing == "count":
            item.pool.errors += 1
        return
    if v.fields == "payload":
        item.payload_out = src.payload
    else:
        item.value_out = src.value
    if v.fields == "both":
        item.key_out = src.key
