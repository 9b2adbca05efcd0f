"""Data races: two threads, one address, at least one write, and nothing that orders them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from generator.emulation.machine.findings import Finding
from generator.emulation.machine.meetings import BEYOND, BLOCK, CHANGE, Touches, begins_of, clashes, ends_of, meeting
from generator.emulation.machine.memory import Access, Segment
from generator.emulation.machine.state import BARRIER_STEP, Lanes, State
from generator.emulation.machine.synchronization import Event, Synchronization

MOST_FINDINGS = 200
"""Number of findings of a launch after which the search for races ends."""

MOST_WRITES = 64
"""Most changes of one granule whose order by fences and atomics is checked."""


@dataclass
class _Race:
    """The race of a line: its first two accesses, and the lanes that meet, by granule. Flags hold of all granules."""

    later: Access
    earlier: Access
    same_value: bool = True
    volatile: bool = True
    granules: list[int] = field(default_factory=list)
    lanes: list[Lanes] = field(default_factory=list)

    @property
    def of_scopes(self) -> bool:
        """Whether both are atomic or ordered, so that only a scope makes them a race."""
        return all(each.kind == "atomic" or each.order == "ordered" for each in (self.later, self.earlier))


def find_races(state: State, segments: list[Segment], guesses: frozenset[int] = frozenset()) -> None:
    """Reports the races in the segments' logs: one for each line, with all threads that meet at its addresses.

    ``guesses``: lines of loads that count as atomic (`ptx/guesses.py`).
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
    begins = begins_of(touches.granule[order])
    suspects = _suspects(state, touches, epoch, order, begins)
    if not suspects.any():
        return
    touches = touches.at(order[np.repeat(suspects, np.diff(np.append(begins, len(order))))])
    meets = meeting(state, touches)
    if meets.any():
        _report(state, segment, _races(state, segment, touches.at(np.flatnonzero(meets)), synchronization))


def _suspects(state: State, touches: Touches, epoch: Lanes, order: Lanes, begins: Lanes) -> Lanes:
    """By granule, whether two threads conflict there: in one block between the same barriers, or in two blocks."""
    granule, lane, kind = touches.granule[order], touches.lane[order], touches.kind[order]
    parts = begins_of(granule, epoch[order])
    alone = lane[parts] == lane[ends_of(parts, len(order)) - 1]
    found = np.logical_or.reduceat(~alone & _conflicts(kind, BLOCK, parts), np.searchsorted(parts, begins))
    group = state.group[lane]
    several = np.minimum.reduceat(group, begins) != np.maximum.reduceat(group, begins)
    return np.asarray(found | (several & _conflicts(kind, BEYOND, begins)))


def _conflicts(kind: Lanes, atomic: int, begins: Lanes) -> Lanes:
    """By run of accesses, whether one is a change and not all are atomic to one another."""
    changed = np.logical_or.reduceat(kind & CHANGE != 0, begins)
    return np.asarray(changed & ~np.logical_and.reduceat(kind & atomic != 0, begins))


def _granule_bytes(segment: Segment) -> int:
    return min(min(each.size for each in segment.log), 4)


def _touches(state: State, segment: Segment, guesses: frozenset[int]) -> Touches:
    smallest = _granule_bytes(segment)
    parts: list[tuple[Lanes, Lanes, Lanes, Lanes, Lanes]] = []
    for number, access in enumerate(segment.log):
        lanes = state.all_lanes if access.lanes is None else access.lanes
        offsets = np.broadcast_to(access.offsets, len(lanes)) if len(access.offsets) == 1 else access.offsets
        first = offsets // smallest
        kind = np.full(len(lanes), _kind(access, guesses), np.int8)
        for step in range(max(access.size // smallest, 1)):
            parts.append((first + step, lanes, access.stamps[lanes], kind, np.full(len(lanes), number, np.int32)))
    return Touches(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _kind(access: Access, guesses: frozenset[int]) -> int:
    change = 0 if access.kind == "read" else CHANGE
    if access.kind == "atomic" or access.order == "ordered" or (not change and access.line in guesses):
        return change | BLOCK | (0 if access.block else BEYOND)
    return change


def _races(
    state: State, segment: Segment, touches: Touches, synchronization: Synchronization | None
) -> dict[int, _Race]:
    """By line, the races among accesses that no barrier orders."""
    found: dict[int, _Race] = {}
    begins = begins_of(touches.granule)
    for begin, end in zip(begins, ends_of(begins, len(touches.granule)), strict=True):
        here = touches.at(np.arange(begin, end))
        met = _met(state, segment, here, synchronization)
        if not len(met):
            continue
        one, two = (segment.log[number] for number in here.access[met[:2]])
        later, earlier = (one, two) if one.line >= two.line else (two, one)
        race = found.setdefault(later.line, _Race(later, earlier))
        race.same_value &= _one_value(state, segment, here.at(met))
        race.volatile &= all(_tears_not(segment.log[number]) for number in np.unique(here.access[met]))
        race.granules.append(int(here.granule[0]))
        race.lanes.append(here.lane[met])
        if len(state.findings) + len(found) > MOST_FINDINGS:
            break
    return found


def _tears_not(access: Access) -> bool:
    """Whether no thread sees the access in part: PTX defines a volatile access as a relaxed one of system scope."""
    whole = access.kind == "atomic" or access.order == "ordered"
    return access.order == "volatile" or (whole and not access.block)


def _met(state: State, segment: Segment, here: Touches, synchronization: Synchronization | None) -> Lanes:
    """The unordered accesses of a granule: a change, then an access that clashes with it, then the others."""
    writers = np.flatnonzero(here.kind & CHANGE)
    if synchronization is None:
        first = writers[:1]
        beside = np.flatnonzero(clashes(state, here, int(first[0])))
        return np.r_[first, beside, np.setdiff1d(np.arange(len(here.lane)), np.r_[first, beside])]
    events = [
        Event(segment.log[number].sequence, lane, stamp // BARRIER_STEP)
        for number, lane, stamp in zip(here.access.tolist(), here.lane.tolist(), here.stamp.tolist(), strict=True)
    ]
    met: dict[int, None] = {}
    for first in writers[:MOST_WRITES].tolist():
        for other in np.flatnonzero(clashes(state, here, first)).tolist():
            if not (first in met and other in met) and not synchronization.orders(events[first], events[other]):
                met |= {first: None, other: None}
    return np.array(list(met), int)


def _report(state: State, segment: Segment, races: dict[int, _Race]) -> None:
    """Reports each line's race, with the threads and addresses of all its granules."""
    size = _granule_bytes(segment)
    for line, race in races.items():
        lanes = list(dict.fromkeys(np.concatenate(race.lanes).tolist()))
        addresses = dict.fromkeys(segment.variable_at(granule * size % segment.stride) for granule in race.granules)
        name = next(iter(addresses))[0]
        what = "write the same value to" if race.same_value else "touch"
        why = ": the scope of one is a block, and they are of two" if race.of_scopes else ""
        state.report(
            Finding(
                "race",
                f"two threads {what} one address of {name} in no order{why}",
                line,
                state.source(race.later.source),
                segment.space,
                name,
                state.named(np.array(lanes)),
                tuple(address for each, address in addresses if each == name)[:8],
                len(lanes),
                race.earlier.line,
                race.same_value,
                race.volatile,
            )
        )


def _one_value(state: State, segment: Segment, touches: Touches) -> bool:
    """Whether a granule's accesses are writes of one known value, and reads of it by threads that wrote it before."""
    start = int(touches.granule[0]) * _granule_bytes(segment)
    found: set[bytes] = set()
    wrote: set[int] = set()
    for number in np.unique(touches.access).tolist():  # in order of time
        access, lanes = segment.log[number], touches.lane[touches.access == number]
        if access.kind == "read" and wrote.issuperset(lanes.tolist()):
            continue
        values = _values(state, access, lanes, start) if access.kind == "write" else None
        if values is None:
            return False
        wrote.update(lanes.tolist())
        found |= {each.tobytes() for each in np.unique(values.view(f"u{values.itemsize}"))}
    return len(found) == 1


def _values(state: State, access: Access, lanes: Lanes, start: int) -> Lanes | None:
    """The elements that lanes wrote at the byte ``start`` of the segment; None where they are not known."""
    if not access.values:
        return None
    own = state.all_lanes if access.lanes is None else access.lanes
    places = np.searchsorted(own, lanes)  # lanes of an access are sorted
    offsets = access.offsets if len(access.offsets) == 1 else access.offsets[places]
    part = (start - offsets) // access.values[0].itemsize
    columns = [np.broadcast_to(each if len(each) == 1 else each[places], len(lanes)) for each in access.values]
    return np.ascontiguousarray(np.stack(columns, axis=1)[np.arange(len(lanes)), part])
