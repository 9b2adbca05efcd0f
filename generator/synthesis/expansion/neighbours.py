"""Cells beside a cell of a grid, with the border rule of the layout."""

from __future__ import annotations

from generator.syntax.types import INT
from generator.syntax.values import Value, call, dotted, literal
from generator.syntax.walks.loop_lengths import whole_number
from generator.synthesis.storage.layout import CLAMP, WRAP
from generator.synthesis.storage.memory import Memory, RecordAt


def neighbour(memory: Memory, cell: RecordAt, steps: list[Value]) -> RecordAt:
    """The cell some steps away, with the border rule of the layout."""
    moved = [_beside(memory, cell, axis, step) for axis, step in enumerate(steps)]
    return RecordAt(cell.entity, tuple(moved))


def _beside(memory: Memory, cell: RecordAt, axis: int, step: Value) -> Value:
    """The index along an axis, moved by a step, with the border rule."""
    cells = whole_number(step)
    if cells == 0:
        return cell.index[axis]
    moved = _moved(cell.index[axis], step)
    if cells is None and step.operation == "&":  # at most so many cells ahead, and none back
        cells = whole_number(step.operands[1])
    ahead, back = cells is not None and cells > 0, cells is not None and cells < 0
    far = 1 if cells is None else abs(cells)
    for way, other in ((-1, ahead), (1, back)):  # a step known at run time only is of one cell, to either side
        if not other:
            memory.reach[axis, way] = max(memory.reach.get((axis, way), 0), far)
    border = memory.layout.border
    if border not in (CLAMP, WRAP):
        return moved
    if border == CLAMP and back:
        return call(dotted("wp.max"), moved, literal(0), type=INT)
    side = memory.side(cell.entity, axis)
    if border == WRAP:  # the remainder of a negative number is negative
        return Value("%", (moved if ahead else Value("+", (moved, side), INT), side), INT)
    last = Value("-", (side, literal(1)), INT)
    if ahead:
        return call(dotted("wp.min"), moved, last, type=INT)
    return call(dotted("wp.clamp"), moved, literal(0), last, type=INT)


def _moved(index: Value, step: Value) -> Value:
    """``i - 1`` rather than ``i + -1``."""
    if step.operation == "neg":
        return Value("-", (index, step.operands[0]), INT)
    return Value("+", (index, step), INT)
