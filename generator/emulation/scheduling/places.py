"""Where the lanes of a launch are: masks of ready lanes by basic block, and of lanes that wait for others."""

from __future__ import annotations

import numpy as np

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.state import Lanes, State
from generator.emulation.machine.warps import unnamed
from generator.emulation.scheduling.barriers import Barriers
from generator.emulation.scheduling.counted import Counted


class Places:
    """The lanes by the basic block that they run next, or behind which they wait."""

    def __init__(self, state: State, blocks: list[Block]) -> None:
        self.state, self.blocks = state, blocks
        self.ready: dict[int, Lanes | None] = {0: None}
        self.waiting: dict[int, Lanes] = {}
        self.barriers, self.counted = Barriers(state, blocks), Counted(state)

    def mask(self) -> Lanes:
        mask = self.state.mask
        return np.ones(self.state.count, bool) if mask is None else mask

    @staticmethod
    def union(one: Lanes | None, other: Lanes) -> Lanes:
        return other if one is None else one | other

    def add(self, place: int, mask: Lanes) -> None:
        if place >= len(self.blocks):
            self.leave(mask)
            return
        self.ready[place] = self.union(self.ready.get(place), mask)

    def leave(self, mask: Lanes) -> None:
        state = self.state
        state.live = ~mask if state.live is None else state.live & ~mask

    def carry_out(self, end: End) -> None:
        """Runs a warp's instruction; reports lanes that its mask does not name."""
        state = self.state
        assert end.step is not None and end.item is not None
        if end.members is not None:
            lost = unnamed(state, state.picked(end.members(state)))
            if len(lost):
                state.report_at("barrier", f"{end.item.opcode} by lanes that its mask does not name", end.item, lost)
        end.step(state)
