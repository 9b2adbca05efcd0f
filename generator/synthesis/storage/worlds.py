"""Whether the worlds of a batched launch compute different things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.syntax.statements import (
    Assign,
    Augment,
    Block,
    Call,
    Jump,
    Return,
    Statement,
    Store,
    blocks_of,
)
from generator.syntax.values import Value, root_of
from generator.syntax.walks.effects import is_atomic
from generator.synthesis.storage.memory import WORLD, Memory
from generator.synthesis.storage.signature import NUMBER_GROUP, Size, Slot

_LEAVING = frozenset((Return, Jump))
"""Statements after which what follows a block may not run."""


def differs_by_world(body: Block, memory: Memory) -> bool:
    """Whether all results of a batched kernel depend on data of the world; arrays that it clears need not.

    Otherwise all worlds compute the same, as with counts over a topology that they share. Numbers alone make no world.
    """
    slots = memory.signature.slots
    if not any(slot.reads and _by_world(slot) and slot.group != NUMBER_GROUP for slot in slots.values()):
        return False
    made, follows = _flow(body, memory)
    return all(slot.symbol in follows for slot in slots.values() if slot.symbol in made and _by_world(slot))


def _by_world(slot: Slot) -> bool:
    return slot.shape[:1] == (Size(WORLD),)


def _flow(body: Block, memory: Memory) -> tuple[set[str], set[str]]:
    """Arrays that get more than constants, and all names that depend on the world, the first index."""
    steps, made, index = list(_steps(body, frozenset())), set[str](), memory.layout.index
    varying = {*index, *memory.signature.slots, *[word for statement, _ in steps for word in statement.sets]}
    flows: list[tuple[frozenset[str], Sequence[str]]] = []
    for statement, conditions in steps:
        if statement.sets:
            flows.append((conditions.union(statement.reads), statement.sets))
        for write in _writes(statement):
            if write.adds or not varying.isdisjoint(write.value.names):
                made.add(write.array)
            words = [word for place in write.places for word in place.names if word != index[0]]
            flows.append((conditions.union(words, write.value.names), (write.array,)))
    follows, before = {index[0]}, 0
    while len(follows) > before:
        before = len(follows)
        for given, results in flows:
            if not follows.isdisjoint(given):
                follows.update(results)
    return made, follows


def _steps(block: Block, conditions: frozenset[str]) -> Iterator[tuple[Statement, frozenset[str]]]:
    """Each statement with the names that decide whether it runs, those of earlier returns and jumps included."""
    for statement in block:
        yield statement, conditions
        if blocks := blocks_of(statement):
            inside = conditions.union(statement.reads, statement.sets)
            for inner in blocks:
                yield from _steps(inner, inside)
            if not _LEAVING.isdisjoint(map(type, statement.inner)):
                conditions = inside


class _Write(NamedTuple):
    """A write to an array; ``places`` are the indices."""

    array: str
    places: tuple[Value, ...]
    value: Value
    adds: bool


def _writes(statement: Statement) -> Iterator[_Write]:
    if type(statement) is Store or type(statement) is Augment:
        target = statement.target
        yield _Write(root_of(target), _indices(target), statement.value, type(statement) is Augment)
    elif (type(statement) is Call or type(statement) is Assign) and is_atomic(statement.value):
        array, *rest = statement.value.children[1:]
        yield _Write(root_of(array), (*_indices(array), *rest[:-1]), rest[-1], True)


def _indices(target: Value) -> tuple[Value, ...]:
    """All indices on the way from an array to a target."""
    inner = target.children[:1]
    return (*(_indices(inner[0]) if inner else ()), *target.children[1:])
