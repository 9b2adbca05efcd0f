"""Partial evaluation over the drawn variant: nothing of ``v`` is left in a kernel."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from generator.syntax.operations import BOOLEANS
from generator.syntax.statements import Block, If, Jump, Return, Statement
from generator.syntax.values import Value, literal
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.rewriting import change_inner, change_wholes, is_same

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


def settled(block: Block, variant: Mapping[str, Any]) -> Block:
    """The block with every test of the variant evaluated, and the arms that were not chosen removed."""
    found = _block(block, variant) if variant else block
    return found[:-1] if found is not block and found[-1:] == (Return(),) else found


def _block(block: Block, variant: Mapping[str, Any]) -> Block:
    """Statements settled, up to the first return or jump; the same object where none of them asks."""
    found: list[Statement] = []
    for statement in block:
        if VARIANT not in statement.reads_within:
            found.append(statement)
        elif type(statement) is If and is_known(condition := _value(statement.condition, variant)):
            found += _block(statement.body if condition.operands[0] else statement.otherwise, variant)
        else:
            left = change_inner(statement, lambda inner: _block(inner, variant))
            if VARIANT in left.reads:
                (left,) = change_wholes((left,), lambda value: _value(value, variant))
            found += without_hollow(left)
        if found and (type(found[-1]) is Return or (type(found[-1]) is Jump and found[-1].word != "pass")):
            break
    return block if is_same(found, block) else tuple(found)


def _value(value: Value, variant: Mapping[str, Any]) -> Value:
    """A value with what the variant decides in it as the constant that it is, or as what is left of it."""
    if VARIANT not in value.names:
        return value
    operation = value.operation
    if operation == "attribute" and value.operands[0].operation == "name":
        return literal(variant[value.operands[1]])
    operands = tuple([_value(each, variant) if type(each) is Value else each for each in value.operands])
    if operation == "ternary" and is_known(operands[1]):
        return operands[0] if operands[1].operands[0] else operands[2]
    found = Value(operation, operands, value.type)
    if operation in BOOLEANS:
        return without_known(found)
    known = operation in _CONSTANTS and all(map(is_known, operands))
    return literal(_CONSTANTS[operation](*[each.operands[0] for each in operands])) if known else found


def is_known(value: Value) -> bool:
    """Whether a value is a constant."""
    return value.operation == "literal"


def without_known(value: Value) -> Value:
    """An ``and`` or ``or`` without its known operands: ``True and x > 0`` is ``x > 0``."""
    decides = value.operation == "or"
    left = tuple(operand for operand in value.operands if not is_known(operand))
    known = [operand.operands[0] for operand in value.operands if is_known(operand)]
    if not left or any(bool(each) is decides for each in known):
        return literal(any(known) if decides else all(known))
    return left[0] if len(left) == 1 else Value(value.operation, left, value.type) if known else value


def answer(test: Value) -> Value:
    """Whether values that are one, such as the world of two records of a thread, are equal; any other test as it is."""
    if test.operation in ("==", "!=") and test.operands[0] == test.operands[1]:
        return literal(test.operation == "==")
    return test
