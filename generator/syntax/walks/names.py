"""Which names a block reads and which it sets."""

from __future__ import annotations

import keyword

from generator.syntax.statements import Assign, Augment, Block, For, Statement, values_of, walk
from generator.syntax.values import Value

RESERVED = frozenset(
    {*keyword.kwlist, "wp", "range", "int", "float", "bool", "len", "min", "max", "abs", "sum", "print"}
)
"""Names that neither an argument nor a local has."""

_SETTING = (Assign, For)
"""Statements whose targets they set and do not read."""


def definitions(block: Block) -> dict[str, int]:
    """Name -> how often a statement of the block sets it: assignments, ``+=`` on a name, heads of loops."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in names_set(statement):
            found[name] = found.get(name, 0) + 1
    return found


def names_set(statement: Statement) -> list[str]:
    """The names that a statement itself sets."""
    if isinstance(statement, Assign):
        first = statement.targets[0]
        if first.operation == "name" and len(statement.targets) == 1:  # nearly always
            return [first.operands[0]]
        return [name for target in statement.targets for name in _plain_names(target)]
    if isinstance(statement, For):
        return _plain_names(statement.target)
    if isinstance(statement, Augment) and statement.target.is_name:
        return [statement.target.operands[0]]
    return []


def uses(block: Block) -> dict[str, int]:
    """Name -> how often the block reads it: ``x`` in ``x += 1`` and in ``x[i] = 1``, not in ``x = 1``."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in names_read(statement):
            found[name] = found.get(name, 0) + 1
    return found


def names_read(statement: Statement) -> list[str]:
    """The names that a statement itself reads, once for each place."""
    if not isinstance(statement, _SETTING):
        return names_within(statement)
    first, *targets = values_of(statement)
    found = list(first.names)
    for target in targets:
        if target.operation != "name":
            for part in target.walk():
                if part.operation in ("subscript", "attribute"):
                    found += part.names
    return found


def names_within(statement: Statement) -> list[str]:
    """The names in a statement's own values, whether it reads or sets them."""
    return [name for value in values_of(statement) for name in value.names]


def free_names(block: Block) -> tuple[str, ...]:
    """Names that are read and that no statement of the block sets, in order: what it takes from outside."""
    own = definitions(block)
    return tuple(name for name in uses(block) if name not in own)


def _plain_names(target: Value) -> list[str]:
    """The names of a target, and of the tuples in it."""
    if target.operation == "name":
        return [target.operands[0]]
    if target.operation in ("tuple", "list"):
        return [name for part in target.operands for name in _plain_names(part)]
    return []
