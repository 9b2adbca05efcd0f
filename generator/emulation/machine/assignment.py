"""Registers that may be read before they are written: found by data flow, then watched at run time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from generator.emulation.machine.blocks import Block, End, successors
from generator.emulation.machine.decoding import Lanes, Names
from generator.emulation.machine.state import State
from generator.emulation.machine.unwritten import FIRST, NEVER, carried, checked, computes, rule_of, taken, watched
from generator.emulation.ptx.program import Instruction


def watch(blocks: list[Block], names: Names) -> dict[int, Lanes]:
    """Wraps the steps that use suspects: registers that a shuffle sets, or that may be read before they are written.

    Gives the start of `State.unwritten`: the latter registers, as never written.
    An instruction that only computes passes an unwritten operand on to its result. One that decides by it (a branch, an
    address, a store) is a finding, which names the first instruction that read the unwritten register.
    """
    early = _early(blocks, names)
    shuffles = [
        written
        for block in blocks
        for item, (_, written) in zip(block.items, block.uses, strict=True)
        if item.name == "shfl"
    ]
    suspects = early.union(*shuffles) & names.numbers.keys()
    if not suspects:
        return {}
    _add_results(blocks, names, suspects)
    items = [item for block in blocks for item in block.items]
    numbers = count(FIRST)
    for block in blocks:
        for place, (item, (read, written)) in enumerate(zip(block.items, block.uses, strict=True)):
            number = next(numbers)
            if suspects.isdisjoint(read) and suspects.isdisjoint(written):
                continue
            reads, writes = ([names.numbers[each] for each in used if each in suspects] for used in (read, written))
            if item.name == "shfl" and block.end.step is not None:
                block.end.step = taken(block.end.step, item, number, names, suspects, items)
            elif place == len(block.steps):
                _watch_end(block.end, item, reads, writes, items)
            elif reads and computes(item):
                block.steps[place] = carried(block.steps[place], number, rule_of(item, names, suspects), writes)
            else:
                block.steps[place] = watched(block.steps[place], item, reads, writes, items)
    return {names.numbers[each]: NEVER for each in early}


def _watch_end(end: End, item: Instruction, read: list[int], written: list[int], items: Sequence[Instruction]) -> None:
    decides = end.read
    if end.step is not None:
        end.step = watched(end.step, item, read, written, items)
    elif read and decides is not None:
        check = checked(item, read, items)

        def decided(state: State) -> Lanes:
            check(state)
            return decides(state)

        end.read = decided


def _add_results(blocks: list[Block], names: Names, suspects: set[str]) -> None:
    """Adds every register that is computed from a suspect, directly or not."""
    every = [uses for block in blocks for item, uses in zip(block.items, block.uses, strict=True) if computes(item)]
    known = 0
    while known < len(suspects):
        known = len(suspects)
        for read, written in every:
            if not suspects.isdisjoint(read):
                suspects.update(name for name in written if name in names.numbers)


def _early(blocks: list[Block], names: Names) -> set[str]:
    """The registers that are read where not every path from the entry has written them."""
    defined: list[set[str]] = []
    early: list[set[str]] = []
    for block in blocks:
        known: set[str] = set()
        found: set[str] = set()
        for item, (read, written) in zip(block.items, block.uses, strict=True):
            if not known.issuperset(read):
                found.update(each for each in read if each not in known)
            if item.guard is None:
                known.update(written)
        defined.append(known)
        early.append(found & names.numbers.keys())
    # Only registers that some block reads before it writes them have to be followed through the blocks.
    bits = {name: 1 << number for number, name in enumerate(sorted(set().union(*early)))}
    settled = [sum(bits[name] for name in known if name in bits) for known in defined]
    arriving: dict[int, int] = {0: 0}
    queue = [0]
    while queue:
        number = queue.pop()
        leaving = arriving[number] | settled[number]
        for target in successors(blocks, number):
            here = leaving & arriving.get(target, leaving)
            if arriving.get(target) != here:
                arriving[target] = here
                queue.append(target)
    return {name for number, here in arriving.items() for name in early[number] if not here & bits[name]}
