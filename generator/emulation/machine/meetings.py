"""Finds accesses of one granule of memory that conflict and that no barrier orders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.state import BARRIER_STEP, Lanes, State

CHANGE, BLOCK, BEYOND = 1, 2, 4
"""Bits of an access's kind: it changes memory, is atomic to threads of its block, is atomic to those of other blocks.

Two accesses conflict where one is a change, unless both are atomic to each other: to threads outside of its scope an
atomic is a plain access.
"""


@dataclass
class Touches:
    """Accesses of a segment as columns: one row for each access, lane and granule of memory."""

    granule: Lanes
    lane: Lanes
    stamp: Lanes
    kind: Lanes
    access: Lanes

    def at(self, places: Lanes) -> Touches:
        """The rows at these places, in this order."""
        return Touches(*(column[places] for column in (self.granule, self.lane, self.stamp, self.kind, self.access)))


def begins_of(*columns: Lanes) -> Lanes:
    """The places where runs of equal rows begin."""
    begin = np.ones(len(columns[0]), bool)
    begin[1:] = columns[0][1:] != columns[0][:-1]
    for column in columns[1:]:
        begin[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(begin)


def ends_of(begins: Lanes, total: int) -> Lanes:
    """The ends of the runs that begin at these places."""
    ends = np.empty_like(begins)
    ends[:-1], ends[-1] = begins[1:], total
    return ends


def clashes(state: State, touches: Touches, one: int) -> Lanes:
    """Which accesses of a granule clash with access ``one``: another thread, a conflict, and no barrier between."""
    lanes, stamps, kinds = touches.lane, touches.stamp, touches.kind
    same_block = state.group[lanes] == state.group[lanes[one]]
    atomic = (kinds & kinds[one] & np.where(same_block, BLOCK, BEYOND)) != 0
    other = (lanes != lanes[one]) & ((kinds | kinds[one]) & CHANGE != 0) & ~atomic
    same_warp = state.warp[lanes] == state.warp[lanes[one]]
    ordered = same_block & (stamps // BARRIER_STEP != stamps[one] // BARRIER_STEP)
    ordered |= same_warp & (stamps != stamps[one])
    return np.asarray(other & ~ordered)


def meeting(state: State, touches: Touches) -> Lanes:
    """Which accesses clash with any other (`clashes`), by counting over groups instead of pair by pair.

    Conflicts across blocks are never ordered. In a block, its barriers order accesses of different epochs; in a warp,
    its barriers order accesses of different stamps; a thread is ordered with itself.
    """
    lane, stamp = touches.lane, touches.stamp
    columns = (touches.granule, state.group[lane], stamp // BARRIER_STEP, state.warp[lane], stamp, lane)
    order = np.lexsort(columns[::-1])
    ordered = [column[order] for column in columns]
    kind = touches.kind[order]
    change = kind & CHANGE != 0
    found = np.zeros(len(order), np.int64)
    for depth, sign in enumerate((1, -1, 1, -1, 1, -1), 1):
        begins = begins_of(*ordered[:depth])
        sizes = np.diff(np.append(begins, len(order)))
        atomic = kind & (BEYOND if depth < 3 else BLOCK) != 0
        changes, atomics, atomic_changes = (
            np.repeat(np.add.reduceat(each, begins, dtype=np.int64), sizes)
            for each in (change, atomic, atomic & change)
        )
        conflicts = np.where(change, np.repeat(sizes, sizes), changes)
        found += sign * (conflicts - atomic * np.where(change, atomics, atomic_changes))
    result = np.empty(len(order), bool)
    result[order] = found > 0
    return result
