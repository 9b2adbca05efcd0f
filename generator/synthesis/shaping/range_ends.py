"""Bounds of loops over ranges of records, named before the loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from generator.syntax.statements import Assign, Block, For, Statement, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, call
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.value_kinds import new_local

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""


def with_range_ends(block: Block, random: Random, chance: float, taken: set[str]) -> Block:
    """``end = offsets[row + 1]`` and the like before a loop, in a whole kernel or nowhere in it.

    A bound of more loops than one is read once, in any kernel.
    """
    found = Counter(end for each in walk(block) for end in _ends(each) if "subscript" in end.kinds)
    words = {2: random.pick(ENDS), 1: (random.pick(COUNTS),)}
    named = set(found) if random.chance(chance) else {end for end, count in found.items() if count > 1}
    return _named(block, words, named, taken, {}) if named else block


def _ends(statement: Statement) -> tuple[Value, ...]:
    """The arguments of a loop's ``range``; none for any other statement."""
    match statement:
        case For(_, Value("call", (Value("name", ("range",)), *ends))):
            return tuple(ends)
    return ()


def _named(
    block: Block, words: Mapping[int, tuple[str, ...]], named: set[Value], taken: set[str], known: dict[Value, Value]
) -> Block:
    """The block with locals for ``named`` bounds; ``words``: names by number of bounds, ``known``: locals so far."""
    found: list[Statement] = []
    known = dict(known)
    for statement in block:
        ends = _ends(statement)
        if isinstance(statement, For) and len(ends) in words and not named.isdisjoint(ends):
            for end, word in zip(ends, words[len(ends)], strict=True):
                if end not in known and (local := _end(end, word, str(statement.target.operands[0]), taken)):
                    found.append(Assign((local,), end))
                    known[end] = local
            iterable = call(statement.iterable.operands[0], *[known.get(end, end) for end in ends])
            statement = For(statement.target, iterable, statement.body)
        found.append(change_inner(statement, lambda inner: _named(inner, words, named, taken, known)))
    return tuple(found)


def _end(end: Value, word: str, loop: str, taken: set[str]) -> Value | None:
    """A local for one bound; None where the bound is short, or its names are taken."""
    if end.operation in ("name", "literal"):
        return None
    words = (word, *(COUNTS if word in COUNTS else ()), f"{loop}_{word}")
    return next(filter(None, (new_local(each, INT, taken) for each in words)), None)
