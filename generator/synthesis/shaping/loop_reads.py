"""What a loop reads of the thread's own record at each turn: read once, before the loop."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block, For, Statement, While, walk
from generator.syntax.values import Value, name
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import change_inner, exchanged
from generator.synthesis.shaping.naming_values import Names
from generator.synthesis.shaping.value_kinds import is_of_thread, whole_element


def with_loop_reads(block: Block, index: Collection[str], names: Names, taken: set[str]) -> Block:
    """The block with a name, before its outermost loops, for each element at ``index`` that they read.

    The thread's own index leads somewhere whichever way the loop goes. ``names`` has none for what is written.
    """
    found: list[Statement] = []
    for statement in block:
        if isinstance(statement, For | While):
            known: dict[Value, Value] = {}
            for read in _own_reads(statement, index):
                word = names(whole_element(read))
                if word and word not in taken and read not in known:
                    taken.add(word)
                    known[read] = name(word, read.type)
                    found.append(Assign((known[read],), read))
            found += exchanged((statement,), known) if known else (statement,)
        else:
            found.append(change_inner(statement, lambda inner: with_loop_reads(inner, index, names, taken)))
    return tuple(found)


def _own_reads(loop: For | While, index: Collection[str]) -> list[Value]:
    """Elements that the loop's body reads, with nothing but the thread's indices, none of which it sets."""
    own = set(index) - set(definitions((loop,)))
    return [
        part
        for statement in walk(loop.body)
        for part in statement.parts
        if part.operation == "subscript"
        and part.operands[0].is_name
        and all(is_of_thread(place.names, own) for place in part.operands[1:])
    ]
