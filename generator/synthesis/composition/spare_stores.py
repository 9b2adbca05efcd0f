"""Stores that change nothing: an element's old value written back."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from generator.syntax.statements import LOOPS, Assign, Augment, Block, Call, Statement, Store, walk
from generator.syntax.values import Value, array_of, root_of
from generator.syntax.walks.effects import is_atomic
from generator.syntax.walks.names import names_within
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.shaping.guard_forms import without_hollow

Held = tuple[str, str, tuple[Value, ...]]
"""A local, and the array and the indices of the element whose value it has."""

NONE: frozenset[Held] = frozenset()


def without_spare_stores(block: Block, arrays: Collection[str], held: frozenset[Held] = NONE) -> Block:
    """The block without stores that write an element's old value back into one of some arrays."""
    found: list[Statement] = []
    for statement in block:
        match statement:
            case Store(target, value) if (array := array_of(target)) in arrays:
                if value == target or (*value.operands, array, target.operands[1:]) in held:
                    continue
        inner = walk((statement,))
        stored = {root_of(each.target) for each in inner if isinstance(each, Store | Augment)}
        calls = [each for each in inner if isinstance(each, Call) or any(map(is_atomic, each.parts))]
        changed = stored.union(*(each.sets for each in inner), *map(names_within, calls))
        after = frozenset(each for each in held if changed.isdisjoint(_names(each)))
        inside = partial(without_spare_stores, arrays=arrays, held=after if isinstance(statement, LOOPS) else held)
        found.extend(without_hollow(change_inner(statement, inside)))
        held = after
        match statement:
            case Assign((Value("name", (word,)),), value) if (array := array_of(value)) in arrays:
                held |= {(word, array, value.operands[1:])}
    return tuple(found)


def _names(held: Held) -> set[str]:
    word, array, indices = held
    return {word, array, *(name for index in indices for name in index.names)}
