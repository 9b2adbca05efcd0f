"""Places of records that lie one after another in one flat array, as people write them."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.types import INT
from generator.syntax.values import Value, literal


def flat_place(first: Value, inner: Value) -> Value:
    """``9 * e + 3 * i + j`` of where a record begins and a place within: no brackets, no ``0 *``, no ``+ 0``."""
    if first.operation == "*" and first.operands[0] == literal(0):
        return inner
    if inner.operation == "+":
        return flat_place(flat_place(first, inner.operands[0]), inner.operands[1])
    if inner.operation == "literal" and inner.operands[0] == 0:
        return first
    return Value("+", (first, inner), INT)


def is_own_cell(place: Value, index: Collection[str]) -> bool:
    """Whether a place in a flat array is that of the thread's own cell, none beside it."""
    if place.operation != "+":
        return False
    row, last = place.operands
    if row.operation != "*" or not _is_index(last, index):
        return False
    return _is_index(row.operands[0], index) or is_own_cell(row.operands[0], index)


def _is_index(place: Value, index: Collection[str]) -> bool:
    return place.is_name and place.operands[0] in index
