"""Places of records that lie one after another in one flat array, as people write them."""

from __future__ import annotations

from generator.syntax.types import INT
from generator.syntax.values import Value


def flat_place(first: Value, inner: Value) -> Value:
    """``9 * e + 3 * i + j`` of the place where a record begins and a place within: no brackets, and no ``+ 0``."""
    if inner.operation == "+":
        return flat_place(flat_place(first, inner.operands[0]), inner.operands[1])
    if inner.operation == "literal" and inner.operands[0] == 0:
        return first
    return Value("+", (first, inner), INT)
