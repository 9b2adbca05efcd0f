"""In which order steps stand that do not need each other, and the sides of sums and products."""

from __future__ import annotations

from generator.syntax.statements import Assign, Block, Comment, Statement, Store
from generator.syntax.types import INT, Scalar
from generator.syntax.values import Value
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import names_within
from generator.syntax.walks.rewriting import change_block, change_inner
from generator.synthesis.chance.randomness import Random


def reordered(block: Block, random: Random, chance: float) -> Block:
    """The block with neighbours changed about, with a chance each, where neither takes what the other makes."""
    found = [change_inner(statement, lambda inner: reordered(inner, random, chance)) for statement in block]
    for place in range(1, len(found)):
        first, second = found[place - 1], found[place]
        told = place > 1 and isinstance(found[place - 2], Comment)  # a comment stays with what it tells
        if not told and _free(first, second) and random.chance(chance):
            found[place - 1], found[place] = second, first
    return tuple(found)


def commuted(block: Block, random: Random, chance: float) -> Block:
    """The block with the sides of float sums and products exchanged, with a chance each."""

    def change(value: Value) -> Value:
        if value.operation not in ("+", "*") or not _commutes(value) or not random.chance(chance):
            return value
        return Value(value.operation, value.operands[::-1], value.type)

    return change_block(block, change)


def _commutes(value: Value) -> bool:
    """Whether both orders mean the same and people write both: ``dt * v``, not ``1 + i``, matrices or random draws."""
    if value.type == INT or not is_pure(value):
        return False
    if value.operation == "+":
        return not any(side.operation == "literal" for side in value.operands)
    return any(side.operation == "literal" or isinstance(side.type, Scalar) for side in value.operands)


def _free(first: Statement, second: Statement) -> bool:
    """Whether two statements may change places: two locals, or two elements of different arrays."""
    if type(first) is not type(second):
        return False
    ends = _end(first), _end(second)
    return bool(ends[0] and ends[1]) and ends[0] not in names_within(second) and ends[1] not in names_within(first)


def _end(statement: Statement) -> str:
    """The name that a statement without other effects sets, or whose element it stores; empty for any other."""
    if isinstance(statement, Assign) and len(statement.targets) == 1 and is_pure(statement.value):
        target: Value = statement.targets[0]
        return str(target.operands[0]) if target.is_name else ""
    if isinstance(statement, Store) and is_pure(statement.value):
        base = statement.target.operands[0]
        return str(base.operands[0]) if statement.target.operation == "subscript" and base.is_name else ""
    return ""
