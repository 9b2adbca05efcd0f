"""Partial evaluation over the drawn variant: nothing of ``v`` is left in a kernel."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.syntax.operations import BOOLEANS
from generator.syntax.statements import Block, If, Jump, Return, Statement
from generator.syntax.values import Value, literal, name
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.rewriting import change_inner, change_value, change_wholes

VARIANT = "v"
"""Name that computations have for the variant that is drawn."""

_CONSTANTS: dict[str, Callable[..., bool]] = {
    "not": operator.not_,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Operations over constants -> what they give."""

_FOLDED = frozenset(("attribute", "ternary", *BOOLEANS, *_CONSTANTS))
"""Operations that a known operand may leave."""


def settled(block: Block, variant: Mapping[str, Any]) -> Block:
    """The block with every test of the variant evaluated, and the arms that were not chosen removed."""
    if not variant or not any(map(_asks, block)):
        return block
    found = _block(block, variant)
    return found[:-1] if found and found[-1] == Return() else found


def _asks(statement: Statement) -> bool:
    """Whether a statement, or one of its blocks, asks about the variant."""
    # not `statement.names`: computations are kept, and a set for each of their statements would be
    return any(VARIANT in value.names for each in (statement, *statement.inner) for value in each.values)


def _block(block: Block, variant: Mapping[str, Any]) -> Block:
    """Statements settled, up to the first return or jump."""
    found: list[Statement] = []

    def whole(value: Value) -> Value:
        return change_value(value, change) if VARIANT in value.names else value

    def change(value: Value) -> Value:
        return _folded(value, variant) if value.operation in _FOLDED else value

    for statement in block:
        if not _asks(statement):  # the same object, with its cached properties
            found.append(statement)
        elif isinstance(statement, If):
            condition = whole(statement.condition)
            if is_known(condition):
                found += _block(statement.body if condition.operands[0] else statement.otherwise, variant)
            else:
                arms = (_block(arm, variant) for arm in (statement.body, statement.otherwise))
                found += without_hollow(If(condition, *arms))
        else:
            found += change_wholes((change_inner(statement, lambda inner: _block(inner, variant)),), whole)
        if found and (type(found[-1]) is Return or (type(found[-1]) is Jump and found[-1].word != "pass")):
            break
    return tuple(found)


def is_known(value: Value) -> bool:
    """Whether a value is a constant."""
    return value.operation == "literal"


def _folded(value: Value, variant: Mapping[str, Any]) -> Value:
    """A value over known operands as the constant that it is, or as what is left of it; any other as it is."""
    operation, operands = value.operation, value.operands
    if operation == "attribute":
        return literal(variant[operands[1]]) if operands[0] == name(VARIANT) else value
    if operation == "ternary":
        yes, condition, no = operands
        return value if not is_known(condition) else yes if condition.operands[0] else no
    if operation in BOOLEANS:
        return without_known(value)
    known = [operand.operands[0] for operand in operands if is_known(operand)]
    return literal(_CONSTANTS[operation](*known)) if len(known) == len(operands) else value


def without_known(value: Value) -> Value:
    """An ``and`` or ``or`` without its known operands: ``True and x > 0`` is ``x > 0``."""
    decides = value.operation == "or"
    left = tuple(operand for operand in value.operands if not is_known(operand))
    known = [operand.operands[0] for operand in value.operands if is_known(operand)]
    if not left or any(bool(each) is decides for each in known):
        return literal(any(known) if decides else all(known))
    return left[0] if len(left) == 1 else replace(value, operands=left) if known else value


def answer(test: Value, world: Value | None) -> Value:
    """Whether a test of worlds holds in a launch over worlds, where a thread's records have one, and the same.

    Any other test as it is.
    """
    if test.operation in (">=", "<") and test.operands == (world, literal(0)):
        return literal(test.operation == ">=")
    if test.operation in ("==", "!=") and test.operands[0] == test.operands[1]:
        return literal(test.operation == "==")
    return test
