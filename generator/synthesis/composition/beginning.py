"""A local that begins as the old value of an element, which some arms then change."""

from __future__ import annotations

from generator.syntax.statements import Assign, Block, If, Statement
from generator.syntax.values import Value
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_inner, rename


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
