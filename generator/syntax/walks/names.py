"""Which names a block reads and which it sets."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from generator.syntax.statements import Assign, Augment, Block, For, Statement, values_of, walk
from generator.syntax.values import Value

RESERVED = frozenset(
    {*keyword.kwlist, "wp", "range", "int", "float", "bool", "len", "min", "max", "abs", "sum", "print"}
)
"""Names that neither an argument nor a local has."""


def definitions(block: Block) -> dict[str, int]:
    """Name -> how often a statement of the block sets it: assignments, ``+=`` on a name, heads of loops."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in names_set(statement):
            found[name] = found.get(name, 0) + 1
    return found


def names_set(statement: Statement) -> Iterator[str]:
    """The names that a statement itself sets."""
    match statement:
        case Assign(targets):
            for target in targets:
                yield from _plain_names(target)
        case For(target):
            yield from _plain_names(target)
        case Augment(target) if target.is_name:
            yield target.operands[0]


def uses(block: Block) -> dict[str, int]:
    """Name -> how often the block reads it: ``x`` in ``x += 1`` and in ``x[i] = 1``, not in ``x = 1``."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in names_read(statement):
            found[name] = found.get(name, 0) + 1
    return found


def names_read(statement: Statement) -> Iterator[str]:
    """The names that a statement itself reads, once for each place."""
    for value in values_of(statement):
        if isinstance(statement, Assign | For) and any(value is target for target in _targets(statement)):
            for part in value.walk():
                if part.operation in ("subscript", "attribute"):
                    yield from _names(part)
            continue
        yield from _names(value)


def free_names(block: Block) -> tuple[str, ...]:
    """Names that are read and that no statement of the block sets, in order: what it takes from outside."""
    own = definitions(block)
    return tuple(name for name in uses(block) if name not in own)


def _targets(statement: Assign | For) -> tuple[Value, ...]:
    return statement.targets if isinstance(statement, Assign) else (statement.target,)


def _names(value: Value) -> Iterator[str]:
    return (part.operands[0] for part in value.walk() if part.is_name)


def _plain_names(target: Value) -> Iterator[str]:
    """The names of a target, and of the tuples in it."""
    if target.is_name:
        yield target.operands[0]
    elif target.operation in ("tuple", "list"):
        for part in target.operands:
            yield from _plain_names(part)
