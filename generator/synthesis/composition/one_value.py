"""One local for one value: no step of a kernel computes again what a step before it has."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block, Statement
from generator.syntax.values import Value
from generator.syntax.walks.effects import changed_by, is_pure
from generator.syntax.walks.names import TYPES, definitions
from generator.syntax.walks.rewriting import exchanged, rename


def with_one_value(block: Block, functions: Collection[str]) -> Block:
    """The block in which pure values that locals have stand there once; ``functions`` change nothing.

    Only values over names that nothing has changed since, of locals that are set once.
    """
    again = {word for word, count in definitions(block).items() if count > 1}
    known: dict[Value, Value] = {}
    names: dict[str, str] = {}
    found: list[Statement] = []
    for statement in block:
        own = isinstance(statement, Assign) and statement.value.operation == "name"  # an author's copy
        (statement,) = rename((statement,), names)
        if known:
            changed = changed_by((statement,), functions)
            known = {value: local for value, local in known.items() if changed.isdisjoint(value.names)}
            (statement,) = exchanged((statement,), known)
        match statement:
            case Assign((target,), value) if not own and again.isdisjoint(statement.sets):
                if value in known.values():
                    names.update(zip(target.names, value.names, strict=True))
                    continue
                read = set(value.names)
                if read - TYPES and not read & again and is_pure(value, functions):
                    known[value] = target
        found.append(statement)
    return tuple(found)
