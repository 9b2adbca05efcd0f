"""Rows and whole arrays that a computation writes as tiles."""

from __future__ import annotations

from typing import Protocol

from generator.syntax.values import Value
from generator.synthesis.expansion.scope import Meaning, NotExpanded, TableOf
from generator.synthesis.storage.memory import ADD, STORE, Memory, RecordAt

WRITING_TILES = {
    "tile_store": STORE,
    "tile_store_indexed": STORE,
    "tile_atomic_add": ADD,
    "tile_atomic_add_indexed": ADD,
}
"""Built-ins that write a tile to their first argument -> what that does to its elements."""


class Known(Protocol):
    """What names stand for, and where values lie."""

    memory: Memory

    def meaning(self, value: Value) -> Meaning: ...

    def value(self, value: Value) -> Value: ...


def written_array(known: Known, value: Value, use: str) -> Value:
    """The row of a record (``record.attribute``) or the whole array (``entity.attribute``) that a tile goes to."""
    if value.operation == "attribute":
        owner = known.meaning(value.operands[0])
        if isinstance(owner, RecordAt | TableOf) and (of := owner.entity.attribute(value.operands[1])) is not None:
            if isinstance(owner, TableOf):
                return known.memory.array(owner.entity, of, use)
            return known.memory.place(owner, of, use)
    raise NotExpanded("a tile is written to record.attribute or entity.attribute")
