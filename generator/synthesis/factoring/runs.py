"""Runs of statements that may become a function: few names go in, few values come out, and nothing else leaves it.

A kernel keeps its guards, and mostly its stores and the loads before what it computes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from generator.syntax.line_breaks import line_count
from generator.syntax.nodes import remembered
from generator.syntax.statements import (
    Assign,
    Augment,
    Blank,
    Block,
    Call,
    Comment,
    If,
    Jump,
    Return,
    Statement,
    Store,
    blocks_of,
    walk,
)
from generator.syntax.types import Type
from generator.syntax.values import Value, root_of
from generator.syntax.walks.effects import is_atomic
from generator.syntax.walks.names import definitions, uses
from generator.synthesis.storage.signature import MARK

FEWEST_LINES, MOST_LINES = 3, 50
"""Lines of a function's body."""

MOST_TAKEN = 12
"""Arguments of a function, at the most."""


COMPUTES, LOADS, WRITES = "computes", "loads", "writes"
"""What a function does: it makes values of values, and the kernel loads; it loads, too; it stores what it makes, or
adds it atomically, and gives nothing."""


@dataclass(frozen=True)
class Run:
    """Consecutive statements of one block: what they take from before them, and what is read after them."""

    statements: Block
    taken: tuple[str, ...]
    given: tuple[str, ...]
    reads: int
    """How often what it gives is read after it."""
    lines: int

    @property
    def weight(self) -> float:
        """How much a function of it is worth: lines that leave the kernel, less a cost for each argument and result."""
        return max(self.lines - 0.6 * len(self.taken) - 1.5 * len(self.given), 0.0) ** 1.5


class _Step:
    """Cached facts about one statement, with all that it holds."""

    def __init__(self, statement: Statement) -> None:
        self.statement, self.whole = statement, (statement,)

    sets = remembered(lambda self: definitions(self.whole))
    uses = remembered(lambda self: uses(self.whole))
    lines = remembered(lambda self: line_count(self.whole))
    stays = remembered(lambda self: _stays(self.statement))
    writes = remembered(lambda self: any(map(_writes, (self.statement, *self.statement.inner))))
    changes = remembered(lambda self: _changes(self.whole))


def runs_of(block: Block, types: Mapping[str, Type | None], kind: str = COMPUTES) -> list[Run]:
    """The runs of a kernel's body for a kind of function; ``types`` are those of its locals and arguments."""
    whole_uses, whole_sets = uses(block), definitions(block)
    found = []
    for part in _blocks(block):
        steps = list(map(_Step, part))
        for start, end, sets, read, changes, lines in _slices(steps, kind):
            if not sets.items() <= whole_sets.items():
                continue
            given = tuple([word for word in sets if whole_uses.get(word, 0) > read[word]])
            if len(given) not in _GIVEN[kind]:
                continue
            taken = tuple([word for word in read if word in types and word not in sets])
            if not 0 < len(taken) <= MOST_TAKEN or None in [types[word] for word in taken]:
                continue
            if not changes.isdisjoint(taken):
                continue  # a function has a copy of it
            reads = sum([whole_uses[word] - read[word] for word in given])
            found.append(Run(part[start:end], taken, given, reads, lines))
    return found


_GIVEN = {COMPUTES: (1, 2, 3), LOADS: (1, 2, 3), WRITES: (0,)}
"""Numbers of results of each kind of function."""


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for statement in block:
        for inner in blocks_of(statement):
            yield from _blocks(inner)


Counts = defaultdict[str, int]
"""Name -> how often."""


def _slices(steps: list[_Step], kind: str) -> Iterator[tuple[int, int, Counts, Counts, set[str], int]]:
    """Start and end of each run that may be a function and computes something; what it sets, uses, changes; lines."""
    split = [_alike(one.statement, other.statement) for one, other in pairwise(steps)]
    for start, first in enumerate(steps):
        loads = kind == COMPUTES and _loads(first.statement)
        if loads or type(first.statement) in SILENT or (start and split[start - 1]):
            continue
        sets, read, changes = Counts(int), Counts(int), set[str]()
        lines, writes = 0, False
        for end, step in enumerate(steps[start:], start + 1):
            writes = writes or step.writes
            if not step.stays or (writes and kind != WRITES) or (lines := lines + step.lines) > MOST_LINES:
                break
            for word, times in step.sets.items():
                sets[word] += times
            for word, times in step.uses.items():
                read[word] += times
            changes |= step.changes
            whole = writes or kind != WRITES
            apart = end == len(steps) or not split[end - 1]
            if whole and apart and lines >= FEWEST_LINES and type(step.statement) not in SILENT:
                yield start, end, sets, read, changes, lines


def _alike(one: Statement, other: Statement) -> bool:
    """Whether two statements in a row do the same for several values: people do not cut between them."""
    if type(one) is Assign and type(other) is Assign:
        return one.value.operation == other.value.operation
    return type(one) is type(other) and type(one) in (Store, Call)


def _stays(statement: Statement) -> bool:
    """Whether a statement may stand in a function: no exit, thread index, random draw, tile or sum in an array."""
    for each in (statement, *statement.inner):
        if type(each) is Return or any(map(_is_of_thread, each.calls)):
            return False
        if type(each) is Augment and root_of(each.target).startswith(MARK):
            return False  # whether it is atomic is the kernel's to say
    return not _jumps(statement)


def _jumps(statement: Statement) -> bool:
    """Whether ``break`` or ``continue`` is meant for a loop around the statement."""
    if type(statement) is Jump:
        return statement.word != "pass"
    return type(statement) is If and any(map(_jumps, (*statement.body, *statement.otherwise)))


def _is_of_thread(part: Value) -> bool:
    word = part.callee.rpartition(".")[2]
    return word == "tid" or word.startswith(("tile", "untile", "rand", "sample_", "poisson", "block_"))


def _writes(statement: Statement) -> bool:
    """Whether a statement writes to an array; so does a call whose result is dropped.

    Arguments still have their symbols.
    """
    if type(statement) is Call or any(map(is_atomic, statement.calls)):
        return True
    return (type(statement) is Store or type(statement) is Augment) and root_of(statement.target).startswith(MARK)


def _changes(block: Block) -> set[str]:
    """Locals of which a component is stored."""
    roots = [root_of(each.target) for each in walk(block) if type(each) is Store or type(each) is Augment]
    return {root for root in roots if not root.startswith(MARK)}


SILENT = frozenset((Blank, Comment))
"""Statements that do nothing."""

LOADED = frozenset(("subscript", "name", "literal", "attribute"))
"""Operations of what is only given a name."""


def _loads(statement: Statement) -> bool:
    """Whether a statement only gives names to elements."""
    return type(statement) is Assign and statement.value.operation in LOADED


def surely_set(block: Block) -> set[str]:
    """Names that are set on every path to the end of a block."""
    found: set[str] = set()
    for statement in block:
        match statement:
            case Assign():
                found.update(statement.sets)
            case If(_, body, otherwise):
                arms = [surely_set(arm) for arm in (body, otherwise) if not arm or not isinstance(arm[-1], Return)]
                found |= set.intersection(*arms) if arms else set()
    return found
