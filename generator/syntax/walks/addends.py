"""Whether an array's old values only enter sums, so that an adjoint that finds new values there is right."""

from __future__ import annotations

from collections.abc import Set

from generator.syntax.operations import SUMS
from generator.syntax.statements import Assign, Augment, Block, Statement, Store, walk
from generator.syntax.values import Value, last_word, root_of
from generator.syntax.walks.names import followed

_LINEAR = ("float", "vec2", "vec3", "vec4")
"""Calls that pass their arguments on."""


def enters_sums_alone(block: Block, array: str) -> bool:
    """Whether the elements of an array, and locals made of them, are only added, subtracted and stored."""
    statements = walk(block)
    names = followed((array,), statements)
    return all(_is_sum(statement, names) for statement in statements)


def _is_sum(statement: Statement, names: Set[str]) -> bool:
    """Whether a statement reads some names as addends alone."""
    match statement:
        case Augment(target, sign, _) if sign not in SUMS and root_of(target) in names:
            return False
        case Assign() | Store() | Augment():
            return all(_adds(value, names) for value in statement.values)
    return not any(_reads(value, names) for value in statement.values)


def _reads(value: Value, names: Set[str]) -> bool:
    """Whether a value reads some names, and not only how large their arrays are."""
    if names.isdisjoint(value.names):
        return False
    sizes = [part for part in value.walk() if part.operation == "attribute" and part.operands[1] == "shape"]
    return sum(word in names for word in value.names) > sum(word in names for part in sizes for word in part.names)


def _adds(value: Value, names: Set[str]) -> bool:
    """Whether a value is linear in some names, with factors of one or minus one."""
    if not _reads(value, names):
        return True
    first, *others = value.operands
    match value.operation:
        case "name":
            return True
        case "subscript":
            return _adds(first, names) and all(names.isdisjoint(index.names) for index in others)
        case "+" | "-" | "neg":
            return all(_adds(part, names) for part in value.operands)
        case "ternary":
            return names.isdisjoint(others[0].names) and _adds(first, names) and _adds(others[1], names)
        case "call":
            return last_word(first) in _LINEAR and all(_adds(part, names) for part in others)
    return False
