"""Cells beside a cell of a grid, with the border rule of the layout."""

from __future__ import annotations

from generator.syntax.types import INT
from generator.syntax.values import Value, call, dotted, literal
from generator.synthesis.storage.layout import CLAMP, WRAP
from generator.synthesis.storage.memory import Memory, RecordAt


def neighbour(memory: Memory, cell: RecordAt, steps: list[Value]) -> RecordAt:
    """The cell some steps away, with the border rule of the layout."""
    moved = [_beside(memory, cell, axis, step) for axis, step in enumerate(steps)]
    return RecordAt(cell.entity, tuple(moved))


def _beside(memory: Memory, cell: RecordAt, axis: int, step: Value) -> Value:
    """The index along an axis, some steps on."""
    if step.operation == "literal" and step.operands[0] == 0:
        return cell.index[axis]
    moved = _moved(cell.index[axis], step)
    sign = _sign(step)
    for way in (sign,) if sign else (-1, 1):
        memory.reach[axis, way] = max(memory.reach.get((axis, way), 0), _size(step))
    border = memory.layout.border
    if border not in (CLAMP, WRAP):
        return moved
    if border == CLAMP and sign < 0:
        return call(dotted("wp.max"), moved, literal(0), type=INT)
    side = memory.side(cell.entity, axis)
    if border == WRAP:  # of what is below zero the remainder is, too
        return Value("%", (moved if sign > 0 else Value("+", (moved, side), INT), side), INT)
    last = Value("-", (side, literal(1)), INT)
    if sign > 0:
        return call(dotted("wp.min"), moved, last, type=INT)
    return call(dotted("wp.clamp"), moved, literal(0), last, type=INT)


def _moved(index: Value, step: Value) -> Value:
    """``i - 1`` rather than ``i + -1``."""
    if step.operation == "neg":
        return Value("-", (index, step.operands[0]), INT)
    if step.operation == "literal" and step.operands[0] < 0:
        return Value("-", (index, literal(-step.operands[0])), INT)
    return Value("+", (index, step), INT)


def _size(step: Value) -> int:
    """Of a step that is a number; one that is known when the kernel runs counts as one cell."""
    number = step.operands[0] if step.operation == "neg" else step
    return abs(int(number.operands[0])) if number.operation == "literal" else 1


def _sign(step: Value) -> int:
    """Of a step that is a number; 0 for one that is known when the kernel runs."""
    if step.operation == "neg" and step.operands[0].operation == "literal":
        return -1
    if step.operation == "literal":
        return 1 if step.operands[0] > 0 else -1
    return 0
