"""Counts of a launch's instructions and memory traffic; they are not a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from generator.emulation.instructions import INSTRUCTIONS
from generator.emulation.machine.blocks import class_of
from generator.emulation.machine.memory import Segment
from generator.emulation.machine.state import State
from generator.emulation.scheduling.schedule import Schedule

SECTOR = 32
"""Bytes of a sector, the unit of transfer of global memory."""


@dataclass(frozen=True)
class Counts:
    """Instructions of a launch by class, one for each thread; bytes by state space; sectors; share of active threads.

    ``active_share``: the mean share of the launch's threads that were active when a basic block was issued.
    ``sectors_per_request``: of global memory; 4 at best for a warp that reads four bytes a thread.
    ``contention``: the most threads of one atomic instruction on one address of global memory.
    """

    instructions: dict[str, int]
    bytes_read: dict[str, int]
    bytes_written: dict[str, int]
    sectors_per_request: float
    active_share: float
    contention: int


def counted(state: State, schedule: Schedule) -> Counts:
    """The counts of a launch that has run."""
    instructions: dict[str, int] = {}
    for block, lanes in zip(schedule.blocks, schedule.lanes.tolist(), strict=True):
        for item in block.items:
            name = class_of(item, INSTRUCTIONS)
            instructions[name] = instructions.get(name, 0) + lanes
    reads: dict[str, int] = {}
    writes: dict[str, int] = {}
    requests = sectors = contention = 0
    segments = [*state.memory.globals, *(each for each in (state.memory.shared, state.memory.local) if each)]
    for segment in segments:
        for access in segment.log:
            lanes = len(state.all_lanes if access.lanes is None else access.lanes)
            if access.kind in ("read", "atomic"):
                reads[segment.space] = reads.get(segment.space, 0) + lanes * access.size
            if access.kind in ("write", "atomic"):
                writes[segment.space] = writes.get(segment.space, 0) + lanes * access.size
        if segment.space == "global":
            more_requests, more_sectors, most = _traffic(state, segment)
            requests, sectors, contention = requests + more_requests, sectors + more_sectors, max(contention, most)
    visits = int(schedule.visits.sum()) * state.count
    return Counts(
        dict(sorted(instructions.items())), reads, writes, sectors / requests if requests else 0.0,
        int(schedule.lanes.sum()) / visits if visits else 0.0, contention,
    )  # fmt: skip


def _traffic(state: State, segment: Segment) -> tuple[int, int, int]:
    requests = sectors = contention = 0
    wide = int(state.warp.max()) + 1
    for access in segment.log:
        lanes = state.all_lanes if access.lanes is None else access.lanes
        offsets = np.broadcast_to(access.offsets, len(lanes)) if len(access.offsets) == 1 else access.offsets
        if not len(lanes):
            continue
        warp = state.warp[lanes]
        requests += len(np.unique(warp))
        sectors += len(np.unique(offsets // SECTOR * wide + warp))
        if access.kind == "atomic":
            contention = max(contention, int(np.unique(offsets, return_counts=True)[1].max()))
    return requests, sectors, contention
