"""Registers that may be read before anything was written to them: found in the text, then watched while it runs."""

from __future__ import annotations

from collections.abc import Iterator

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.decoding import Lanes, Names, Step
from generator.emulation.machine.state import State
from generator.emulation.machine.unwritten import carried, checked, computes, rule_of, watched
from generator.emulation.machine.uses import reads, writes
from generator.emulation.ptx.program import Instruction


def watch(blocks: list[Block], names: Names) -> None:
    """Wraps the steps that touch registers which some way through the blocks reaches without a write.

    What only computes hands on that its result is of no use; what decides something by it (a branch, an address, a
    store) is the finding, which names the first instruction that read what nothing had written.
    """
    suspects = _suspects(blocks, names)
    if not suspects:
        return
    origins: dict[int, Instruction] = {}
    suspects = _with_results(blocks, names, suspects, origins)
    for block in blocks:
        for place in range(len(block.steps)):
            block.steps[place] = _wrapped(block.steps[place], block.items[place], names, suspects, origins)
        end = block.end
        if end.item is not None and (end.step is not None or end.read is not None):
            _watch_end(end, end.item, names, suspects, origins)


def _wrapped(step: Step, item: Instruction, names: Names, suspects: int, origins: dict[int, Instruction]) -> Step:
    read = [number for number in reads(item, names) if suspects >> number & 1]
    written = [number for number in writes(item, names) if suspects >> number & 1]
    if read and computes(item):
        return carried(step, rule_of(item, names, suspects), written)
    return watched(step, item, read, written, origins) if read or written else step


def _watch_end(end: End, item: Instruction, names: Names, suspects: int, origins: dict[int, Instruction]) -> None:
    read = [number for number in reads(item, names) if suspects >> number & 1]
    written = [number for number in writes(item, names) if suspects >> number & 1]
    decides = end.read
    if end.step is not None:
        if read or written:
            end.step = watched(end.step, item, read, written, origins)
    elif read and decides is not None:
        check = checked(item, read, origins)

        def decided(state: State) -> Lanes:
            check(state)
            return decides(state)

        end.read = decided


def _with_results(blocks: list[Block], names: Names, suspects: int, origins: dict[int, Instruction]) -> int:
    """The suspects with every register that is computed from one; ``origins`` has the first to read it of each."""
    while True:
        more = suspects
        for item in (item for block in blocks for item in block.items if computes(item)):
            read = [number for number in reads(item, names) if more >> number & 1]
            for number in writes(item, names) if read else ():
                if not more >> number & 1:
                    origins[number] = origins.get(read[0], item)
                    more |= 1 << number
        if more == suspects:
            return suspects
        suspects = more


def _suspects(blocks: list[Block], names: Names) -> int:
    """Bits of the registers that are read where not every way has written them."""
    defined = [0] * len(blocks)
    early = [0] * len(blocks)
    for number, block in enumerate(blocks):
        for item in block.items:
            for register in reads(item, names):
                if not defined[number] >> register & 1:
                    early[number] |= 1 << register
            if item.guard is None:
                for register in writes(item, names):
                    defined[number] |= 1 << register
    arriving: dict[int, int] = {0: 0}
    queue = [0]
    while queue:
        number = queue.pop()
        leaving = arriving[number] | defined[number]
        for target in _successors(blocks, number):
            known = leaving & arriving.get(target, leaving)
            if arriving.get(target) != known:
                arriving[target] = known
                queue.append(target)
    found = 0
    for number, known in arriving.items():
        found |= early[number] & ~known
    return found


def _successors(blocks: list[Block], number: int) -> Iterator[int]:
    end = blocks[number].end
    if end.kind in ("jump", "branch"):
        yield end.target
    if end.kind == "table":
        yield from end.targets
    falls = end.kind in ("next", "branch", "barrier", "warp") or (end.kind == "exit" and end.read is not None)
    if falls and number + 1 < len(blocks):
        yield number + 1
