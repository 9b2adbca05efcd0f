"""Bounds of loops over ranges of records, named before the loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from generator.syntax.statements import LOOPS, Assign, Block, For, Statement, walk
from generator.syntax.types import INT
from generator.syntax.values import Value, call
from generator.syntax.walks.effects import changed_by
from generator.syntax.walks.rewriting import change_inner
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.value_kinds import is_of_thread, new_local

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""


def with_range_ends(block: Block, index: Collection[str], random: Random, chance: float, taken: set[str]) -> Block:
    """``end = offsets[row + 1]`` and the like before a loop, in a whole kernel or nowhere in it.

    A bound of more loops than one, or of more turns, is read once, in any kernel. Bounds at the thread's ``index``
    stand before the outermost loop: such an index is valid even where that has no turn.
    """
    words = {2: random.pick(ENDS), 1: (random.pick(COUNTS),)}
    always = random.chance(chance)
    loops = [each for each in walk(block) if type(each) in LOOPS]
    if not loops:
        return block
    found = Counter(end for each in loops for end in _ends(each) if "subscript" in end.kinds)
    inner = [end for each in loops for nested in each.inner for end in _ends(nested)]
    found.update(end for end in inner if end in found and is_of_thread(end.names, index))
    named = set(found) if always else {end for end, count in found.items() if count > 1}

    def ended(block: Block, known: Mapping[Value, Value]) -> Block:
        found: list[Statement] = []
        known = dict(known)
        for statement in block:
            inside = (statement, *statement.inner) if isinstance(statement, LOOPS) else ()
            for loop in (each for each in inside if isinstance(each, For)):
                ends = _ends(loop)
                for end, word in () if named.isdisjoint(ends) else zip(ends, words.get(len(ends), ()), strict=False):
                    own = is_of_thread(end.names, index) and changed_by((statement,)).isdisjoint(end.names)
                    read = end not in known and (loop is statement or own)
                    if read and (local := _end(end, word, str(loop.target.operands[0]), taken)):
                        found.append(Assign((local,), end))
                        known[end] = local
            if isinstance(statement, For) and not known.keys().isdisjoint(ends := _ends(statement)):
                iterable = call(statement.iterable.operands[0], *[known.get(end, end) for end in ends])
                statement = For(statement.target, iterable, statement.body)
            found.append(change_inner(statement, lambda inner: ended(inner, known)))
        return tuple(found)

    return ended(block, {}) if named else block


def _ends(statement: Statement) -> tuple[Value, ...]:
    """The arguments of a loop's ``range``; none for any other statement."""
    match statement:
        case For(_, Value("call", (Value("name", ("range",)), *ends))):
            return tuple(ends)
    return ()


def _end(end: Value, word: str, loop: str, taken: set[str]) -> Value | None:
    """A local for one bound; None where the bound is short, or its names are taken."""
    if end.operation in ("name", "literal"):
        return None
    words = (word, *(COUNTS if word in COUNTS else ()), f"{loop}_{word}")
    return next(filter(None, (new_local(each, INT, taken) for each in words)), None)
