"""Random streams of launches over worlds: no two worlds draw the same numbers from one seed."""

from __future__ import annotations

from generator.syntax.types import INT
from generator.syntax.values import Value
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.layout import PER_WORLD
from generator.synthesis.storage.memory import Memory

SEED = "seed"
"""Name of the number that every random stream of a launch starts from."""


def worlds_share_seed(memory: Memory) -> bool:
    """Whether all worlds of a launch have one seed."""
    return memory.world is not None and memory.layout.numbers.get(SEED) != PER_WORLD


def own_offset(memory: Memory, written: Value, offset: Value, numbered: Entity | None) -> Value:
    """The offset of a random stream that no other world draws from, at this step or another.

    ``step * n + x.index``, an offset within one world, as it is ``written``, becomes ``(step * worlds + world) * n +
    x.index``. The index of a record that is ``numbered`` in its world becomes ``world * count + x.index``.
    """
    world = memory.world
    assert world is not None, "only launches over worlds have streams to tell apart"
    first, *rest = _terms(offset)
    if rest and _terms(written)[0].operation == "*":
        step, length = first.operands
        place = Value("*", (_counted(step, memory.worlds(), world), length), INT)
    elif numbered is not None:
        place, rest = Value("*", (world, memory.size(numbered)), INT), [first, *rest]
    else:
        return _counted(offset, memory.worlds(), world)
    for term in rest:
        place = Value("+", (place, term), INT)
    return place


def _counted(turn: Value, worlds: Value, world: Value) -> Value:
    """``turn * worlds + world``: in each turn, the worlds have consecutive numbers."""
    return Value("+", (Value("*", (turn, worlds), INT), world), INT)


def _terms(value: Value) -> list[Value]:
    """The terms of a sum, in their order."""
    if value.operation != "+":
        return [value]
    left, right = value.operands
    return [*_terms(left), right]
