"""Which registers an instruction reads and which it sets."""

from __future__ import annotations

from functools import lru_cache

from generator.emulation.ptx.program import (
    Address,
    Immediate,
    Instruction,
    Not,
    Operand,
    Pair,
    Register,
    Symbol,
    Vector,
)

Uses = tuple[list[str], list[str]]
"""Names of the registers that an instruction reads, and of those that it sets; special registers are included."""

_NO_RESULT = frozenset(
    "st red bra brx bar barrier ret exit call membar fence trap prefetch prefetchu applypriority nanosleep cp "
    "stmatrix".split()
)
"""Instructions that read their first operand. So does `wmma.store`; `bar.red` sets it, against this list."""


def uses_of(item: Instruction) -> Uses:
    """The registers that an instruction reads, its guard included, and those that it sets."""
    read: list[str] = []
    written: list[str] = []
    into = written if _has_result(item.name, item.modifiers) else read
    for operand in item.operands:
        kind = type(operand)
        if kind is Register:
            into.append(operand.name)  # type: ignore[union-attr]
        elif kind is Address:
            if into is written:
                read += registers(operand)
            into.extend(registers(operand))
        elif kind is not Immediate and kind is not Symbol:
            into.extend(registers(operand))
        into = read
    if item.guard is not None:
        read += registers(item.guard)
    return read, written


def registers(operand: Operand) -> list[str]:
    """Names of the registers in an operand, special registers included."""
    match operand:
        case Register(name):
            return [name]
        case Address(base, _) | Not(base) if isinstance(base, Register):
            return [base.name]
        case Vector(parts):
            return [name for each in parts for name in registers(each)]
        case Pair(first, second):
            return registers(first) + registers(second)
    return []


@lru_cache(maxsize=4096)
def _has_result(name: str, modifiers: tuple[str, ...]) -> bool:
    if name == "wmma":
        return "store" not in modifiers
    return name not in _NO_RESULT or (name in ("bar", "barrier") and "red" in modifiers)
