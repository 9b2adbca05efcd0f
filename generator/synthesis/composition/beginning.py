"""Locals that hold the old value of an element: one that some arms then change, and stores that change nothing."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from generator.syntax.statements import LOOPS, Assign, Augment, Block, Call, If, Statement, Store, walk
from generator.syntax.values import Value, array_of, root_of
from generator.syntax.walks.effects import is_atomic
from generator.syntax.walks.names import definitions, names_within, uses
from generator.syntax.walks.rewriting import change_inner, rename
from generator.synthesis.shaping.guard_forms import without_hollow

Held = tuple[str, str, tuple[Value, ...]]
"""A local, and the array and the indices of the element whose value it has."""

NONE: frozenset[Held] = frozenset()


def begun(block: Block, word: Value, element: Value) -> Block:
    """The block with the name first set to the element's old value, where some arm stores nothing."""
    place = next(place for place, each in enumerate(block) if word.operands[0] in definitions((each,)))
    before = [each for each in block[:place] if isinstance(each, Assign) and each.value == element]
    known = before[-1].targets[0] if before else element
    if known.is_name and definitions(block)[known.operands[0]] > 1:
        known = element
    after = block[place:] if known.is_name else _going_on(block[place:], word, element)
    return (*block[:place], Assign((word,), known), *after)


def _going_on(block: Block, word: Value, element: Value) -> Block:
    """The block that reads the name in place of the element, as long as the name has that value."""
    found: list[Statement] = []
    for place, statement in enumerate(block):
        match statement:
            case If() if word.operands[0] in definitions((statement,)):
                found.append(change_inner(statement, lambda inner: _going_on(inner, word, element)))
                return (*found, *block[place + 1 :])
            case Assign((Value("name", (own,)),), value) if value == element and _ends_with(block[place:], own, word):
                return (*found, *_going_on(rename(block[place + 1 :], {own: word.operands[0]}), word, element))
            case _ if word.operands[0] in definitions((statement,)):
                return (*found, *block[place:])
            case _:
                found.append(statement)
    return tuple(found)


def _ends_with(block: Block, own: str, word: Value) -> bool:
    """Whether a local is set once and not read after the name changes."""
    last = next((place for place, each in enumerate(block) if word.operands[0] in definitions((each,))), len(block) - 1)
    plain = isinstance(block[last], Assign) or word.operands[0] not in definitions(block)
    return plain and definitions(block)[own] == 1 and own not in uses(block[last + 1 :])


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
