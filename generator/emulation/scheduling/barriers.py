"""Barriers of thread blocks: which are complete, what is wrong at them, and the stamps of lanes that pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.state import BARRIER_STEP, Lanes, State

NUMBERS = 16
"""Number of barriers of a thread block."""


class Barriers:
    """The lanes at barriers. Exited lanes are not waited for, as PTX defines it on every architecture."""

    def __init__(self, state: State, blocks: Sequence[Block]) -> None:
        self._state, self._blocks = state, blocks
        joins = {block.end.join for block in blocks}
        self._passed = {join: np.zeros(state.count, np.int64) for join in joins}
        self._barrier = np.zeros(state.count, np.int64)

    def visit(self, place: int) -> None:
        """Counts a visit of the active lanes to a basic block that is the join after some barrier."""
        if place in self._passed:
            self._passed[place][self._state.active()] += 1

    def arrive(self, place: int, end: End) -> None:
        """Notes at which barrier the active lanes wait: the instruction, and the barrier's number."""
        assert end.read is not None
        number = self._state.picked(end.read(self._state)).astype(np.int64)
        self._barrier[self._state.active()] = place * NUMBERS + number % NUMBERS

    def complete(self, mask: Lanes) -> Lanes:
        """Of the lanes that wait at one instruction, those whose thread block has all its live lanes there."""
        state = self._state
        live = state.on_every_lane(np.ones(1, bool)) if state.live is None else state.live
        blocks = int(state.group.max()) + 1
        everyone, here = (np.bincount(state.group[lanes], minlength=blocks) for lanes in (live, mask))
        return mask & (here == everyone)[state.group]

    def wrong(self, place: int, mask: Lanes, together: Lanes) -> Iterator[tuple[str, Lanes]]:
        """Faults as the lanes of ``mask`` pass a barrier: a text and its lanes. ``together``: all that pass one now."""
        group = self._state.group
        yield "threads of one block wait at different barriers", mask & np.isin(group, self._several(together))
        yield "a barrier that not all threads of the block reach", mask & np.isin(group, self._left(place, mask))

    def _several(self, together: Lanes) -> Lanes:
        """The thread blocks whose lanes wait at several barriers."""
        group, barrier = self._state.group[together], self._barrier[together]
        one = np.zeros(int(group.max()) + 1, np.int64)
        one[group] = barrier
        return group[barrier != one[group]]

    def _left(self, place: int, mask: Lanes) -> Lanes:
        """The thread blocks with lanes that bypassed a barrier: they were at its join more often than others."""
        state = self._state
        if state.live is None:
            return state.group[:0]
        passed = self._passed[self._blocks[place].end.join]
        fewest = np.full(int(state.group.max()) + 1, np.iinfo(np.int64).max)
        np.minimum.at(fewest, state.group[mask], passed[mask])
        return state.group[(passed > fewest[state.group]) & ~state.live]


def stamp(state: State, mask: Lanes) -> None:
    """Advances the stamps of lanes that pass a barrier."""
    stamps = state.stamps.copy()
    stamps[mask] = (stamps[mask] // BARRIER_STEP + 1) * BARRIER_STEP
    state.stamps = stamps
