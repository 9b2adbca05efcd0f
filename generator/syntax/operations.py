"""Operations of values, with their precedence in Python's grammar: a higher number binds tighter.

An operand of lower precedence stands in brackets.
"""

from __future__ import annotations

TERNARY, OR, AND, NOT, COMPARISON = 1, 2, 3, 4, 5
UNARY, POWER, POSTFIX, WHOLE = 12, 13, 14, 15
"""Precedence of operations that have no line in a table below; ``WHOLE`` never needs brackets."""

BINARY: dict[str, int] = {
    **{"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10},
    **{"*": 11, "/": 11, "//": 11, "%": 11, "@": 11, "**": POWER},
}
"""Binary operations that give a value -> precedence."""

BITWISE = ("&", "|", "^", "<<", ">>")
"""Binary operations of bits."""

SUMS = ("+", "-")
FACTORS = ("*", "/", "//", "%")
REMAINDERS = ("//", "%")
"""Sums and products, each of one precedence, and the products that people put in brackets beside other products."""

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not")
"""Comparisons of two operands; a chain such as ``a < b < c`` is one operation of its own."""

UNARIES = {"neg": ("-", UNARY), "pos": ("+", UNARY), "invert": ("~", UNARY), "not": ("not ", NOT)}
"""Unary operations -> the sign before the operand, and the precedence."""

BOOLEANS: dict[str, int] = {"or": OR, "and": AND}
"""Boolean operations of two or more operands -> precedence."""

TESTS = frozenset((*COMPARISONS, *BOOLEANS, "not"))
"""Operations whose value is true or false."""
