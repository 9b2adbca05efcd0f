"""The opposite of a test."""

from __future__ import annotations

from generator.syntax.operations import BOOLEANS
from generator.syntax.values import Value

NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "or": "and", "and": "or"}
"""Comparisons and junctions, and their opposites."""


def negated(test: Value) -> Value:
    """The opposite of a test, as people write it."""
    if test.operation == "not":
        return test.operands[0]
    if test.operation not in NEGATED:
        return Value("not", (test,))
    operands = tuple(map(negated, test.operands)) if test.operation in BOOLEANS else test.operands
    return Value(NEGATED[test.operation], operands, test.type)
