"""Bounds checks stand before the first read at the index that they check."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.syntax.statements import Assign, Block, If, Return, Statement
from generator.syntax.values import Value
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions

BORDERS = frozenset(("<", "<=", ">", ">="))
"""Comparisons of an index with a bound."""


def with_borders_first(block: Block, index: Collection[str]) -> Block:
    """The block with bounds checks of the thread's indices moved before the first read at these.

    ``index`` are the indices. Only guards and pure assignments at the beginning of the block change places.
    """
    done = next((place for place, each in enumerate(block) if not _is_free(each)), len(block))
    front = list(block[:done])
    counts = definitions(block)
    for place in range(1, done):
        needed, words = _needed(front[: place + 1])
        held = words & set(index)
        first = next((at for at in range(place) if _reads(front[at], held)), place)
        late = [at for at in needed if at >= first]
        changed = {word for at in late for word in definitions((front[at],))}
        if first == place or any(_reads(front[at], held) for at in late) or any(counts[word] > 1 for word in changed):
            continue
        rest = [at for at in range(first, place) if at not in late]
        front[first : place + 1] = [front[at] for at in (*late, *rest)]
    return (*front, *block[done:])


def _is_free(statement: Statement) -> bool:
    """Whether a statement is a guard or a pure assignment of one name."""
    match statement:
        case If(condition, (Return(),), ()):
            return is_pure(condition)
        case Assign((Value("name"),), value):
            return is_pure(value)
    return False


def _needed(front: Sequence[Statement]) -> tuple[list[int], set[str]]:
    """Places of the last statement and the assignments that it needs, and their names; none if it checks no bound."""
    *before, border = front
    if not isinstance(border, If) or not _compares(border.condition):
        return [], set()
    found, words = [len(before)], set(border.condition.names)
    for place, each in reversed(list(enumerate(before))):
        if isinstance(each, Assign) and each.targets[0].operands[0] in words:
            found.append(place)
            words |= set(each.value.names)
    return found[::-1], words


def _compares(test: Value) -> bool:
    """Whether a test is a comparison with a bound, or an ``or`` of such."""
    return all(map(_compares, test.children)) if test.operation == "or" else test.operation in BORDERS


def _reads(statement: Statement, index: Collection[str]) -> bool:
    """Whether a statement reads an element at one of these indices."""
    return any(
        part.operation == "subscript" and any(not set(place.names).isdisjoint(index) for place in part.children[1:])
        for part in statement.parts
    )
