"""Ends of loops over ranges of records, named before the loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from generator.syntax.statements import Assign, Block, For, Statement, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, dotted_name, name
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.chance.randomness import Random

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""


def with_range_ends(block: Block, random: Random, chance: float, taken: set[str]) -> Block:
    """``end = offsets[row + 1]`` and the like before a loop, in a whole kernel or nowhere in it.

    A range that more loops than one go over is read once, in any kernel.
    """
    found = Counter(end for each in walk(block) if isinstance(each, For) for end in _ends(each) if _is_read(end))
    again = {end for end, count in found.items() if count > 1}
    words = {2: random.pick(ENDS), 1: (random.pick(COUNTS),)}
    everywhere = random.chance(chance)
    return _named(block, words, taken, None if everywhere else again, {}) if everywhere or again else block


def _ends(loop: For) -> tuple[Value, ...]:
    """What a loop over a range tells of it."""
    return loop.iterable.children[1:] if dotted_name(loop.iterable.operands[0]) == "range" else ()


def _named(
    block: Block,
    words: Mapping[int, tuple[str, ...]],
    taken: set[str],
    only: Collection[Value] | None,
    known: dict[Value, Value],
) -> Block:
    """The block with names for ends, ``only`` for some; ``words`` by how many a loop tells, ``known`` have theirs."""
    found: list[Statement] = []
    known = dict(known)
    for statement in block:
        if isinstance(statement, For):
            ends = _ends(statement)
            if len(ends) in words and any(_is_read(end) and (only is None or end in only) for end in ends):
                loop = str(statement.target.operands[0])
                locals_ = []
                for end, word in zip(ends, words[len(ends)], strict=True):
                    local = known.get(end) or _end(end, word, loop, taken)
                    if local is not end and end not in known:
                        found.append(Assign((local,), end))
                        known[end] = local
                    locals_.append(local)
                iterable = Value("call", (statement.iterable.operands[0], *locals_), statement.iterable.type)
                statement = For(statement.target, iterable, statement.body)
        found.append(change_inner(statement, lambda inner: _named(inner, words, taken, only, known)))
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
