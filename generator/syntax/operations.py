"""Operations of values: tables with how tightly each binds, as Python's grammar has it.

A looser operand of a tighter operation stands in brackets.
"""

from __future__ import annotations

TERNARY, OR, AND, NOT, COMPARISON = 1, 2, 3, 4, 5
UNARY, POWER, POSTFIX, WHOLE = 12, 13, 14, 15
"""How tightly operations bind that have no line in a table below; ``WHOLE`` never needs brackets."""

BINARY: dict[str, int] = {
    **{"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10},
    **{"*": 11, "/": 11, "//": 11, "%": 11, "@": 11, "**": POWER},
}
"""Operations of two operands that give a value, and how tightly they bind."""

BITWISE = ("&", "|", "^", "<<", ">>")
"""Binary operations of bits."""

SUMS = ("+", "-")
FACTORS = ("*", "/", "//", "%")
REMAINDERS = ("//", "%")
"""Operations that bind alike, sums and products, and those of these that people tell apart from the others."""

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")
"""Operations of two operands that give a truth value; a chain of them is one operation."""

UNARIES = {"neg": ("-", UNARY), "pos": ("+", UNARY), "invert": ("~", UNARY), "not": ("not ", NOT)}
"""Operations of one operand: the sign before it, and how tightly they bind."""

BOOLEANS: dict[str, int] = {"or": OR, "and": AND}
"""Operations of truth values, of two operands or more, and how tightly they bind."""

TESTS = frozenset((*COMPARISONS, *BOOLEANS, "not"))
"""Operations whose value is true or false."""
