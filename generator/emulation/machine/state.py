"""The state of a launch: lanes, registers, masks, memory, findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from generator.emulation.machine.findings import Finding, Thread
from generator.emulation.machine.memory import Memory, Segment, next_sequence
from generator.emulation.ptx.program import Instruction

Lanes = np.ndarray[Any, Any]
WARP = 32
"""Threads of a warp."""

BARRIER_STEP = 1 << 32
"""Added to a lane's stamp by a barrier of its block; a warp's barrier adds 1."""


@dataclass
class Copy:
    """A `cp.async` that is not waited for: by lane, its target, its bytes and the number of its copy group."""

    item: Instruction
    segment: Segment
    lanes: Lanes
    offsets: Lanes
    data: Lanes
    groups: Lanes


class Trap(Exception):
    """A thread executed `trap`, or an assertion failed: the launch ends."""


class State:
    """One launch. Lanes are numbered in the order of execution; ``order`` has the thread of each.

    ``mask``: the active lanes, None for all. ``keep``: the only lanes in which a register may be written, None for no
    limit (all are active, or the others never read again). ``live``: None while no lane has exited. ``sources``: the
    lanes that the last shuffle read, -1 where undefined. ``unwritten``: the blame of registers that may be unwritten
    (`machine/unwritten.py`).
    """

    def __init__(self, grid: tuple[int, int, int], block: tuple[int, int, int], order: Lanes, memory: Memory) -> None:
        self.grid, self.block, self.memory = grid, block, memory
        self.threads = prod(block)
        self.count = self.threads * prod(grid)
        self.order = order
        self.group = order // self.threads
        self.thread = order % self.threads
        self.warp = self.group * -(-self.threads // WARP) + self.thread // WARP
        self.lane_in_warp = self.thread % WARP
        self.registers: list[Lanes] = []
        self.mask: Lanes | None = None
        self.keep: Lanes | None = None
        self.live: Lanes | None = None
        self._active: Lanes | None = None
        self.stamps = np.zeros(self.count, np.int64)
        self.findings: list[Finding] = []
        self._places: dict[tuple[str, int], int] = {}
        self.traps: list[str] = []
        self.printed: list[str] = []
        self.files: dict[int, str] = {}
        self.ticks = 0
        self.carry = np.zeros(1, np.uint64)
        self.sources = np.zeros(1, np.int64)
        self.classes: Counter[str] = Counter()
        self.all_lanes = np.arange(self.count)
        self.dynamic_shared = 0
        self.unwritten: dict[int, Lanes] = {}
        self.warp_table: Lanes | None = None
        self.fences: list[tuple[int, Lanes, bool]] = []
        self.copies: list[Copy] = []
        self.copy_groups = np.zeros(self.count, np.int64)

    def group_in(self, segment: Segment) -> Lanes | None:
        """The group of each lane in a segment: its block (shared) or its thread (local); None: one group for all."""
        return {"shared": self.group, "local": self.order}.get(segment.space)

    def narrow(self, mask: Lanes | None, *, alone: bool = False) -> None:
        """Activates the lanes of a mask; ``alone``: no other lane reads a register again, so writes need no mask."""
        self.mask = mask
        self.keep = None if alone else mask
        self._active = None

    def active(self) -> Lanes:
        """Numbers of the active lanes."""
        if self.mask is None:
            return self.all_lanes
        if self._active is None:
            self._active = np.flatnonzero(self.mask)
        return self._active

    def picked(self, value: Lanes) -> Lanes:
        """The values of the active lanes; length 1 stays."""
        return value if self.mask is None or len(value) == 1 else value[self.active()]

    def on_every_lane(self, value: Lanes) -> Lanes:
        """The value with an element for each lane, read-only."""
        return value if len(value) == self.count else np.broadcast_to(value, self.count)

    def write(self, register: int, value: Lanes) -> None:
        """Sets a register in the active lanes; ``value`` has one element for each of them, or one for all."""
        if self.mask is None:
            self.registers[register] = value
            return
        old = self.registers[register]
        new = np.empty(self.count, old.dtype)
        new[:] = old
        new[self.active()] = value
        self.registers[register] = new

    def fence(self, block: bool) -> None:
        """Logs that the active lanes pass a fence now; ``block``: it orders only for their own block."""
        self.fences.append((next_sequence(), self.active(), block))

    def report(self, finding: Finding) -> None:
        """Keeps a finding, if it is the first of its kind and line."""
        key = (finding.kind, finding.line)
        place = self._places.get(key)
        if place is None:
            self._places[key] = len(self.findings)
            self.findings.append(finding)

    def report_at(self, kind: str, text: str, item: Instruction, lanes: Lanes, space: str = "") -> None:
        """Keeps a finding of an instruction in the lanes of these numbers."""
        threads, source = self.named(lanes), self.source(item.source)
        self.report(Finding(kind, text, item.line, source, space, threads=threads, count=len(lanes)))

    def named(self, lanes: Lanes) -> tuple[Thread, ...]:
        """The first eight of the lanes as threads."""
        return tuple(Thread(int(self.group[lane]), int(self.thread[lane])) for lane in lanes[:8])

    def source(self, place: tuple[int, int]) -> str:
        """`.loc` as "file:line"."""
        return f"{self.files.get(place[0], place[0])}:{place[1]}" if place[1] else ""
