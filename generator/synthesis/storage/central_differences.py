"""Central differences of a cell's two neighbours along an axis, which a clamped index would halve."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.statements import Assign, Block, parts_of, walk
from generator.syntax.values import Value

Steps = tuple[int, ...]
"""Offset of a cell from the thread's own, in cells along each axis."""

PARTS = ("attribute", "subscript")
"""Operations that take a part of their first operand."""


def has_central_differences(block: Block) -> bool:
    """Whether a block subtracts values on opposite sides of a cell.

    At a border a clamped index is the cell's own: the difference spans one cell instead of two, and half the derivative
    comes of it.
    """
    known: dict[str, Steps] = {}
    for statement in walk(block):
        if isinstance(statement, Assign) and statement.local:
            known[statement.local] = _steps_of(statement.value, known)
    pairs = (part.operands for part in parts_of(block) if part.operation == "-" and len(part.operands) == 2)
    steps = ((_steps_of(left, known), _steps_of(right, known)) for left, right in pairs)
    return any(one and one == tuple(-step for step in other) for one, other in steps)


def _steps_of(value: Value, known: Mapping[str, Steps]) -> Steps:
    """Offset of the cell that a value is read from; empty where it is read from none, or the offset is no literal."""
    if value.operation == "name":
        return known.get(str(value.operands[0]), ())
    if value.operation in PARTS:
        return _steps_of(value.operands[0], known)
    if value.operation != "call":
        return ()
    function, *arguments = value.operands
    if function.operation == "attribute" and function.operands[1] == "at":
        steps = [cells_of(argument) for argument in arguments]
        return tuple(step for step in steps if step is not None) if None not in steps else ()
    return _steps_of(arguments[0], known) if len(arguments) == 1 else ()


def cells_of(step: Value) -> int | None:
    """Cells that a step leads on, negative for back; None where it is known at run time only."""
    inner, sign = (step.operands[0], -1) if step.operation == "neg" else (step, 1)
    return sign * int(inner.operands[0]) if inner.operation == "literal" else None
