"""Runs basic blocks: the lowest one that has lanes is next, which reconverges diverged lanes by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.state import Lanes, State
from generator.emulation.machine.warps import missing
from generator.emulation.scheduling.endless import Endless
from generator.emulation.scheduling.places import Places
from generator.emulation.scheduling.releasing import come, release, release_complete

FAIR = 61
"""Turns between those given to the least visited basic block, so that a lane that holds a lock makes progress."""


class Schedule(Places):
    """The turns of a launch's lanes, and how often each basic block was run, by how many lanes."""

    def __init__(self, state: State, blocks: list[Block], most_steps: int) -> None:
        super().__init__(state, blocks)
        self.limit = Endless(state, most_steps)
        self.visits = np.zeros(len(blocks), np.int64)
        self.lanes = np.zeros(len(blocks), np.int64)
        self.turns = 0
        self.exits = {place for place, each in enumerate(blocks) if each.only_leaves}
        self.one_by_one = False

    def run(self, *, one_by_one: bool = False) -> None:
        """Runs until every lane has exited, or has taken too many steps; ``one_by_one``: the first ready lane alone."""
        self.one_by_one = one_by_one
        state = self.state
        while self.ready or self.waiting:
            fair = self.turns % FAIR == 0
            if (fair or one_by_one) and self.waiting:
                release_complete(self)
            if not self.ready:
                release(self)
                continue
            place, mask = self._first_lane() if one_by_one else self._first_block(fair)
            alone = not self.ready and not self.waiting
            if alone or mask is None:
                mask = state.live
            # Lanes that only have to exit never read a register again.
            state.narrow(mask, alone=not self.waiting and self.exits.issuperset(self.ready))
            while place >= 0:
                last, place = place, self._block(place, alone)
                self.turns += 1
                fair = self.turns % FAIR == 0
                if self.limit.is_reached or (fair and self._recurs(place)):
                    self.limit.report(self.blocks[last])
                    return
                if place >= 0 and not alone and fair:
                    # A loop that waits for other lanes must let them run.
                    self.add(place, self.mask())
                    place = -1

    def _recurs(self, place: int) -> bool:
        now = {**self.ready, place: self.state.mask} if place >= 0 else self.ready
        return self.limit.recurs(now, self.waiting, self.visits)

    def _first_block(self, fair: bool) -> tuple[int, Lanes | None]:
        place = min(self.ready, key=self._visited) if fair else min(self.ready)
        return place, self.ready.pop(place)

    def _first_lane(self) -> tuple[int, Lanes]:
        """The basic block of the first ready lane, and a mask of that lane."""
        first = {place: 0 if mask is None else int(mask.argmax()) for place, mask in self.ready.items()}
        place = min(first, key=first.__getitem__)
        mask, lane = self.ready.pop(place), self.state.all_lanes == first[place]
        rest = ~lane if mask is None else mask & ~lane
        if rest.any():
            self.ready[place] = rest
        return place, lane

    def _visited(self, place: int) -> int:
        return int(self.visits[place])

    def _block(self, place: int, alone: bool) -> int:
        """Runs a basic block; gives the next one where its lanes go on together at once, else -1."""
        state, block = self.state, self.blocks[place]
        self.visits[place] += 1
        self.barriers.visit(place)
        lanes = state.count if state.mask is None else len(state.active())
        self.lanes[place] += lanes
        self.limit.count(len(block.items) + 1, lanes)
        state.ticks += len(block.items) + 1
        for step in block.steps:
            step(state)
        return _ENDS[block.end.kind](self, block.end, place, alone)

    def go(self, place: int, alone: bool) -> int:
        if place >= len(self.blocks):
            self.leave(self.mask())
            return -1
        if place not in self.ready and (alone or self.one_by_one or place <= min(self.ready, default=place)):
            return place
        self.add(place, self.mask())
        return -1

    def _branch(self, end: End, place: int, alone: bool) -> int:
        assert end.read is not None
        holds = end.read(self.state)
        if len(holds) == 1:
            return self.go(end.target if bool(holds[0]) != end.negated else place + 1, alone)
        if end.negated:
            holds = ~holds
        mask = self.state.mask
        taken = holds if mask is None else holds & mask
        count = int(np.count_nonzero(taken))
        if count == 0:
            return self.go(place + 1, alone)
        if count == (self.state.count if mask is None else len(self.state.active())):
            return self.go(end.target, alone)
        self.add(end.target, taken)
        self.add(place + 1, ~holds if mask is None else mask & ~holds)
        return -1

    def _exit(self, end: End, place: int, alone: bool) -> int:
        if end.read is None:
            self.leave(self.mask())
            return -1
        holds = self.state.on_every_lane(end.read(self.state)) != end.negated
        mask = self.mask()
        leaving = mask & holds
        if leaving.any():
            self.leave(leaving)
            rest = mask & ~holds
            if rest.any():
                self.add(place + 1, rest)
            return -1
        return self.go(place + 1, alone)

    def _table(self, end: End, place: int, alone: bool) -> int:
        assert end.read is not None
        index, mask = self.state.on_every_lane(end.read(self.state)), self.mask()
        for number in np.unique(index[mask]):
            self.add(end.targets[min(int(number), len(end.targets) - 1)], mask & (index == number))
        return -1

    def _barrier(self, end: End, place: int, alone: bool) -> int:
        self.barriers.arrive(place, end)
        self.waiting[place] = self.union(self.waiting.get(place), self.mask())
        return -1

    def _warp(self, end: End, place: int, alone: bool) -> int:
        state = self.state
        if end.members is not None and not alone:
            mask = self.union(self.waiting.pop(place, None), self.mask())
            state.narrow(mask)
            absent = missing(state, state.picked(end.members(state)))
            if len(absent):
                early = np.zeros(state.count, bool)
                early[absent] = True
                self.waiting[place] = early
                mask = mask & ~early
                if not mask.any():
                    return -1
                state.narrow(mask)
        self.carry_out(end)
        if not self.one_by_one:
            return self.go(place + 1, alone)
        self.add(place + 1, self.mask())
        return -1


_ENDS: dict[str, Callable[[Schedule, End, int, bool], int]] = {
    "next": lambda schedule, end, place, alone: schedule.go(place + 1, alone),
    "jump": lambda schedule, end, place, alone: schedule.go(end.target, alone),
    "branch": Schedule._branch,
    "exit": Schedule._exit,
    "table": Schedule._table,
    "warp": Schedule._warp,
    "barrier": Schedule._barrier,
    "count": come,
}
"""Kind of a basic block's end -> what its lanes do then."""
