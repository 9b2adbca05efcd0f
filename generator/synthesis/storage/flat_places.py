"""Indices into flat arrays, as people write them."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.types import INT
from generator.syntax.values import Value, literal


def flat_place(first: Value, inner: Value) -> Value:
    """The flat index ``9 * e + 3 * i + j`` of a place within a record: no brackets, no ``0 *``, no ``+ 0``."""
    if first.operation == "*" and first.operands[0] == literal(0):
        return inner
    if inner.operation == "+":
        return flat_place(flat_place(first, inner.operands[0]), inner.operands[1])
    if inner.operation == "-":
        return Value("-", (flat_place(first, inner.operands[0]), inner.operands[1]), INT)
    if inner.operation == "literal" and inner.operands[0] == 0:
        return first
    return Value("+", (first, inner), INT)


def is_own_cell(place: Value, index: Collection[str]) -> bool:
    """Whether a flat index is that of the thread's own cell."""
    if place.operation != "+":
        return False
    row, last = place.operands
    if row.operation != "*" or not _is_index(last, index):
        return False
    return _is_index(row.operands[0], index) or is_own_cell(row.operands[0], index)


def _is_index(place: Value, index: Collection[str]) -> bool:
    return place.operation == "name" and place.operands[0] in index
