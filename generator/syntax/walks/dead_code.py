"""Locals that nobody reads, taken out of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
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
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_inner, is_same


def without_dead_code(block: Block) -> Block:
    """The block without assignments of names that nothing reads before they are set anew, until none is left.

    What computing a value would change, an atomic or a random state, keeps its statement.
    """
    while True:
        read = uses(block)
        for name in _only_its_own(block, read):
            read.pop(name, None)
        statements = walk(block)
        some = any(_is_dead(each, read) or (type(each) in HOLDING and not blocks_of(each)[0]) for each in statements)
        smaller = _without(block, read) if some else block
        if twice := {name for name, count in definitions(smaller).items() if count > 1}:
            smaller = _without_overwritten(smaller, twice, ())
        if is_same(smaller, block) or smaller == block:
            return block
        block = smaller


def _without(block: Block, read: Collection[str]) -> Block:
    kept: list[Statement] = []
    for statement in block:
        if type(statement) in HOLDING:
            held = change_inner(statement, lambda inner: _without(inner, read))
            if (filled := _with_something_inside(held)) is not None:
                kept.append(filled)
        elif not _is_dead(statement, read):
            kept.append(statement)
    return tuple(kept)


def _without_overwritten(block: Block, twice: Collection[str], after: Block | None) -> Block:
    """The block without what is set for nothing; ``after`` is what follows it, None in a loop, where it may itself."""
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

    An arm that may set it keeps it.
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


def _with_something_inside(statement: Statement) -> Statement | None:
    """A statement without arms that hold nothing; None where it held nothing else."""
    match statement:
        case For(_, _, ()):
            return None
        case If(condition, (), ()):
            return None if is_pure(condition) else replace(statement, body=(Jump("pass"),))
        case If(condition, (), otherwise):
            return If(negated(condition), otherwise)
    return statement


def _is_dead(statement: Statement, read: Collection[str]) -> bool:
    if type(statement) is Assign:
        word = statement.local
    elif type(statement) is Augment and statement.target.is_name:
        word = statement.target.operands[0]
    else:
        return False
    return word != "" and word not in read and is_pure(statement.value)


def _only_its_own(block: Block, read: Mapping[str, int]) -> set[str]:
    """Names that are read by nothing but what sets them, ``x += 1``, ``x = wp.min(x, y)``; ``read`` tells how often."""
    own: Counter[str] = Counter()
    for statement in walk(block):
        if type(statement) is Augment and statement.target.is_name:
            own[statement.target.operands[0]] += 1
        elif type(statement) is Assign and statement.local in statement.reads and is_pure(statement.value):
            own[statement.local] += statement.reads.count(statement.local)
    return {name for name, count in own.items() if read.get(name) == count}
