"""A tree made of another one: each value or statement replaced by what a function says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.syntax.statements import (
    Assert,
    Assign,
    Augment,
    Block,
    Call,
    For,
    If,
    Return,
    Statement,
    Store,
    While,
)
from generator.syntax.values import Operand, Value

Change = Callable[[Value], Value]
"""What a value becomes; its operands were changed before."""


def change_value(value: Value, change: Change) -> Value:
    """The value with every operand changed, innermost first, then itself."""
    operands: list[Operand] | None = None
    for place, operand in enumerate(value.operands):
        if type(operand) is Value and (new := change_value(operand, change)) is not operand:
            operands = list(value.operands) if operands is None else operands
            operands[place] = new
    return change(value if operands is None else Value(value.operation, tuple(operands), value.type))


def change_block(block: Block, change: Change) -> Block:
    """The block with every value in it changed, targets and heads too."""
    return tuple([_changed(statement, change) for statement in block])


def change_inner(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    """The statement with the blocks that it holds changed."""
    if isinstance(statement, If):
        return If(statement.condition, change(statement.body), change(statement.otherwise), statement.note)
    if isinstance(statement, For):
        return For(statement.target, statement.iterable, change(statement.body), statement.note)
    if isinstance(statement, While):
        return While(statement.condition, change(statement.body), statement.note)
    return statement


def rename(block: Block, names: Mapping[str, str]) -> Block:
    """The block with variables renamed; attributes and keywords of the same name stay."""
    if not names:
        return block

    def renamed(value: Value) -> Value:
        new = names.get(value.operands[0]) if value.operation == "name" else None
        return value if new is None else Value("name", (new,), value.type)

    return change_block(block, renamed)


def _changed(statement: Statement, change: Change) -> Statement:
    match statement:
        case Assign(targets, value, annotation, note):
            new_targets = tuple([change_value(target, change) for target in targets])
            return Assign(new_targets, change_value(value, change), annotation, note)
        case Store(target, value, note):
            return Store(change_value(target, change), change_value(value, change), note)
        case Augment(target, sign, value, note):
            return Augment(change_value(target, change), sign, change_value(value, change), note)
        case Call(value, note):
            return Call(change_value(value, change), note)
        case Return(None):
            return statement
        case Return(Value() as value, note):
            return Return(change_value(value, change), note)
        case Assert(condition, message, note):
            new_message = None if message is None else change_value(message, change)
            return Assert(change_value(condition, change), new_message, note)
        case If(condition, body, otherwise, note):
            arms = change_block(body, change), change_block(otherwise, change)
            return If(change_value(condition, change), *arms, note)
        case While(condition, body, note):
            return While(change_value(condition, change), change_block(body, change), note)
        case For(target, iterable, body, note):
            head = change_value(target, change), change_value(iterable, change)
            return For(*head, change_block(body, change), note)
    return statement
