"""Barriers of some threads of a block, by number: complete once as many have come as they are of."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.state import BARRIER_STEP, Lanes, State
from generator.emulation.scheduling.barriers import NUMBERS


@dataclass(frozen=True)
class _Arrival:
    """A lane at a barrier, how many barriers it had passed, and whether it waits there."""

    lane: int
    epoch: int
    waits: bool


class Counted:
    """The lanes that have come to barriers of some threads, by thread block and number of the barrier."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._came: dict[int, list[_Arrival]] = defaultdict(list)

    def arrive(self, numbers: Lanes, counts: Lanes, waits: bool) -> Lanes:
        """Notes the active lanes at barriers of these numbers, each of so many threads; the lanes that now pass."""
        state, lanes = self._state, self._state.active()
        numbers, counts = (np.broadcast_to(each, len(lanes)).astype(np.int64) for each in (numbers, counts))
        going = np.zeros(state.count, bool)
        keys = state.group[lanes] * NUMBERS + numbers % NUMBERS
        for lane, key, count in zip(lanes.tolist(), keys.tolist(), counts.tolist(), strict=True):
            came = self._came[key]
            came.append(_Arrival(lane, int(state.stamps[lane]) // BARRIER_STEP, waits))
            if len(came) >= count:
                self._pass([each.lane for each in came if each.waits], max(each.epoch for each in came), going)
                came.clear()
        return going

    def _pass(self, lanes: list[int], epoch: int, going: Lanes) -> None:
        """What any lane did before it came is ordered before what those that waited do afterwards."""
        going[lanes] = True
        stamps = self._state.stamps.copy()
        stamps[lanes] = (epoch + 1) * BARRIER_STEP
        self._state.stamps = stamps

    def forget(self, mask: Lanes) -> None:
        """Forgets that the lanes of a mask have come anywhere."""
        for key, came in self._came.items():
            self._came[key] = [each for each in came if not mask[each.lane]]
