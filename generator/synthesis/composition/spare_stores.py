"""Stores that change nothing: an element's old value written back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from generator.syntax.statements import LOOPS, Assign, Block, Statement, Store, walk
from generator.syntax.values import Value, array_of, dotted_name
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.effects import changed_by
from generator.syntax.walks.rewriting import change_inner


def elements_read(block: Block) -> list[Value]:
    """What is read in a block: all its values but the elements that are stored to."""
    return [part for each in walk(block) for part in each.parts if type(each) is not Store or part is not each.target]


def without_spare_stores(block: Block, arrays: Collection[str], held: Mapping[str, Value] = {}) -> Block:
    """The block without stores that write an element's old value back into one of some arrays.

    ``held``: locals, and the elements whose values they have where the block begins.
    """
    found: list[Statement] = []
    for statement in block:
        match statement:
            case Store(target, value) if array_of(target) in arrays and target in (value, held.get(dotted_name(value))):
                continue
        changed = changed_by((statement,))
        after = {word: of for word, of in held.items() if changed.isdisjoint((word, *of.names))}
        inside = partial(without_spare_stores, arrays=arrays, held=after if isinstance(statement, LOOPS) else held)
        found.extend(without_hollow(change_inner(statement, inside)))
        held = after
        if type(statement) is Assign and statement.local and array_of(statement.value) in arrays:
            held = {**after, statement.local: statement.value}
    return tuple(found)
