"""Values of registers that nothing has written: handed on by what computes, a finding where they decide something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import Lanes, State
from generator.emulation.opcodes.table import OPCODES
from generator.emulation.ptx.program import Instruction, Operand
from generator.emulation.ptx.uses import registers

_MOVES = frozenset({"mov", "setp", "cvta", "isspacep"})
"""Instructions with a builder of their own that only compute; so do all of the table of opcodes."""

_ALL = np.ones(1, bool)
_NONE = np.zeros(1, bool)
Rule = Callable[[State], Lanes]
"""In which lanes the result of an instruction is written, in the sense that nothing unwritten decides it."""


def computes(item: Instruction) -> bool:
    """Whether all that an instruction does is to set registers, in all lanes that come to it."""
    return item.guard is None and "cc" not in item.modifiers and (item.name in OPCODES or item.name in _MOVES)


def rule_of(item: Instruction, names: Names, suspects: Collection[str]) -> Rule:
    """How an instruction's result follows from its operands; `and`, `or` and `selp` need not all of them."""
    knows = [_known(operand, names, suspects) for operand in item.operands[1:]]

    def every(state: State) -> Lanes:
        found = _ALL
        for known in knows:
            if (written := known(state)) is not _ALL:
                found = found & written
        return found

    def unless_all(rule: Rule) -> Rule:
        return lambda state: found if (found := every(state)) is _ALL else rule(state)

    if item.name == "selp":
        choose = names.read(item.operands[3], "pred")
        one, other, choice = knows
        return unless_all(lambda state: np.where(choose(state), one(state), other(state)) & choice(state))
    if item.name in _SETTLING and len(knows) == 2:
        kind = item.modifiers[-1]
        first, second = (_settles(names.read(operand, kind), item.name, kind) for operand in item.operands[1:])
        a, b = knows
        return unless_all(lambda state: (a(state) & b(state)) | (a(state) & first(state)) | (b(state) & second(state)))
    return every


_SETTLING = ("and", "or")
"""Instructions in which one operand settles the result whatever the other is: zero for `and`, all bits for `or`."""


def _settles(read: Read, name: str, kind: str) -> Rule:
    def found(state: State) -> Lanes:
        values = read(state)
        if name == "or" and kind == "b16":  # NVRTC keeps `bool` so, as 0 or 1
            return values != 0
        return values == (values.dtype.type(0) if name == "and" else ~values.dtype.type(0))

    return found


def _known(operand: Operand, names: Names, suspects: Collection[str]) -> Rule:
    own = [names.numbers[each] for each in registers(operand) if each in suspects]
    if not own:
        return lambda state: _ALL
    if len(own) == 1:
        (number,) = own
        return lambda state: state.assigned.get(number, _NONE)

    def found(state: State) -> Lanes:
        return np.logical_and.reduce(np.broadcast_arrays(*[state.assigned.get(each, _NONE) for each in own]))

    return found


def carried(step: Step, rule: Rule, written: Sequence[int]) -> Step:
    """A step whose results are as written as the rule says."""

    def run(state: State) -> None:
        found = rule(state)
        step(state)
        for number in written:
            _note(state, number, found)

    return run


def _note(state: State, number: int, found: Lanes) -> None:
    old = state.assigned.get(number, _NONE)
    if found is _ALL and (state.mask is None or old is _ALL):
        state.assigned[number] = _ALL
        return
    new = found if state.mask is None else np.where(state.mask, found, old)
    state.assigned[number] = _ALL if np.logical_and.reduce(new) else new


def watched(
    step: Step, item: Instruction, read: Sequence[int], written: Sequence[int], origins: Mapping[int, Instruction]
) -> Step:
    """A step that reports what it reads unwritten; its results count as written."""
    check = checked(item, read, origins)

    def run(state: State) -> None:
        check(state)
        step(state)
        for number in written:
            _note(state, number, _ALL)

    return run


def checked(item: Instruction, read: Sequence[int], origins: Mapping[int, Instruction]) -> Callable[[State], None]:
    """What reports lanes in which one of these registers is unwritten."""

    def check(state: State) -> None:
        for number in read:
            known = state.assigned.get(number, _NONE)
            if known is _ALL:
                continue
            here = ~known if state.mask is None else state.mask & ~known
            lanes = np.flatnonzero(state.on_every_lane(here))
            if len(lanes):
                text = "a register is read that nothing has written"
                state.report_at("uninitialized", text, origins.get(number, item), lanes, "register")

    return check
