"""Tells an endless launch: nothing has changed since its lanes stood where they stand, or it has done too much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.blocks import Block
from generator.emulation.machine.state import Lanes, State

TIMES = 2
"""Times that a launch has to come back to a former state: by then its lanes have been tried in other orders."""

COUNTED_TOGETHER = 1024
"""Lanes for which an instruction counts once in the limit: so many take hardly longer than one."""


_Places = Mapping[int, Lanes | None]
"""Basic block -> its lanes, None for all."""


@dataclass(frozen=True)
class _Moment:
    """What a launch goes on from: places of its lanes, registers, memory. Steps replace registers, never fill them."""

    places: dict[tuple[int, bool], Lanes | None]
    visits: Lanes
    registers: list[Lanes]
    memory: list[Lanes]


class Endless:
    """Counts the work of a launch, and compares it with its former states of moments 1, 2, 4, 8, ..."""

    def __init__(self, state: State, most_steps: int) -> None:
        self._state, self._most_steps = state, most_steps
        self._work = self._moments = self._times = 0
        self._kept: _Moment | None = None

    def count(self, instructions: int, lanes: int) -> None:
        """Counts instructions that so many lanes carry out together."""
        self._work += instructions * (1 + lanes // COUNTED_TOGETHER)

    @property
    def is_reached(self) -> bool:
        """Whether the launch has done more than it may."""
        return self._work > self._most_steps

    def recurs(self, ready: _Places, waiting: _Places, visits: Lanes) -> bool:
        """Whether the lanes at these basic blocks go on as before; ``visits``: of each basic block so far."""
        self._moments += 1
        places = {(place, group is waiting): mask for group in (ready, waiting) for place, mask in group.items()}
        places[-1, True] = self._state.live
        kept = self._kept
        if kept is not None and not self._state.copies and self._is_same(kept, places, visits):
            self._times += 1
        elif self._moments & (self._moments - 1) == 0:
            self._times = 0
            self._kept = _Moment(places, visits.copy(), self._registers(), [each.copy() for each in self._memory()])
        return self._times >= TIMES

    def report(self, block: Block) -> None:
        """Reports the launch at the basic block that it has come to."""
        item = block.items[-1] if block.items else block.end.item
        if item is not None:
            too_many = f"more than {self._most_steps:,} instructions"
            reason = too_many if self.is_reached else "nothing changes from round to round"
            self._state.report_at("endless", reason, item, self._state.active())

    def _registers(self) -> list[Lanes]:
        return [*self._state.registers, self._state.carry]

    def _memory(self) -> list[Lanes]:
        memory = self._state.memory
        return [each.data for each in (*memory.globals, memory.grid, memory.shared, memory.local) if each]

    def _is_same(self, kept: _Moment, places: dict[tuple[int, bool], Lanes | None], visits: Lanes) -> bool:
        """Whether all that the launch goes on from is as it was, and every lane that can run has run since."""
        return (
            kept.places.keys() == places.keys()
            and all(visits[place] > kept.visits[place] for place, waits in places if not waits)
            and all(_equal(kept.places[place], mask) for place, mask in places.items())
            and all(map(_equal, kept.registers, self._registers()))
            and all(map(_equal, kept.memory, self._memory()))
        )


def _equal(one: Lanes | None, other: Lanes | None) -> bool:
    """Whether two arrays have the same bits, NaNs included."""
    if one is other or one is None or other is None:
        return one is other
    return len(one) == len(other) and bool(np.array_equal(one.view(np.uint8), other.view(np.uint8)))
