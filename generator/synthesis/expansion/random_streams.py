"""Random streams of launches over worlds: no two worlds draw the same numbers from one seed."""

from __future__ import annotations

from typing import Protocol

from generator.syntax.types import INT
from generator.syntax.values import Value, name
from generator.synthesis.expansion.scope import Meaning
from generator.synthesis.storage.layout import PER_WORLD
from generator.synthesis.storage.memory import Memory, RecordAt

SEED = "seed"
"""Name of the number that every random stream of a launch starts from."""


class Known(Protocol):
    """What names stand for, and where values lie."""

    memory: Memory

    def meaning(self, value: Value) -> Meaning: ...

    def value(self, value: Value) -> Value: ...


def worlds_share_seed(known: Known) -> bool:
    """Whether all worlds of a launch have one seed."""
    return known.memory.world is not None and known.memory.layout.numbers.get(SEED) != PER_WORLD


def own_stream(known: Known, seed: Value, offset: Value) -> tuple[Value, Value]:
    """Seed and offset of a random stream that no other world draws from, at this step or another.

    ``step * n + x.index``, an offset within one world, becomes ``(step * worlds + world) * n + x.index``.
    """
    memory, start, own = known.memory, known.value(seed), known.value(offset)
    world = memory.world
    assert world is not None, "only launches over worlds have streams to tell apart"
    first, *rest = _terms(own)
    if rest and _terms(offset)[0].operation == "*":
        step, length = first.operands
        place = Value("*", (_counted(step, memory.worlds(), world), length), INT)
    elif (record := _numbered(known, offset)) is not None:
        place, rest = Value("*", (world, memory.size(record.entity)), INT), [first, *rest]
    else:
        return start, _counted(own, memory.worlds(), world)
    for term in rest:
        place = Value("+", (place, term), INT)
    return start, place


def _counted(turn: Value, worlds: Value, world: Value) -> Value:
    """``turn * worlds + world``: in each turn, the worlds have consecutive numbers."""
    return Value("+", (Value("*", (turn, worlds), INT), world), INT)


def _terms(value: Value) -> list[Value]:
    """The terms of a sum, in their order."""
    if value.operation != "+":
        return [value]
    left, right = value.operands
    return [*_terms(left), right]


def own_seed(known: Known, argument: Value) -> Value:
    """An argument of a law; the seed of the launch becomes ``seed + world``."""
    given = known.value(argument)
    return Value("+", (given, known.memory.world), INT) if argument == name(SEED) else given


def _numbered(known: Known, value: Value) -> RecordAt | None:
    """The record whose ``index`` a value is; None for any other value."""
    if value.operation != "attribute" or value.operands[1] != "index":
        return None
    found = known.meaning(value.operands[0])
    return found if isinstance(found, RecordAt) else None
