"""Which names a block reads and which it sets."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Collection, Iterable, Sequence

from generator.syntax.statements import Block, Statement

RESERVED = frozenset({"wp", *keyword.kwlist, *dir(builtins)})
"""Names that no argument and no local may have."""

TYPES = frozenset(("wp", "float", "int", "bool"))
"""Names in a value that stand for no value: Warp's constructors and casts."""


def definitions(block: Block) -> dict[str, int]:
    """Name -> how often a statement of the block sets it: assignments, ``+=`` on a name, heads of loops."""
    return _counted([name for statement in block for name in statement.sets_within])


def uses(block: Block) -> dict[str, int]:
    """Name -> how often the block reads it: ``x`` in ``x += 1`` and in ``x[i] = 1``, not in ``x = 1``."""
    return _counted([name for statement in block for name in statement.reads_within])


def _counted(names: list[str]) -> dict[str, int]:
    found = dict.fromkeys(names, 0)
    for name in names:
        found[name] += 1
    return found


def followed(names: Iterable[str], statements: Sequence[Statement]) -> set[str]:
    """The names, and all that the statements compute from them, directly or not."""
    return reached(names, [(each.values[0].names, each.sets) for each in statements if each.sets])


Flow = tuple[Collection[str], Collection[str]]
"""Names, and those that depend on them."""


def reached(names: Iterable[str], flows: Sequence[Flow]) -> set[str]:
    """The names, and all that flows lead to from them."""
    found, before = set(names), -1
    while len(found) != before:
        before = len(found)
        for given, results in flows:
            if not found.isdisjoint(given):
                found.update(results)
    return found
