"""Which registers an instruction reads and which it sets."""

from __future__ import annotations

from collections.abc import Iterator

from generator.emulation.machine.decoding import Names
from generator.emulation.ptx.program import Address, Instruction, Not, Operand, Pair, Register, Vector

_NO_RESULT = frozenset("st red bra brx bar barrier ret exit call membar fence trap prefetch cp stmatrix".split())
"""Instructions whose first operand is read, as is that of `wmma.store`; that of `bar.red` is a result."""


def reads(item: Instruction, names: Names) -> list[int]:
    """Numbers of the registers that decide what an instruction does."""
    result = _has_result(item)
    used = [each for place, each in enumerate(item.operands) if place or not result or isinstance(each, Address)]
    return numbers(names, *used, item.guard)


def writes(item: Instruction, names: Names) -> list[int]:
    """Numbers of the registers that an instruction sets."""
    return numbers(names, item.operands[0]) if item.operands and _has_result(item) else []


def numbers(names: Names, *operands: Operand | None) -> list[int]:
    """Numbers of the registers in operands; special ones have none."""
    every = (register for operand in operands for register in _registers(operand))
    return [names.numbers[register] for register in every if register in names.numbers]


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


def _has_result(item: Instruction) -> bool:
    if item.name == "wmma":
        return "store" not in item.modifiers
    return item.name not in _NO_RESULT or (item.name in ("bar", "barrier") and "red" in item.modifiers)
