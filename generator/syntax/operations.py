"""Operations of values: one table with how tightly each binds, as Python's grammar has it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """A sign, and how tightly it binds: a looser operand of a tighter operation stands in brackets."""

    sign: str
    binding: int
    right_to_left: bool = False


TERNARY, OR, AND, NOT, COMPARISON = 1, 2, 3, 4, 5
UNARY, POWER, POSTFIX, WHOLE = 12, 13, 14, 15
"""How tightly operations bind that have no line in a table below; ``WHOLE`` never needs brackets."""

BINARY: dict[str, Operation] = {
    operation.sign: operation
    for operation in (
        Operation("|", 6),
        Operation("^", 7),
        Operation("&", 8),
        Operation("<<", 9),
        Operation(">>", 9),
        Operation("+", 10),
        Operation("-", 10),
        Operation("*", 11),
        Operation("/", 11),
        Operation("//", 11),
        Operation("%", 11),
        Operation("@", 11),
        Operation("**", POWER, right_to_left=True),
    )
}
"""Operations of two operands that give a value."""

BITWISE = ("&", "|", "^", "<<", ">>")
"""Binary operations of bits."""

FACTORS = ("*", "/", "//", "%")
REMAINDERS = ("//", "%")
"""Operations that bind alike, and those of them that people tell apart from the others."""

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")
"""Operations of two operands that give a truth value; a chain of them is one operation."""

UNARIES: dict[str, Operation] = {
    "neg": Operation("-", UNARY),
    "pos": Operation("+", UNARY),
    "invert": Operation("~", UNARY),
    "not": Operation("not ", NOT),
}
"""Operations of one operand."""

BOOLEANS: dict[str, int] = {"or": OR, "and": AND}
"""Operations of truth values, of two operands or more, and how tightly they bind."""
