"""Tracks unwritten registers: computations pass them on to their results, decisions by them are findings."""

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
"""Instructions outside of the table of opcodes that only compute."""

_WRITTEN = np.zeros(1, np.int32)
NEVER = np.ones(1, np.int32)
Rule = Callable[[State], Lanes]
"""Gives the blame of each lane's result: 0 where it is written, 1 (`NEVER`) where it depends on an unwritten register
that no instruction has read, from `FIRST` on the number of the first instruction that read that register.
"""

FIRST = 2


def computes(item: Instruction) -> bool:
    """Whether an instruction only sets registers, in all active lanes: no guard, no carry flag, no memory."""
    return item.guard is None and "cc" not in item.modifiers and (item.name in OPCODES or item.name in _MOVES)


def rule_of(item: Instruction, names: Names, suspects: Collection[str]) -> Rule:
    """The rule of an instruction's result from its operands; `and`, `or` and `selp` may not depend on all of them."""
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
    """The step of `shfl`: it passes on the blame of the lane that it reads; an unwritten lane number is a finding."""
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
"""Instructions with an absorbing operand that settles the result alone: zero for `and`, all bits for `or`."""


def _settles(read: Read, name: str, kind: str) -> Rule:
    def found(state: State) -> Lanes:
        values = read(state)
        if name == "or" and kind == "b16":  # NVRTC keeps a `bool` in 16 bits, as 0 or 1
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
    """The step of an instruction that only computes: its results get the blame that the rule gives."""

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
    """A step that reports unwritten registers that it reads; its results count as written."""
    check = checked(item, read, items)

    def run(state: State) -> None:
        check(state)
        step(state)
        for register in written:
            _note(state, register, _WRITTEN)

    return run


def checked(item: Instruction, read: Sequence[int], items: Sequence[Instruction]) -> Callable[[State], None]:
    """A function that reports lanes with an unwritten register; ``items``: the instructions, numbered from `FIRST`."""

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
"""Texts of findings by the name of the instruction to blame, where the general text does not fit."""
