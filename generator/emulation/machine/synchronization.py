"""Order between threads by fences and atomics on one address: locks, flags, the last block to finish."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.memory import Segment
from generator.emulation.machine.state import Lanes, State

TURN_BITS = 32
"""Low bits of a time, for the lane's turn in one atomic instruction; the access's number is above them."""


@dataclass(frozen=True)
class Event:
    """One access of one lane: its number in time, and how many barriers the lane had passed."""

    sequence: int
    lane: int
    epoch: int


class Synchronization:
    """Fences and atomics of a launch. An atomic after a fence releases; a later atomic on its address acquires.

    Ordered and volatile loads and stores count as atomics. Fences and atomics of block scope order nothing between two
    blocks.
    """

    def __init__(self, state: State, segments: list[Segment], barrier_step: int) -> None:
        self._state = state
        parts: list[tuple[Lanes, ...]] = []
        for number, segment in enumerate(segments):
            for access in segment.log:
                if access.kind != "atomic" and not access.order:
                    continue
                lanes = state.all_lanes if access.lanes is None else access.lanes
                address = np.broadcast_to(access.offsets, len(lanes)) + (number << 48)
                # Lanes of one instruction have their turns in the order of lanes.
                sequence = (access.sequence << TURN_BITS) + np.arange(len(lanes))
                beyond, changes = (np.full(len(lanes), each) for each in (not access.block, access.kind == "atomic"))
                parts.append((sequence, lanes, address, access.stamps[lanes] // barrier_step, beyond, changes))
        columns: list[Lanes] = [np.concatenate(column) for column in zip(*parts, strict=True)] or [np.zeros(0, int)] * 6
        self._sequence, self._lane, self._address, self._epoch, self._beyond, self._changes = columns
        fences: dict[tuple[int, bool], list[int]] = defaultdict(list)
        for at, lanes, block in state.fences:  # in order of time
            for group in np.unique(state.group[lanes]).tolist():
                fences[group, True].append(at)
                if not block:
                    fences[group, False].append(at)
        self._fences = {key: np.array(times) for key, times in fences.items()}

    def orders(self, one: Event, two: Event) -> bool:
        """Whether the earlier access is released by its thread or block, and acquired by the other's thread or block.

        An atomic is also ordered before an access that a later atomic on its address is ordered before: the last to
        count may reset the counter.
        """
        first, second = (one, two) if one.sequence < two.sequence else (two, one)
        group = self._state.group
        within = group[first.lane] == group[second.lane]
        acquired = (self._sequence >> TURN_BITS < second.sequence) & (group[self._lane] == group[second.lane])
        acquired &= (self._lane == second.lane) | (self._epoch < second.epoch)
        if not within:
            acquired = acquired & self._beyond
        if self._counted(first, acquired):
            return True
        fences = self._fences.get((int(group[first.lane]), bool(within)), np.zeros(0, int))
        place = int(np.searchsorted(fences, first.sequence, "right"))
        if place == len(fences):
            return False
        released = (self._sequence >> TURN_BITS > fences[place]) & (group[self._lane] == group[first.lane])
        released &= (self._lane == first.lane) | (self._epoch > first.epoch)
        if not within:
            released = released & self._beyond
        for address in np.intersect1d(self._address[released], self._address[acquired]):
            here = self._address == address
            if self._sequence[released & here].min() < self._sequence[acquired & here].max():
                return True
        return False

    def _counted(self, event: Event, acquired: Lanes) -> bool:
        """Whether an access is an atomic, and one of the acquiring atomics follows on its address."""
        own = (self._lane == event.lane) & (self._sequence >> TURN_BITS == event.sequence) & self._changes
        after = acquired & self._changes
        return any(
            bool(np.any(after & (self._address == self._address[place]) & (self._sequence > self._sequence[place])))
            for place in np.flatnonzero(own)
        )
