"""Stores that change nothing: an element's old value written back."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from generator.syntax.statements import LOOPS, Assign, Block, Statement, Store, walk
from generator.syntax.values import Value, array_of
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.effects import changed_by
from generator.syntax.walks.rewriting import change_inner

Held = tuple[str, Value]
"""A local, and the element whose value it has."""

NONE: frozenset[Held] = frozenset()
"""No locals that are known to hold an element: what is known where a block begins."""


def elements_read(block: Block) -> list[Value]:
    """What is read in a block: all its values but the elements that are stored to."""
    return [part for each in walk(block) for part in each.parts if type(each) is not Store or part is not each.target]


def without_spare_stores(block: Block, arrays: Collection[str], held: frozenset[Held] = NONE) -> Block:
    """The block without stores that write an element's old value back into one of some arrays."""
    found: list[Statement] = []
    for statement in block:
        match statement:
            case Store(target, value) if array_of(target) in arrays:
                if value == target or (*value.operands, target) in held:
                    continue
        changed = changed_by((statement,))
        after = frozenset(each for each in held if changed.isdisjoint((each[0], *each[1].names)))
        inside = partial(without_spare_stores, arrays=arrays, held=after if isinstance(statement, LOOPS) else held)
        found.extend(without_hollow(change_inner(statement, inside)))
        held = after
        match statement:
            case Assign((Value("name", (word,)),), value) if array_of(value) in arrays:
                held |= {(word, value)}
    return tuple(found)
