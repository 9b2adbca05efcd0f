"""Dead-store elimination: assignments of locals that nothing reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from functools import partial

from generator.syntax.statements import (
    HOLDING,
    LOOPS,
    Assign,
    Augment,
    Block,
    For,
    If,
    Jump,
    Statement,
    blocks_of,
    walk,
)
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_inner, change_statements, is_same


def without_dead_code(block: Block) -> Block:
    """The block without assignments of names that nothing reads before they are set anew, until none is left.

    An assignment whose value has a side effect, an atomic or a random state, stays.
    """
    while True:
        smaller = change_statements(block, partial(_left_of, read=_read(block)))
        if twice := {name for name, count in definitions(smaller).items() if count > 1}:
            smaller = _without_overwritten(smaller, twice, ())
        if is_same(smaller, block) or smaller == block:
            return block
        block = smaller


def _left_of(statement: Statement, read: Collection[str]) -> Block:
    """What is left of a statement: nothing of an assignment whose name is not read, nor of an empty arm."""
    word = _only_set(statement)
    return () if word and word not in read else without_hollow(statement)


def _without_overwritten(block: Block, twice: Collection[str], after: Block | None) -> Block:
    """Remove assignments that are overwritten before they are read.

    ``after``: the statements that follow the block; None inside a loop, whose next turn may read them.
    """
    kept: list[Statement] = []
    for place, statement in enumerate(block):
        if type(statement) in HOLDING:
            later = None if after is None or type(statement) in LOOPS else (*block[place + 1 :], *after)
            inner = partial(_without_overwritten, twice=twice, after=later)
            kept.append(change_inner(statement, inner))
        elif type(statement) is not Assign or not _is_overwritten(statement, block[place + 1 :], twice, after):
            kept.append(statement)
    return tuple(kept)


def _is_overwritten(statement: Assign, rest: Block, twice: Collection[str], after: Block | None) -> bool:
    """Whether the ``rest`` of the block sets a name of ``twice`` again before it reads it, or nothing reads it later.

    A branch that only may set the name keeps the assignment.
    """
    word = statement.local
    if word not in twice or not is_pure(statement.value):
        return False
    if after is not None and not any(word in each.reads for each in walk((*rest, *after))):
        return True
    for other in rest:
        within = (other, *other.inner)
        if any(word in each.reads or type(each) is Jump for each in within):
            return False
        if any(word in each.sets for each in within):
            return isinstance(other, Assign) and all(part.is_name for part in other.targets)
    return False


def without_hollow(statement: Statement) -> Block:
    """The statement without an empty first arm; nothing where all that it holds is empty."""
    match statement:
        case For(_, _, ()):
            return ()
        case If(condition, (), ()):
            return () if is_pure(condition) else (replace(statement, body=(Jump("pass"),)),)
        case If(condition, (), otherwise):
            return (If(negated(condition), otherwise),)
    return (statement,)


def _only_set(statement: Statement) -> str:
    """The name that a statement sets, where it does nothing else; empty for any other statement."""
    if type(statement) is Assign and is_pure(statement.value):
        return statement.local
    if type(statement) is Augment and statement.target.is_name and is_pure(statement.value):
        return str(statement.target.operands[0])
    return ""


def _read(block: Block) -> set[str]:
    """Live names: those that a statement with an effect reads, or an assignment of a live name.

    Not those that only set themselves, ``x += 1``, nor those of a branch that does nothing but set such names.
    """
    read: set[str] = set()
    behind: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)  # name -> what its assignments read

    def note(part: Block, around: tuple[str, ...]) -> None:
        for statement in part:
            own = (*statement.reads, *around)
            if type(statement) in HOLDING:
                if type(statement) is not For and not (type(statement) is If and is_pure(statement.condition)):
                    read.update(own)
                for inner in blocks_of(statement):
                    note(inner, own)
            elif word := _only_set(statement):
                behind[word].append(own)
            else:
                read.update(own)

    note(block, ())
    pending = list(read)
    while pending:
        found = {name for names in behind.pop(pending.pop(), ()) for name in names} - read
        read |= found
        pending += found
    return read
