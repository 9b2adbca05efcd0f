"""Data races: two threads, one address, at least one write, and nothing that orders them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.findings import Finding
from generator.emulation.machine.memory import Access, Segment
from generator.emulation.machine.state import BARRIER_STEP, Lanes, State
from generator.emulation.machine.synchronization import Event, Synchronization

READ, WRITE, ATOMIC = 0, 1, 2
_KINDS = {"read": READ, "write": WRITE, "atomic": ATOMIC, "copy": WRITE}


@dataclass
class _Touches:
    """All accesses of a segment, an element each for a lane and a granule of memory."""

    granule: Lanes
    lane: Lanes
    stamp: Lanes
    kind: Lanes
    access: Lanes


def find_races(state: State, segments: list[Segment], guesses: frozenset[int] = frozenset()) -> None:
    """Reports the races of the segments' logs: of each pair of lines the first.

    ``guesses`` are lines of loads that count as atomic.
    """
    order = Synchronization(state, segments, BARRIER_STEP) if state.fences else None
    for segment in segments:
        _segment(state, segment, order, guesses)


def _segment(state: State, segment: Segment, synchronization: Synchronization | None, guesses: frozenset[int]) -> None:
    if segment.space == "local" or not any(each.kind != "read" for each in segment.log):
        return
    touches = _touches(state, segment, guesses)
    epoch = touches.stamp // BARRIER_STEP
    order = np.lexsort((touches.lane, epoch, touches.granule))
    begins = _begins(touches.granule[order])
    ends = _ends(begins, len(order))
    suspects = _suspects(state, touches, epoch, order, begins)
    for begin, end in zip(begins[suspects], ends[suspects], strict=True):
        _granule(state, segment, touches, order[begin:end], synchronization)
        if len(state.findings) > MOST_FINDINGS:
            return


def _begins(*columns: Lanes) -> Lanes:
    """Where a run of equal rows begins."""
    begin = np.ones(len(columns[0]), bool)
    begin[1:] = columns[0][1:] != columns[0][:-1]
    for column in columns[1:]:
        begin[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(begin)


def _ends(begins: Lanes, total: int) -> Lanes:
    """Where the runs that begin there end."""
    ends = np.empty_like(begins)
    ends[:-1], ends[-1] = begins[1:], total
    return ends


def _suspects(state: State, touches: _Touches, epoch: Lanes, order: Lanes, begins: Lanes) -> Lanes:
    """Which granules two threads touch, one of them to change it, between two barriers or in two blocks."""
    granule, lane, kind = touches.granule[order], touches.lane[order], touches.kind[order]
    parts = _begins(granule, epoch[order])
    alone = lane[parts] == lane[_ends(parts, len(order)) - 1]
    found = np.logical_or.reduceat(~alone & _changes(kind, parts), np.searchsorted(parts, begins))
    group = state.group[lane]
    several = np.minimum.reduceat(group, begins) != np.maximum.reduceat(group, begins)
    return np.asarray(found | (several & _changes(kind, begins)))


def _changes(kind: Lanes, begins: Lanes) -> Lanes:
    """Runs of accesses with a plain write, or with atomics and reads."""
    writes = np.logical_or.reduceat(kind == WRITE, begins)
    return np.asarray(
        writes | (np.logical_or.reduceat(kind == ATOMIC, begins) & np.logical_or.reduceat(kind == READ, begins))
    )


MOST_FINDINGS = 200
"""Findings of a launch after which races are no longer looked for."""


def _touches(state: State, segment: Segment, guesses: frozenset[int]) -> _Touches:
    smallest = min(min(each.size for each in segment.log), 4)
    parts: list[tuple[Lanes, Lanes, Lanes, Lanes, Lanes]] = []
    for number, access in enumerate(segment.log):
        lanes = state.all_lanes if access.lanes is None else access.lanes
        offsets = np.broadcast_to(access.offsets, len(lanes)) if len(access.offsets) == 1 else access.offsets
        first = offsets // smallest
        for step in range(max(access.size // smallest, 1)):
            guessed = access.kind == "read" and access.line in guesses
            kind = np.full(len(lanes), ATOMIC if guessed or access.order == "ordered" else _KINDS[access.kind], np.int8)
            parts.append((first + step, lanes, access.stamps[lanes], kind, np.full(len(lanes), number, np.int32)))
    return _Touches(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _granule(
    state: State, segment: Segment, touches: _Touches, places: Lanes, synchronization: Synchronization | None
) -> None:
    """Looks at the accesses of one granule: a barrier orders those around it, atomics are ordered among themselves."""
    lanes, stamps, kinds = touches.lane[places], touches.stamp[places], touches.kind[places]
    writers = np.flatnonzero(kinds != READ)
    for first in writers[:64]:
        other = (lanes != lanes[first]) & ((kinds == WRITE) | (kinds[first] == WRITE) | (kinds != kinds[first]))
        same_block = state.group[lanes] == state.group[lanes[first]]
        same_warp = state.warp[lanes] == state.warp[lanes[first]]
        ordered = same_block & (stamps // BARRIER_STEP != stamps[first] // BARRIER_STEP)
        ordered |= same_warp & (stamps != stamps[first])
        clash = np.flatnonzero(other & ~ordered)
        if synchronization is not None and len(clash):
            events = [
                Event(segment.log[touches.access[place]].sequence, int(lane), int(stamp) // BARRIER_STEP)
                for place, lane, stamp in zip(places, lanes, stamps, strict=True)
            ]
            clash = np.array([each for each in clash if not synchronization.orders(events[first], events[each])], int)
        if len(clash):
            one, two = segment.log[touches.access[places[first]]], segment.log[touches.access[places[clash[0]]]]
            _report(state, segment, one, two, lanes[first], lanes[clash], int(touches.granule[places[0]]))
            return


def _report(state: State, segment: Segment, one: Access, two: Access, lane: int, others: Lanes, granule: int) -> None:
    smallest = min(min(each.size for each in segment.log), 4)
    name, address = segment.variable_at(granule * smallest % segment.stride)
    same = one.kind == two.kind == "write" and _value(state, one, lane) == _value(state, two, int(others[0])) != None  # noqa: E711
    flag = one.order == two.order == "volatile"
    text = f"two threads {'write the same value to' if same else 'touch'} one address of {name} in no order"
    later, earlier = (one, two) if one.line >= two.line else (two, one)
    state.report(
        Finding(
            "race",
            text,
            later.line,
            state.source(later.source),
            segment.space,
            name,
            state.named(np.r_[lane, others]),
            (address,),
            len(others) + 1,
            earlier.line,
            same,
            flag,
        )
    )


def _value(state: State, access: Access, lane: int) -> object:
    """The value that a lane wrote; None where it is not known."""
    if access.values is None:
        return None
    if len(access.values) == 1:
        return access.values[0].tobytes()
    lanes = state.all_lanes if access.lanes is None else access.lanes
    place = np.flatnonzero(lanes == lane)
    return access.values[place[0]].tobytes() if len(place) and len(access.values) == len(lanes) else None
