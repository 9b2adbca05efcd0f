"""Random streams of launches over worlds: no two worlds draw the same numbers from one seed."""

from __future__ import annotations

from typing import Protocol

from generator.syntax.types import INT
from generator.syntax.values import Value
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
    """Seed and number of a random stream that no other world draws from."""
    world, start, own = known.memory.world, known.value(seed), known.value(offset)
    assert world is not None, "only launches over worlds have streams to tell apart"
    record = _numbered(known, offset)
    if record is None:
        return Value("+", (start, world), INT), own
    place = Value("*", (world, known.memory.size(record.entity)), INT)
    for term in own.operands if own.operation == "+" else (own,):
        place = Value("+", (place, term), INT)
    return start, place


def own_seed(known: Known, argument: Value) -> Value:
    """What a law is called with: the seed of a launch is another one in each world."""
    given = known.value(argument)
    if known.memory.world is None or not argument.is_name or argument.operands[0] != SEED:
        return given
    return Value("+", (given, known.memory.world), INT)


def _numbered(known: Known, value: Value) -> RecordAt | None:
    """The record whose number a value is made of."""
    if value.operation == "attribute" and value.operands[1] == "index":
        found = known.meaning(value.operands[0])
        return found if isinstance(found, RecordAt) else None
    parts = (_numbered(known, part) for part in value.operands if isinstance(part, Value))
    return next((found for found in parts if found is not None), None)
