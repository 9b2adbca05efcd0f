"""Which names a block reads and which it sets."""

from __future__ import annotations

import keyword

from generator.syntax.statements import Block, Statement, walk

RESERVED = frozenset(
    {*keyword.kwlist, "wp", "range", "int", "float", "bool", "len", "min", "max", "abs", "sum", "print"}
)
"""Names that neither an argument nor a local has."""


def definitions(block: Block) -> dict[str, int]:
    """Name -> how often a statement of the block sets it: assignments, ``+=`` on a name, heads of loops."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in statement.sets:
            found[name] = found.get(name, 0) + 1
    return found


def uses(block: Block) -> dict[str, int]:
    """Name -> how often the block reads it: ``x`` in ``x += 1`` and in ``x[i] = 1``, not in ``x = 1``."""
    found: dict[str, int] = {}
    for statement in walk(block):
        for name in statement.reads:
            found[name] = found.get(name, 0) + 1
    return found


def names_within(statement: Statement) -> set[str]:
    """The names in a statement's own values, whether it reads or sets them."""
    return {part.operands[0] for part in statement.parts if part.operation == "name"}
