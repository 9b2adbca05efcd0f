"""One name for one quantity: nothing copies it to a name of its own, between steps or after a load."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block, For, If, Statement, walk
from generator.syntax.walks.dead_code import together, without_hollow
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import change_statements, rename

Copy = tuple[str, str]
"""A name, and the one whose value it gets."""


def copies_in(block: Block) -> list[Copy]:
    """The copies of a block, in order of the text."""
    named = [each for each in walk(block) if type(each) is Assign and each.value.operation == "name"]
    return [(each.local, str(each.value.operands[0])) for each in named if each.local]


def with_one_name(block: Block, kept: Collection[Copy], made_up: Collection[str]) -> Block:
    """The block in which a name and its copy are one where never both are to be read with values of their own.

    Copies that are ``kept`` stay. A name that was ``made_up`` gives way to an author's; else the one of the copy goes,
    unless it is set anew: an author gave it to what becomes of the earlier value too.
    """
    copies = [copy for copy in dict.fromkeys(copies_in(block)) if copy not in kept]
    times, beside = (definitions(block), together(block)) if copies else ({}, {})
    for word, source in copies:
        if (source not in times and times[word] > 1) or source in beside[word] or word in beside[source]:
            continue
        gives_way = word in made_up or (times[word] == 1 and source not in made_up)
        old, new = (word, source) if gives_way else (source, word)
        block = change_statements(rename(block, {old: new}), _unless_itself, Assign, If, For)
        again = {(new if one == old else one, new if other == old else other) for one, other in kept}
        return with_one_name(block, again, made_up)
    return block


def without_aliases(block: Block) -> Block:
    """The block without copies, ``row = tid``, ``n = count`` or ``y = total``, that are not set again themselves."""
    copies, times = copies_in(block), definitions(block)
    return with_one_name(block, [copy for copy in copies if times[copy[0]] > 1], ())


def _unless_itself(statement: Statement) -> Block:
    """The statement, but nothing for a name that is set to itself."""
    if type(statement) is Assign:
        itself = statement.value.operation == "name" and statement.local == statement.value.operands[0]
        return () if itself else (statement,)
    return without_hollow(statement)
