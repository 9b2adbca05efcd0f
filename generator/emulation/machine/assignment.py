"""Registers that may be read before anything was written to them: found in the text, then watched while it runs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from generator.emulation.machine.blocks import Block
from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.findings import Finding
from generator.emulation.machine.state import Lanes, State
from generator.emulation.ptx.program import Address, Instruction, Not, Operand, Pair, Register, Vector

_NO_RESULT = frozenset("st red bra brx bar barrier ret exit call membar fence trap prefetch cp stmatrix".split())
"""Instructions whose first operand is read, as is that of `wmma.store`; that of `bar.red` is a result."""


def watch(blocks: list[Block], names: Names) -> None:
    """Wraps the steps that touch registers which some way through the blocks reaches without a write."""
    suspects = _suspects(blocks, names)
    if not suspects:
        return
    suspects = _with_copies(blocks, names, suspects)
    for block in blocks:
        for place in range(len(block.steps)):
            item = block.items[place]
            if item.name in _FOLLOWED and item.guard is None and _numbered(item.operands[0], names) is not None:
                follow = _copied if item.name in _COPIES else _concluded
                block.steps[place] = follow(block.steps[place], item, names, suspects)
                continue
            read = [number for number in _numbers(_reads(item), names) if suspects >> number & 1]
            written = [number for number in _numbers(_writes(item), names) if suspects >> number & 1]
            if read or written:
                block.steps[place] = _watched(block.steps[place], item, read, written)
        end = block.end
        if end.item is None:
            continue
        read = [number for number in _numbers(_reads(end.item), names) if suspects >> number & 1]
        written = [number for number in _numbers(_writes(end.item), names) if suspects >> number & 1]
        if end.step is not None:
            end.step = _watched(end.step, end.item, read, written)
        elif end.read is not None and read:
            end.read = _decided(end.read, end.item, read)


_COPIES = ("mov", "selp")
"""Instructions that hand a value on: compilers do so with values that nobody uses, which is no fault."""

_CONCLUSIONS = ("and", "or", "setp")
"""Instructions that conclude a decision from others: compilers ask all of ``a || b`` at once, where ``a`` decides."""

_FOLLOWED = _COPIES + _CONCLUSIONS


def _with_copies(blocks: list[Block], names: Names, suspects: int) -> int:
    """The suspects with every register that is a copy of one."""
    copies = []
    for block in blocks:
        for item in block.items:
            if item.name in _FOLLOWED:
                sources = sum(1 << number for number in set(_numbers(_reads(item), names)))
                copies += [(number, sources) for number in _numbers(_writes(item), names)]
    while True:
        more = suspects
        for number, sources in copies:
            if sources & more:
                more |= 1 << number
        if more == suspects:
            return suspects
        suspects = more


def _numbered(operand: Operand, names: Names) -> int | None:
    return names.numbers.get(operand.name) if isinstance(operand, Register) else None


def _copied(step: Step, item: Instruction, names: Names, suspects: int) -> Step:
    """A copy whose result is as assigned as what was chosen."""
    target = names.numbers[item.operands[0].name]  # type: ignore[union-attr]
    sources = [_numbered(each, names) for each in item.operands[1:3]]
    tracked = [number is not None and bool(suspects >> number & 1) for number in sources]
    if not suspects >> target & 1:
        return step
    choose = names.read(item.operands[3], "pred") if item.name == "selp" else None

    def run(state: State) -> None:
        known = [
            state.assigned.get(number, np.zeros(1, bool)) if follow and number is not None else np.ones(1, bool)
            for number, follow in zip(sources, tracked, strict=True)
        ]
        found = known[0] if choose is None else np.where(choose(state), known[0], known[1])
        _assign(state, target, np.broadcast_to(found, state.count))
        step(state)

    return run


def _concluded(step: Step, item: Instruction, names: Names, suspects: int) -> Step:
    """A result that is assigned where all that it follows from is, or what alone decides it."""
    target = names.numbers[item.operands[0].name]  # type: ignore[union-attr]
    if not suspects >> target & 1:
        return step
    sources = [[n for n in _numbers(_registers(each), names) if suspects >> n & 1] for each in item.operands[1:]]
    decides = item.name in ("and", "or") and "pred" in item.modifiers
    values = [names.read(each, "pred") for each in item.operands[1:]] if decides else []

    def run(state: State) -> None:
        known = [_all_assigned(state, each) for each in sources]
        found = np.logical_and.reduce(known)
        for here, value in zip(known, values, strict=False):
            found = found | here & (value(state) if item.name == "or" else ~value(state))
        _assign(state, target, found)
        step(state)

    return run


def _all_assigned(state: State, numbers: list[int]) -> Lanes:
    found = np.ones(state.count, bool)
    for number in numbers:
        found = found & state.assigned.get(number, False)
    return found


def _assign(state: State, target: int, found: Lanes) -> None:
    """Note for the lanes that run whether a register holds something."""
    if state.mask is not None:
        found = np.where(state.mask, found, state.assigned.get(target, False))
    state.assigned[target] = found


def _suspects(blocks: list[Block], names: Names) -> int:
    """Bits of the registers that are read where not every way has written them."""
    defined = [0] * len(blocks)
    early = [0] * len(blocks)
    for number, block in enumerate(blocks):
        for item in block.items:
            for register in _numbers(_reads(item), names):
                if not defined[number] >> register & 1:
                    early[number] |= 1 << register
            if item.guard is None:
                for register in _numbers(_writes(item), names):
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


def _registers(operand: Operand | None) -> Iterator[str]:
    match operand:
        case Register(name):
            yield name
        case Address(base, _) | Not(base) if isinstance(base, Register):
            yield base.name
        case Vector(parts):
            for each in parts:
                yield from _registers(each)
        case Pair(first, second):
            yield from _registers(first)
            yield from _registers(second)


def _reads(item: Instruction) -> Iterator[str]:
    for place, operand in enumerate(item.operands):
        if place or not _has_result(item) or isinstance(operand, Address):
            yield from _registers(operand)
    yield from _registers(item.guard)


def _has_result(item: Instruction) -> bool:
    if item.name == "wmma":
        return "store" not in item.modifiers
    return item.name not in _NO_RESULT or (item.name in ("bar", "barrier") and "red" in item.modifiers)


def _writes(item: Instruction) -> Iterator[str]:
    if item.operands and _has_result(item):
        yield from _registers(item.operands[0])


def _numbers(found: Iterator[str], names: Names) -> Iterator[int]:
    for name in found:
        if name in names.numbers:
            yield names.numbers[name]


def _report_unassigned(state: State, item: Instruction, read: list[int]) -> None:
    for number in read:
        known = state.assigned.get(number)
        here = np.ones(state.count, bool) if state.mask is None else state.mask
        wrong = here if known is None else here & ~known
        if wrong.any():
            lanes = np.flatnonzero(wrong)
            state.report(
                Finding(
                    "uninitialized",
                    "a register is read that nothing has written",
                    item.line,
                    state.source(item.source),
                    "register",
                    threads=state.named(lanes),
                    count=len(lanes),
                )
            )


def _decided(value: Read, item: Instruction, read: list[int]) -> Read:
    """What a branch goes by, which has to hold something."""

    def run(state: State) -> Lanes:
        _report_unassigned(state, item, read)
        return value(state)

    return run


def _watched(step: Step, item: Instruction, read: list[int], written: list[int]) -> Step:
    def run(state: State) -> None:
        _report_unassigned(state, item, read)
        step(state)
        for number in written:
            here = np.ones(state.count, bool) if state.mask is None else state.mask
            known = state.assigned.get(number)
            state.assigned[number] = here if known is None else known | here

    return run
