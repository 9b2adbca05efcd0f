"""Partial evaluation over the drawn variant: nothing of ``v`` is left in a kernel."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from generator.syntax.statements import Block, If, Jump, Return, Statement, values_of
from generator.syntax.values import Value, literal
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_inner, change_value, change_wholes

VARIANT = "v"
"""Name that computations have for the variant that is drawn."""

_ASKING = ("ternary", "and", "or", "attribute")
"""Operations that may ask about a variant."""

_UNKNOWN = object()

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def settled(block: Block, variant: Mapping[str, Any]) -> Block:
    """The block with every test of the variant evaluated, and the arms that were not chosen removed."""
    if not variant or not any(map(_asks, block)):
        return block
    found = _block(block, variant)
    return found[:-1] if found and found[-1] == Return() else found


def _asks(statement: Statement) -> bool:
    """Whether a statement, or one of its blocks, asks about the variant."""
    return any(VARIANT in value.names for each in (statement, *statement.inner) for value in values_of(each))


def _block(block: Block, variant: Mapping[str, Any]) -> Block:
    """Statements settled, up to the first return or jump."""
    found: list[Statement] = []

    def whole(value: Value) -> Value:
        return change_value(value, change) if VARIANT in value.names else value

    def change(value: Value) -> Value:
        return _value(value, variant) if value.operation in _ASKING else value

    for statement in block:
        if not _asks(statement):  # the same object, with its cached properties
            found.append(statement)
        elif isinstance(statement, If):
            condition = whole(statement.condition)
            answer = constant(condition, variant)
            if answer is _UNKNOWN:
                body, otherwise = _block(statement.body, variant), _block(statement.otherwise, variant)
                if body:
                    found.append(If(condition, body, otherwise))
                elif otherwise:
                    found.append(If(negated(condition), otherwise))
            else:
                found += _block(statement.body if answer else statement.otherwise, variant)
        else:
            found += change_wholes((change_inner(statement, lambda inner: _block(inner, variant)),), whole)
        if found and (type(found[-1]) is Return or (type(found[-1]) is Jump and found[-1].word != "pass")):
            break
    return tuple(found)


def _value(value: Value, variant: Mapping[str, Any]) -> Value:
    """A ternary over the variant becomes the side it chose; a number of the variant becomes that number."""
    if value.operation == "ternary":
        chosen, condition, other = value.operands
        answer = constant(condition, variant)
        return value if answer is _UNKNOWN else (chosen if answer else other)
    if value.operation in ("and", "or"):
        return _without_known(value, variant)
    if value.operation == "attribute" and type(found := constant(value, variant)) in (int, float, bool):
        return literal(found)
    return value


def _without_known(value: Value, variant: Mapping[str, Any]) -> Value:
    """An ``and`` or ``or`` without its known operands: ``v.first and x > 0`` is ``x > 0`` where ``v.first`` is true."""
    decides = value.operation == "or"
    answers = [(operand, constant(operand, variant)) for operand in value.operands]
    if any(answer is not _UNKNOWN and bool(answer) is decides for _, answer in answers):
        return literal(decides)
    left = tuple(operand for operand, answer in answers if answer is _UNKNOWN)
    if not left:
        return literal(not decides)
    return left[0] if len(left) == 1 else replace(value, operands=left)


def constant(value: Value, variant: Mapping[str, Any]) -> Any:
    """The constant that a value over the variant is; ``_UNKNOWN`` where it is known at run time only."""
    operation, operands = value.operation, value.operands
    if operation == "literal":
        return operands[0]
    if operation == "attribute" and operands[0].is_name and operands[0].operands[0] == VARIANT:
        return variant[operands[1]]
    if operation == "not":
        answer = constant(operands[0], variant)
        return answer if answer is _UNKNOWN else not answer
    if operation in _COMPARE:
        left, right = (constant(operand, variant) for operand in operands)
        return _UNKNOWN if left is _UNKNOWN or right is _UNKNOWN else _COMPARE[operation](left, right)
    return _UNKNOWN
