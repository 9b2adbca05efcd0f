"""Elements of the own record that are read twice, or in each turn of a loop, are loaded once, ahead of these reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from generator.syntax.statements import LOOPS, Assign, Block, Comment, For, If, Statement, blocks_of, parts_of, walk
from generator.syntax.types import Array
from generator.syntax.values import Value, array_of, name
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import change_inner, change_statements, exchanged, rename
from generator.synthesis.shaping.naming_values import Names
from generator.synthesis.shaping.value_kinds import is_of_thread, new_local
from generator.synthesis.storage.signature import parted


def with_early_reads(
    block: Block, index: Collection[str], written: Collection[str], names: Names, taken: set[str]
) -> Block:
    """The block in which no element at ``index`` is read twice, but for ``written`` arrays, which may change.

    Nor in a loop: the thread's own index is valid even where that has no turn. A local that holds the element keeps its
    name, and other such locals are replaced by it.
    """
    statements = walk(block)
    turning = {id(each) for loop in statements if type(loop) in LOOPS for each in loop.inner}
    reading = [each for each in statements if "subscript" in each.kinds]
    parts = [(part, each) for each in reading for part in each.parts if part.operation == "subscript"]
    found = [(part, id(each) in turning) for part, each in parts if _is_own(part, index, written)]
    arrays = Counter([part.operands[0].operands[0] for part, _ in found])
    again = [(part, turns) for part, turns in found if turns or arrays[part.operands[0].operands[0]] > 1]
    turned = {part for part, turns in again if turns}
    for element, count in Counter([part for part, _ in again]).items():
        if count == 1 and element not in turned:
            continue
        counts = definitions(block)
        sets = [each for each in walk(block) if isinstance(each, Assign) and each.value == element]
        locals_ = [each.local for each in sets if each.local and counts[each.local] == 1]
        kind = element.type
        word = names(element)
        owned = word and "_".join(parted(array_of(element)))  # where the word is taken
        local = name(locals_[0], kind) if locals_ else new_local(word, kind, taken) or new_local(owned, kind, taken)
        if local is not None:
            if locals_:
                block = rename(_without(block, element, locals_), dict.fromkeys(locals_, str(local.operands[0])))
            block = _named(block, element, Assign((local,), element))
    return block


def _is_own(part: Value, index: Collection[str], written: Collection[str]) -> bool:
    """Whether an element lies at the thread's indices or a constant place, in an array that is not written."""
    array = part.operands[0]
    if array.operation != "name" or type(array.type) is not Array or array.operands[0] in written:
        return False
    words = part.names[1:]
    return array.type.dimensions == len(part.operands) - 1 and (not words or is_of_thread(words, index))


def _without(block: Block, element: Value, words: Collection[str]) -> Block:
    """The block without the statements that set one of these locals to the element, and without empty branches."""

    def kept(each: Statement) -> Block:
        if type(each) is Assign:
            return () if each.local in words and each.value == element else (each,)
        return without_hollow(each)

    return change_statements(block, kept, Assign, If, For)


def _named(block: Block, element: Value, first: Assign) -> Block:
    """The block that loads the element once: in the one arm that reads it, or before the first statement that does."""
    local = first.targets[0]
    array, word = element.operands[0].operands[0], local.operands[0]

    def reads(parts: Sequence[Value]) -> bool:
        if local in [each for each in parts if each.operation == "name" and each.operands[0] == word]:
            return True
        return element in [each for each in parts if array_of(each)]

    def may_read(statement: Statement) -> bool:
        return array in statement.reads_within or word in statement.reads_within or word in statement.sets_within

    readers = [place for place, each in enumerate(block) if may_read(each) and reads(each.parts_within)]
    if not readers:
        return block
    place = readers[0]
    statement: Statement = block[place]
    if len(readers) == 1 and isinstance(statement, If) and not reads(statement.parts):
        arms = [arm for arm in blocks_of(statement) if reads(parts_of(arm))]
        if len(arms) == 1:
            changed = change_inner(statement, lambda arm: _named(arm, element, first))
            return (*block[:place], changed, *block[place + 1 :])
    if place and isinstance(block[place - 1], Comment):  # a comment stays with what it tells
        place -= 1
    reading = exchanged(tuple([block[at] for at in readers]), {element: local})
    after = dict(zip(readers, reading, strict=True))
    return (*block[:place], first, *[after.get(at, block[at]) for at in range(place, len(block))])
