"""Records a launch on request: a trace of registers, issues and active lanes by line, maps of memory accesses."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.memory import Segment
from generator.emulation.machine.state import State
from generator.emulation.opcodes.types import DTYPES, types_of
from generator.emulation.ptx.program import Instruction, Pair, Register, Vector
from generator.emulation.scheduling.schedule import Schedule

CELLS = 256
"""Most cells of the map of an allocation."""


@dataclass(frozen=True)
class Traced:
    """One executed instruction: how many lanes were active, and the registers that it set.

    ``registers``: each name with its values, one for each traced lane, empty where the lane was not active.
    """

    line: int
    opcode: str
    active: int
    registers: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class LineUse:
    """How often the instruction of a line was issued, and the sum of its active lanes over all issues."""

    line: int
    source: str
    opcode: str
    issues: int
    lanes: int


@dataclass(frozen=True)
class Cell:
    """A few neighbouring bytes: their accesses, and the lowest and highest number of a thread that accessed them."""

    offset: int
    reads: int
    writes: int
    atomics: int
    first_thread: int
    last_thread: int


@dataclass(frozen=True)
class TouchMap:
    """The accessed cells, of ``cell_bytes`` each, of an allocation; shared memory is summed over all blocks."""

    space: str
    name: str
    size: int
    cell_bytes: int
    cells: tuple[Cell, ...]


@dataclass
class Recording:
    """Filled by the launch that it is passed to. ``trace_steps`` and ``trace_lanes`` limit ``trace``."""

    trace_steps: int = 0
    trace_lanes: int = 4
    trace: list[Traced] = field(default_factory=list)
    lines: list[LineUse] = field(default_factory=list)
    memory: list[TouchMap] = field(default_factory=list)

    def traced(self, blocks: list[Block], names: Names) -> list[Block]:
        """The blocks with steps that add themselves to the trace; unchanged where no trace is wanted."""
        return [self._block(block, names) for block in blocks] if self.trace_steps else blocks

    def finish(self, state: State, schedule: Schedule) -> None:
        """Fills ``lines`` and ``memory`` from a launch that has run."""
        for block, issues, lanes in zip(
            schedule.blocks, schedule.visits.tolist(), schedule.lanes.tolist(), strict=True
        ):
            for item in block.items if issues else ():
                self.lines.append(LineUse(item.line, state.source(item.source), item.opcode, issues, lanes))
        self.lines.sort(key=lambda each: each.line)
        segments = [*state.memory.globals, *filter(None, (state.memory.shared,))]
        self.memory = [_touch_map(state, *each) for segment in segments for each in _variables(segment)]

    def _block(self, block: Block, names: Names) -> Block:
        steps = [self._step(step, item, names) for step, item in zip(block.steps, block.items, strict=False)]
        end = block.end
        if end.item is None:
            return replace(block, steps=steps)
        if end.step is not None:
            return replace(block, steps=steps, end=replace(end, step=self._step(end.step, end.item, names)))
        return replace(block, steps=[*steps, self._end(end, end.item, names)])

    def _step(self, step: Step, item: Instruction, names: Names) -> Step:
        targets = [each for each in _targets(item) if each.name in names.numbers]

        def run(state: State) -> None:
            step(state)
            if len(self.trace) < self.trace_steps:
                values = tuple((each.name, self._values(state, names.numbers[each.name], item)) for each in targets)
                self.trace.append(Traced(item.line, item.opcode, len(state.active()), values))

        return run

    def _end(self, end: End, item: Instruction, names: Names) -> Step:
        """A step that only adds a branch or a barrier, with its active lanes, to the trace."""
        return self._step(lambda state: None, replace(item, operands=()), names)

    def _values(self, state: State, register: int, item: Instruction) -> tuple[str, ...]:
        values = state.registers[register]
        types = types_of(item.modifiers)
        if types and values.dtype != bool and DTYPES[types[0]].itemsize == values.dtype.itemsize:
            values = values.view(DTYPES[types[0]])
        shown = np.broadcast_to(values, state.count)
        lanes = range(min(self.trace_lanes, state.count))
        return tuple(str(shown[lane]) if state.mask is None or state.mask[lane] else "" for lane in lanes)


def _targets(item: Instruction) -> list[Register]:
    if not item.operands:
        return []
    first: Any = item.operands[0]
    parts = first.parts if isinstance(first, Vector) else (first.first, first.second) if isinstance(first, Pair) else ()
    return [each for each in (parts or (first,)) if isinstance(each, Register)]


def _variables(segment: Segment) -> list[tuple[Segment, str, int, int]]:
    """The variables of a segment: the segment, name, begin and size of each; an argument is one variable."""
    found = segment.names or ((segment.name, 0, segment.stride),)
    return [(segment, name, start, size) for name, start, size in found if size]


def _touch_map(state: State, segment: Segment, name: str, start: int, size: int) -> TouchMap:
    cell = max(4, -(-size // CELLS))
    count = -(-size // cell)
    touched = {kind: np.zeros(count, np.int64) for kind in ("read", "write", "atomic")}
    first, last = np.full(count, state.count, np.int64), np.full(count, -1, np.int64)
    threads = state.group * state.threads + state.thread
    for access in [each for each in segment.log if each.kind in touched]:
        lanes = state.all_lanes if access.lanes is None else access.lanes
        offsets = np.broadcast_to(access.offsets, len(lanes)).astype(np.int64) % segment.stride - start
        inside = (offsets >= 0) & (offsets < size)
        begins, owners = offsets[inside] // cell, threads[lanes[inside]]
        ends = np.minimum((offsets[inside] + access.size - 1) // cell, count - 1)
        for step in range(access.size // cell + 2):
            here = begins + step <= ends
            places, who = begins[here] + step, owners[here]
            np.add.at(touched[access.kind], places, 1)
            np.minimum.at(first, places, who)
            np.maximum.at(last, places, who)
    reads, writes, atomics = (touched[kind].tolist() for kind in ("read", "write", "atomic"))
    cells = tuple(
        Cell(place * cell, reads[place], writes[place], atomics[place], int(first[place]), int(last[place]))
        for place in np.flatnonzero(last >= 0).tolist()
    )
    return TouchMap(segment.space, name, size, cell, cells)
