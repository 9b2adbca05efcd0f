"""The arms of a kernel: the ways that a lane may go at each of its branches, loops and choices between two values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.syntax.modules import Function
from generator.syntax.statements import LOOPS, If, walk

Arm = tuple[int, str]
"""A node, by its identity, and which of its ways."""


def arms_of(functions: Iterable[Function]) -> Iterator[Arm]:
    """Every arm that a run of the functions may come by."""
    for function in functions:
        for statement in walk(function.body):
            if isinstance(statement, If):
                yield id(statement), "if"
                if statement.otherwise:
                    yield id(statement), "else"
            elif isinstance(statement, LOOPS):
                yield id(statement), "loop"
            for part in statement.parts:
                if part.operation == "ternary":
                    yield id(part), "yes"
                    yield id(part), "no"
