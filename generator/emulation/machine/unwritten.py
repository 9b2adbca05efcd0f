"""Values of registers that nothing has written: handed on by what computes, a finding where they decide something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import Lanes, State
from generator.emulation.machine.warps import spread
from generator.emulation.opcodes.table import OPCODES
from generator.emulation.ptx.program import Instruction, Operand, Pair
from generator.emulation.ptx.uses import registers

_MOVES = frozenset({"mov", "setp", "cvta", "isspacep"})
"""Instructions with a builder of their own that only compute; so do all of the table of opcodes."""

_WRITTEN = np.zeros(1, np.int32)
NEVER = np.ones(1, np.int32)
Rule = Callable[[State], Lanes]
"""What is to blame for each lane's result: 0 where nothing unwritten decides it, 1 where that was not read before.

From `FIRST` on it is the number of the instruction that read it first.
"""

FIRST = 2


def computes(item: Instruction) -> bool:
    """Whether all that an instruction does is to set registers, in all lanes that come to it."""
    return item.guard is None and "cc" not in item.modifiers and (item.name in OPCODES or item.name in _MOVES)


def rule_of(item: Instruction, names: Names, suspects: Collection[str]) -> Rule:
    """How an instruction's result follows from its operands; `and`, `or` and `selp` need not all of them."""
    blames = [_blamed([operand], names, suspects) for operand in item.operands[1:]]
    every = _blamed(item.operands[1:], names, suspects)

    def unless_all(rule: Rule) -> Rule:
        return lambda state: found if (found := every(state)) is _WRITTEN else rule(state)

    if item.name == "selp":
        choose = names.read(item.operands[3], "pred")
        one, other, choice = blames
        return unless_all(lambda state: np.maximum(np.where(choose(state), one(state), other(state)), choice(state)))
    if item.name in _SETTLING and len(blames) == 2:
        kind = item.modifiers[-1]
        first, second = (_settles(names.read(operand, kind), item.name, kind) for operand in item.operands[1:])

        def unsettled(state: State) -> Lanes:
            a, b = (blame(state) for blame in blames)
            return np.where(((a == 0) & first(state)) | ((b == 0) & second(state)), 0, np.maximum(a, b))

        return unless_all(unsettled)
    return every


def taken(
    step: Step, item: Instruction, number: int, names: Names, suspects: Collection[str], items: Sequence[Instruction]
) -> Step:
    """The step of `shfl`: it hands on what the lane that is read has; which one that is has to be written."""
    check = checked(item, _numbers(item.operands[2:], names, suspects), items)
    blame = _blamed(item.operands[1:2], names, suspects)
    target = item.operands[0]
    value, inside = (target.first, [target.second]) if isinstance(target, Pair) else (target, [])
    values, others = (_numbers(each, names, suspects) for each in ([value], inside))

    def run(state: State) -> None:
        check(state)
        unwritten = blame(state)
        step(state)
        lanes, found = state.sources, _WRITTEN
        if unwritten is not _WRITTEN or int(lanes.min()) < 0:
            found = spread(state, np.where(lanes < 0, NEVER, state.on_every_lane(unwritten)[lanes]), np.int32)
        for register in values:
            _note(state, register, _read_by(number, found))
        for register in others:
            _note(state, register, _WRITTEN)

    return run


_SETTLING = ("and", "or")
"""Instructions in which one operand settles the result whatever the other is: zero for `and`, all bits for `or`."""


def _settles(read: Read, name: str, kind: str) -> Rule:
    def found(state: State) -> Lanes:
        values = read(state)
        if name == "or" and kind == "b16":  # NVRTC keeps `bool` so, as 0 or 1
            return values != 0
        return values == (values.dtype.type(0) if name == "and" else ~values.dtype.type(0))

    return found


def _numbers(operands: Sequence[Operand], names: Names, suspects: Collection[str]) -> list[int]:
    return [names.numbers[name] for each in operands for name in registers(each) if name in suspects]


def _blamed(operands: Sequence[Operand], names: Names, suspects: Collection[str]) -> Rule:
    own = _numbers(operands, names, suspects)

    def blame(state: State) -> Lanes:
        found = _WRITTEN
        for register in own:
            if (unwritten := state.unwritten.get(register, _WRITTEN)) is not _WRITTEN:
                found = unwritten if found is _WRITTEN else np.maximum(found, unwritten)
        return found

    return blame


def carried(step: Step, number: int, rule: Rule, written: Sequence[int]) -> Step:
    """The step of an instruction of this number, whose results are as written as the rule says."""

    def run(state: State) -> None:
        found = rule(state)
        step(state)
        for register in written:
            _note(state, register, _read_by(number, found))

    return run


def _read_by(number: int, blame: Lanes) -> Lanes:
    return blame if blame is _WRITTEN else np.where(blame == NEVER, number, blame)


def _note(state: State, register: int, found: Lanes) -> None:
    old = state.unwritten.get(register, _WRITTEN)
    if found is _WRITTEN and (state.mask is None or old is _WRITTEN):
        state.unwritten[register] = _WRITTEN
        return
    new = found if state.mask is None else np.where(state.mask, found, old)
    state.unwritten[register] = new if new.any() else _WRITTEN


def watched(
    step: Step, item: Instruction, read: Sequence[int], written: Sequence[int], items: Sequence[Instruction]
) -> Step:
    """A step that reports what it reads unwritten; its results count as written."""
    check = checked(item, read, items)

    def run(state: State) -> None:
        check(state)
        step(state)
        for register in written:
            _note(state, register, _WRITTEN)

    return run


def checked(item: Instruction, read: Sequence[int], items: Sequence[Instruction]) -> Callable[[State], None]:
    """What reports lanes in which one of these registers is unwritten; ``items`` are those numbered from `FIRST` on."""

    def check(state: State) -> None:
        for register in read:
            blame = state.unwritten.get(register, _WRITTEN)
            if blame is _WRITTEN:
                continue
            here = state.on_every_lane(blame if state.mask is None else np.where(state.mask, blame, 0))
            for number in np.unique(here[here > 0]).tolist():
                origin = items[number - FIRST] if number >= FIRST else item
                text = _TEXTS.get(origin.name, "a register is read that nothing has written")
                state.report_at("uninitialized", text, origin, np.flatnonzero(here == number), "register")

    return check


_TEXTS = {
    "shfl": "the result of a shuffle is used that reads a lane which takes no part, or whose value nothing has written"
}
"""What a finding says by the name of the instruction to blame, where it is not any."""
