"""Central differences of a cell's two neighbours along an axis, which a clamped index would halve."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.statements import Assign, Block, parts_of, walk
from generator.syntax.values import Value
from generator.syntax.walks.loop_lengths import whole_number

Steps = tuple[int, ...]
"""Offset of a cell from the thread's own, in cells along each axis."""


def has_central_differences(block: Block) -> bool:
    """Whether a block subtracts what is made of values on opposite sides of a cell.

    At a border a clamped index is the cell's own: the difference spans one cell instead of two, and half the derivative
    comes of it.
    """
    known: dict[str, set[Steps]] = {}
    for statement in walk(block):
        if isinstance(statement, Assign) and statement.local:
            known[statement.local] = _steps_of(statement.value, known)
    pairs = (part.operands for part in parts_of(block) if part.operation == "-")
    sides = ((_steps_of(left, known), _steps_of(right, known)) for left, right in pairs)
    return any(tuple(-step for step in steps) in right for left, right in sides for steps in left if any(steps))


def _steps_of(value: Value, known: Mapping[str, set[Steps]]) -> set[Steps]:
    """Offsets of the cells that a value is made of, where they are literals."""
    calls = [part.operands[1:] for part in value.walk() if part.callee.endswith(".at")]
    steps = [[cells for place in places if (cells := whole_number(place)) is not None] for places in calls]
    whole = {tuple(each) for each, places in zip(steps, calls, strict=True) if len(each) == len(places)}
    return whole.union(*[known.get(word, set()) for word in value.names])
