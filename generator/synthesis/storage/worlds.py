"""Whether the worlds of a batched launch compute different things."""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.statements import Assign, Augment, Block, Call, Jump, Return, Store, walk
from generator.syntax.values import root_of
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.effects import changed_by, is_atomic
from generator.syntax.walks.names import Flow, reached
from generator.synthesis.storage.memory import WORLD, Memory
from generator.synthesis.storage.signature import NUMBER_GROUP, Size, Slot

_LEAVING = frozenset((Return, Jump))
"""Statements after which what follows a block may not run."""


def differs_by_world(body: Block, memory: Memory) -> bool:
    """Whether all results of a batched kernel depend on data of the world; arrays that it clears need not.

    Otherwise all worlds compute the same, as with counts over a topology that they share. Numbers alone make no world.
    """
    slots, world = memory.signature.slots, memory.layout.index[0]
    if not any(slot.reads and _by_world(slot) and slot.group != NUMBER_GROUP for slot in slots.values()):
        return False
    made, follows = changed_by(body) - constant_arrays(body), reached((world,), list(_flows(body, world)))
    return all(slot.symbol in follows for slot in slots.values() if slot.symbol in made and _by_world(slot))


def _by_world(slot: Slot) -> bool:
    return slot.shape[:1] == (Size(WORLD),)


def _flows(body: Block, world: str) -> Iterator[Flow]:
    """What each statement reads, and what that decides: names, arrays, and all that it runs or leaves out.

    That an element is one of the thread's own ``world`` does not decide what is stored to it.
    """
    for statement in walk(body):
        leaves = not _LEAVING.isdisjoint(map(type, statement.inner))
        yield statement.reads, (*statement.sets, *changed_by(body if leaves else statement.inner))
        if type(statement) is Store or type(statement) is Augment:
            array, places, value = statement.target, statement.target.names, statement.value
        elif (type(statement) is Call or type(statement) is Assign) and is_atomic(statement.value):
            _, array, *others, value = statement.value.operands
            places = tuple([name for place in (array, *others) for name in place.names])
        else:
            continue
        yield (*value.names, *[name for name in places if name != world]), (root_of(array),)
