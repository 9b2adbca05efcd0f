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
    """Whether the flags of a state agree: what is locked has to be alive and unchanged."""
    if (state & LOCKED) == 0:
        return True
    return (state & ALIVE) != 0 and (state & DIRTY) == 0


@computation(
    SORTING,
    "validate each item, storing the code of the first fault: key out of range or inconsistent state (locked, and dirty or not alive)",
    owner={True: "or an inactive owner, or none of an item that is alive", False: ""},
    source={True: "or a key unlike its source's", False: ""},
    counted={True: "counting faults by pool", False: ""},
)
def item_find_fault(item: Any, low_key: Any, high_key: Any) -> None:
    fault = Fault.NONE
    state = item.state
    if not key_in_range(item.key, low_key, high_key):
        fault = Fault.KEY
    elif not state_is_sound(state):
        fault = Fault.STATE
    if v.owner:
        owner = item.owner
        if fault == Fault.NONE:
            if exists(owner):
                if not owner.active:
                    fault = Fault.OWNER
            elif (state & ALIVE) != 0:
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
    "compact the kept items of each segment into its bounded list",
    rule={
        "flag": "by their flag",
        "state": "by their state (locked, or alive and flagged)",
        "range": "by their key range",
    },
    pad={True: "padded with -1", False: ""},
    total={True: "adding the number to its pool", False: ""},
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
    "reserve a run of places in a pool for each item by one atomic add, and fill it with the item's number",
    full={"skip": "dropping runs that do not fit whole", "cut": "truncating the run that does not fit"},
    slot={True: "storing its first place, -1 for none", False: ""},
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
        pool.places[first + k] = item.index
    if v.slot:
        item.slot = first


@computation(
    SORTING,
    "set or clear the alive bit of each item by its flag, setting the dirty bit and a mark if that changed it",
    locked={True: "unless it is locked", False: ""},
    counted={True: "counting changes by pool", False: ""},
)
def item_change_state(item: Any) -> None:
    state = item.state
    item.mark = 0
    if v.locked and (state & LOCKED) != 0:
        return
    after = state
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
