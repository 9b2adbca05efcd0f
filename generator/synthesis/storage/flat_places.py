"""Indices into flat arrays, as people write them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.syntax.statements import Block, parts_of, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of, dotted_name, literal, name
from generator.syntax.walks.effects import is_atomic
from generator.syntax.walks.names import followed
from generator.syntax.walks.rewriting import change_block


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


def with_named_strides(block: Block, constants: Mapping[str, Value]) -> Block:
    """``x[s * DEPTH + n % DEPTH]`` for ``x[s * 8 + n % DEPTH]``: a stride becomes a constant that its index names.

    ``constants`` are those of the computation, by name. An index names one, or is made of locals that do.
    """
    whole = sorted((word, value.operands[0]) for word, value in constants.items() if value.type == INT)
    places = [part for part in parts_of(block) if part.operation in ("subscript", "call")] if whole else []
    strides = [(part, stride) for part in places if (stride := _stride(part))]
    named: dict[tuple[str, int], str] = {}
    for word, number in whole:
        if rows := [part for part, stride in strides if stride == number]:
            known = followed([word], walk(block))
            named |= {(_array(part), number): word for part in rows if not known.isdisjoint(part.names)}

    def change(value: Value) -> Value:
        word = named.get((_array(value), _stride(value) or 0))
        if word is None:
            return value
        operands, at = list(value.operands), _place_at(value)
        operands[at] = _with_stride(operands[at], name(word, INT))
        return Value(value.operation, tuple(operands), value.type)

    return change_block(block, change, frozenset({"subscript", "call"})) if named else block


def _place_at(element: Value) -> int:
    """Position of an element's last index among the operands of a subscript or an atomic; 0 for any other value."""
    if element.operation == "subscript":
        return len(element.operands) - 1
    return 2 if is_atomic(element) else 0


def _array(element: Value) -> str:
    return array_of(element) or (dotted_name(element.operands[1]) if is_atomic(element) else "")


def _stride(element: Value) -> int | None:
    """The stride in an element's flat index where it is a literal, ``x[8 * i + k]`` or ``x[i * 8 + k]``; else None."""
    at = _place_at(element)
    row = element.operands[at] if at else None
    while isinstance(row, Value) and row.operation == "+":
        row = row.operands[0]
    match row:
        case Value("*", (Value("literal", (int(stride), *_)), _) | (_, Value("literal", (int(stride), *_)))):
            return stride
    return None


def _with_stride(place: Value, stride: Value) -> Value:
    """A flat index with another stride."""
    first, second = place.operands
    if place.operation == "+":
        return Value("+", (_with_stride(first, stride), second), INT)
    return Value("*", tuple(stride if each.operation == "literal" else each for each in (first, second)), INT)
