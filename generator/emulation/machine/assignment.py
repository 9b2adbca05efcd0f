"""Registers that may be read before anything was written to them: found in the text, then watched while it runs."""

from __future__ import annotations

from collections.abc import Iterator

from generator.emulation.machine.blocks import Block, End
from generator.emulation.machine.decoding import Lanes, Names
from generator.emulation.machine.state import State
from generator.emulation.machine.unwritten import carried, checked, computes, rule_of, watched
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
    _add_results(blocks, names, suspects, origins)
    for block in blocks:
        for place, (item, (read, written)) in enumerate(zip(block.items, block.uses, strict=True)):
            if suspects.isdisjoint(read) and suspects.isdisjoint(written):
                continue
            reads, writes = ([names.numbers[each] for each in used if each in suspects] for used in (read, written))
            if place == len(block.steps):
                _watch_end(block.end, item, reads, writes, origins)
            elif reads and computes(item):
                block.steps[place] = carried(block.steps[place], rule_of(item, names, suspects), writes)
            else:
                block.steps[place] = watched(block.steps[place], item, reads, writes, origins)


def _watch_end(
    end: End, item: Instruction, read: list[int], written: list[int], origins: dict[int, Instruction]
) -> None:
    decides = end.read
    if end.step is not None:
        end.step = watched(end.step, item, read, written, origins)
    elif read and decides is not None:
        check = checked(item, read, origins)

        def decided(state: State) -> Lanes:
            check(state)
            return decides(state)

        end.read = decided


def _add_results(blocks: list[Block], names: Names, suspects: set[str], origins: dict[int, Instruction]) -> None:
    """Adds every register that is computed from a suspect; ``origins`` has the first to read it of each."""
    every = [
        (item, *uses) for block in blocks for item, uses in zip(block.items, block.uses, strict=True) if computes(item)
    ]
    known = 0
    while known < len(suspects):
        known = len(suspects)
        for item, read, written in every:
            if suspects.isdisjoint(read):
                continue
            first = next(each for each in read if each in suspects)
            for name in written:
                if name not in suspects and name in names.numbers:
                    origins[names.numbers[name]] = origins.get(names.numbers[first], item)
                    suspects.add(name)


def _suspects(blocks: list[Block], names: Names) -> set[str]:
    """The registers that are read where not every way has written them."""
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
    # Only what some block reads before it writes it has to be followed through the blocks.
    bits = {name: 1 << number for number, name in enumerate(sorted(set().union(*early)))}
    settled = [sum(bits[name] for name in known if name in bits) for known in defined]
    arriving: dict[int, int] = {0: 0}
    queue = [0]
    while queue:
        number = queue.pop()
        leaving = arriving[number] | settled[number]
        for target in _successors(blocks, number):
            here = leaving & arriving.get(target, leaving)
            if arriving.get(target) != here:
                arriving[target] = here
                queue.append(target)
    return {name for number, here in arriving.items() for name in early[number] if not here & bits[name]}


def _successors(blocks: list[Block], number: int) -> Iterator[int]:
    end = blocks[number].end
    if end.kind in ("jump", "branch"):
        yield end.target
    if end.kind == "table":
        yield from end.targets
    falls = end.kind in ("next", "branch", "barrier", "warp") or (end.kind == "exit" and end.read is not None)
    if falls and number + 1 < len(blocks):
        yield number + 1
