"""Runs basic blocks: the lowest one that has lanes is next, which reconverges diverged lanes by itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.state import Lanes, State
from generator.emulation.machine.warps import missing, unnamed
from generator.emulation.scheduling.barriers import Barriers, stamp
from generator.emulation.scheduling.endless import Endless

FAIR = 61
"""Turns between those given to the least visited basic block, so that a lane that holds a lock makes progress."""


class Schedule:
    """Where the lanes of a launch are: masks of ready lanes by basic block, and of lanes that wait for others."""

    def __init__(self, state: State, blocks: list[Block], most_steps: int) -> None:
        self.state, self.blocks, self.limit = state, blocks, Endless(state, most_steps)
        self.ready: dict[int, Lanes | None] = {0: None}
        self.waiting: dict[int, Lanes] = {}
        self.visits = np.zeros(len(blocks), np.int64)
        self.lanes = np.zeros(len(blocks), np.int64)
        self.turns = 0
        self.exits = {place for place, each in enumerate(blocks) if each.only_leaves}
        self.barriers = Barriers(state, blocks)
        self.one_by_one = False

    def run(self, *, one_by_one: bool = False) -> None:
        """Runs until every lane has exited, or has taken too many steps; ``one_by_one``: the first ready lane alone."""
        self.one_by_one = one_by_one
        state = self.state
        while self.ready or self.waiting:
            fair = self.turns % FAIR == 0
            if (fair or one_by_one) and self.waiting:
                self._release_complete()
            if not self.ready:
                self._release()
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
                now = {**self.ready, place: state.mask} if place >= 0 else self.ready
                if self.limit.is_reached or (fair and self.limit.recurs(now, self.waiting, self.visits)):
                    self.limit.report(self.blocks[last])
                    return
                if place >= 0 and not alone and fair:
                    # A loop that waits for other lanes must let them run.
                    self._add(place, self._mask())
                    place = -1

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

    def _mask(self) -> Lanes:
        mask = self.state.mask
        return np.ones(self.state.count, bool) if mask is None else mask

    @staticmethod
    def _union(one: Lanes | None, other: Lanes) -> Lanes:
        return other if one is None else one | other

    def _go(self, place: int, alone: bool) -> int:
        if place >= len(self.blocks):
            self._leave(self._mask())
            return -1
        if place not in self.ready and (alone or self.one_by_one or place <= min(self.ready, default=place)):
            return place
        self._add(place, self._mask())
        return -1

    def _add(self, place: int, mask: Lanes) -> None:
        if place >= len(self.blocks):
            self._leave(mask)
            return
        self.ready[place] = self._union(self.ready.get(place), mask)

    def _branch(self, end: End, place: int, alone: bool) -> int:
        assert end.read is not None
        holds = end.read(self.state)
        if len(holds) == 1:
            return self._go(end.target if bool(holds[0]) != end.negated else place + 1, alone)
        if end.negated:
            holds = ~holds
        mask = self.state.mask
        taken = holds if mask is None else holds & mask
        count = int(np.count_nonzero(taken))
        if count == 0:
            return self._go(place + 1, alone)
        if count == (self.state.count if mask is None else len(self.state.active())):
            return self._go(end.target, alone)
        self._add(end.target, taken)
        self._add(place + 1, ~holds if mask is None else mask & ~holds)
        return -1

    def _exit(self, end: End, place: int, alone: bool) -> int:
        if end.read is None:
            self._leave(self._mask())
            return -1
        holds = self.state.on_every_lane(end.read(self.state)) != end.negated
        mask = self._mask()
        leaving = mask & holds
        if leaving.any():
            self._leave(leaving)
            rest = mask & ~holds
            if rest.any():
                self._add(place + 1, rest)
            return -1
        return self._go(place + 1, alone)

    def _leave(self, mask: Lanes) -> None:
        state = self.state
        state.live = ~mask if state.live is None else state.live & ~mask

    def _table(self, end: End, place: int, alone: bool) -> int:
        assert end.read is not None
        index, mask = self.state.on_every_lane(end.read(self.state)), self._mask()
        for number in np.unique(index[mask]):
            self._add(end.targets[min(int(number), len(end.targets) - 1)], mask & (index == number))
        return -1

    def _barrier(self, end: End, place: int, alone: bool) -> int:
        self.barriers.arrive(place, end)
        self.waiting[place] = self._union(self.waiting.get(place), self._mask())
        return -1

    def _warp(self, end: End, place: int, alone: bool) -> int:
        state = self.state
        if end.members is not None and not alone:
            mask = self._union(self.waiting.pop(place, None), self._mask())
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
        self._carry_out(end)
        if not self.one_by_one:
            return self._go(place + 1, alone)
        self._add(place + 1, self._mask())
        return -1

    def _carry_out(self, end: End) -> None:
        """Runs a warp's instruction; reports lanes that its mask does not name."""
        state = self.state
        assert end.step is not None and end.item is not None
        if end.members is not None:
            lost = unnamed(state, state.picked(end.members(state)))
            if len(lost):
                state.report_at("barrier", f"{end.item.opcode} by lanes that its mask does not name", end.item, lost)
        end.step(state)

    def _release_complete(self) -> None:
        """Releases thread blocks whose lanes all wait at one barrier, though lanes of other blocks still run."""
        for place in [each for each in self.waiting if self.blocks[each].end.kind != "warp"]:
            mask = self.waiting[place]
            going = self.barriers.complete(mask)
            if going.any():
                self._pass_barrier(place, going, going)
                self.waiting[place] = mask & ~going
                if not self.waiting[place].any():
                    del self.waiting[place]

    def _pass_barrier(self, place: int, mask: Lanes, together: Lanes) -> None:
        end = self.blocks[place].end
        assert end.item is not None
        for text, lanes in self.barriers.wrong(place, mask, together):
            if lanes.any():
                self.state.report_at("barrier", text, end.item, np.flatnonzero(lanes))
        if end.step is not None:
            self.state.narrow(mask)
            end.step(self.state)
        self._add(place + 1, mask)
        stamp(self.state, mask)

    def _release(self) -> None:
        """Releases waiting lanes, as no other can run: those at one warp instruction, else all at barriers."""
        for place in sorted(self.waiting):
            if self.blocks[place].end.kind == "warp":
                self._warp_together(place)
                return
        waiting, self.waiting = self.waiting, {}
        together = np.logical_or.reduce(list(waiting.values()))
        for place, mask in waiting.items():
            self._pass_barrier(place, mask, together)

    def _warp_together(self, place: int) -> None:
        state, end = self.state, self.blocks[place].end
        mask = self.waiting.pop(place)
        state.narrow(mask)
        assert end.members is not None and end.item is not None
        absent = missing(state, state.picked(end.members(state)))
        if len(absent):
            state.report_at("barrier", f"{end.item.opcode} without all lanes that its mask names", end.item, absent)
        self._carry_out(end)
        self._add(place + 1, mask)


_ENDS: dict[str, Callable[[Schedule, End, int, bool], int]] = {
    "next": lambda schedule, end, place, alone: schedule._go(place + 1, alone),
    "jump": lambda schedule, end, place, alone: schedule._go(end.target, alone),
    "branch": Schedule._branch,
    "exit": Schedule._exit,
    "table": Schedule._table,
    "warp": Schedule._warp,
    "barrier": Schedule._barrier,
}
"""Kind of a basic block's end -> what its lanes do then."""
