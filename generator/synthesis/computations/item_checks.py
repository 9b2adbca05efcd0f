"""Items that are checked, and segments that compact and allocate for themselves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.scans import is_kept, key_in_range
from generator.synthesis.schemas.sorting import SORTING

ALIVE = 1
"""Bit of state: an item that counts."""

DIRTY = 2
"""Bit of state: an item that changed."""

LOCKED = 4
"""Bit of state: an item that must stay as it is."""

Fault: Any = None
"""The enumeration of the schema."""


@law
def state_is_sound(state: int) -> bool:
    # what is locked has to be alive, and may not have changed
    if (state & LOCKED) == 0:
        return True
    return (state & ALIVE) != 0 and (state & DIRTY) == 0


@computation(
    SORTING,
    "check each item and note the first thing that is wrong",
    owner={True: "with its owner", False: ""},
    source={True: "with what it was copied from", False: ""},
    counted={True: "counting faults by pool", False: ""},
)
def item_find_fault(item: Any, low_key: Any, high_key: Any) -> None:
    fault = Fault.NONE
    if not key_in_range(item.key, low_key, high_key):
        fault = Fault.KEY
    elif not state_is_sound(item.state):
        fault = Fault.STATE
    if v.owner:
        owner = item.owner
        if fault == Fault.NONE:
            if exists(owner):
                if not owner.active:
                    fault = Fault.OWNER
            elif item.alive:
                fault = Fault.OWNER
    if v.source:
        src = item.source
        if fault == Fault.NONE and exists(src) and src.key != item.key:
            fault = Fault.SOURCE
    item.fault = fault
    if v.counted and fault != Fault.NONE:
        item.pool.errors += 1


@computation(
    SORTING,
    "let each segment list its items that are kept",
    rule={"flag": "", "state": "by their state bits", "range": "whose keys are in range"},
    pad={True: "with -1 in places that are left", False: ""},
    total={True: "and add them to its pool", False: ""},
)
def segment_list_kept(segment: Any, segment_capacity: Any, low_key: Any, high_key: Any) -> None:
    n = int(0)
    for e in segment.items:
        if v.rule == "flag":
            if e.flag == 0:
                continue
        elif v.rule == "state":
            if not is_kept(e.state, e.flag):
                continue
        else:
            if not key_in_range(e.key, low_key, high_key):
                continue
        if n < segment_capacity:
            segment.members[n] = e.index
        n += 1
    n = wp.min(n, segment_capacity)
    segment.kept = n
    if v.pad:
        for k in range(n, segment_capacity):
            segment.members[k] = -1
    if v.total:
        segment.pool.total += n


@computation(
    SORTING,
    "take places in a row for each item that counts more than once",
    full={"skip": "", "cut": "or as many as there are left"},
    slot={True: "noting the first, -1 for none", False: ""},
)
def compact_take_run(item: Any, pool_capacity: Any) -> None:
    if v.slot:
        item.slot = -1
    n = item.many
    if n == 0:
        return
    pool = item.pool
    first = wp.atomic_add(pool.total, n)
    if v.full == "cut":
        if first >= pool_capacity:
            pool.lost += n
            return
        left = wp.min(n, pool_capacity - first)
        if left < n:
            pool.lost += n - left
        n = left
    else:
        if first + n > pool_capacity:
            pool.lost += n
            return
    for k in range(n):
        pool.ring[first + k] = item.index
    if v.slot:
        item.slot = first


@computation(
    SORTING,
    "change the state bits of each item as it is asked to",
    locked={True: "unless it is locked", False: ""},
    counted={True: "counting those that changed", False: ""},
)
def item_change_state(item: Any) -> None:
    state = item.state
    item.mark = 0
    after = state
    if v.locked and (state & LOCKED) != 0:
        return
    if item.flag != 0:
        after = after | ALIVE
    else:
        after = after & ~ALIVE
    if after != state:
        after = after | DIRTY
        item.mark = 1
        if v.counted:
            item.pool.total += 1
    item.state = after
