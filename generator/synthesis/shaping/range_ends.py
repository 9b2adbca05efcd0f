"""Ends of loops over ranges of records, named before the loop."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.statements import Assign, Block, For, Statement
from generator.syntax.types import INT
from generator.syntax.values import Value, dotted_name, name
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.chance.randomness import Random

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""


def with_range_ends(block: Block, random: Random, chance: float, taken: set[str]) -> Block:
    """``end = offsets[row + 1]`` and the like before a loop, in a whole kernel or nowhere in it."""
    if not random.chance(chance):
        return block
    return _named(block, {2: random.pick(ENDS), 1: (random.pick(COUNTS),)}, taken)


def _named(block: Block, words: Mapping[int, tuple[str, ...]], taken: set[str]) -> Block:
    """The block with names for ends; ``words`` by how many ends a loop tells."""
    found: list[Statement] = []
    for statement in block:
        if isinstance(statement, For) and dotted_name(statement.iterable.operands[0]) == "range":
            ends = statement.iterable.children[1:]
            if len(ends) in words and any(_is_read(end) for end in ends):
                loop = str(statement.target.operands[0])
                locals_ = [_end(end, word, loop, taken) for end, word in zip(ends, words[len(ends)], strict=True)]
                found += [Assign((local,), end) for local, end in zip(locals_, ends, strict=True) if local is not end]
                iterable = Value("call", (statement.iterable.operands[0], *locals_), statement.iterable.type)
                statement = For(statement.target, iterable, statement.body, statement.note)
        found.append(change_inner(statement, lambda inner: _named(inner, words, taken)))
    return tuple(found)


def _is_read(end: Value) -> bool:
    return any(part.operation == "subscript" for part in end.walk())


def _end(end: Value, word: str, loop: str, taken: set[str]) -> Value:
    """A local for one end; the end itself where it is short, or where its words stand for something else."""
    others = COUNTS if word in COUNTS else ()
    free = next((each for each in (word, *others, f"{loop}_{word}") if each not in taken), "")
    if end.operation in ("name", "literal") or not free:
        return end
    taken.add(free)
    return name(free, INT)
