"""A tree made of another one: each value or statement replaced by what a function says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

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
        if isinstance(operand, Value) and (new := change_value(operand, change)) is not operand:
            operands = list(value.operands) if operands is None else operands
            operands[place] = new
    return change(value if operands is None else Value(value.operation, tuple(operands), value.type))


def change_block(block: Block, change: Change) -> Block:
    """The block with every value in it changed, targets and heads too."""
    return tuple(_changed(statement, change) for statement in block)


def change_inner(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    """The statement with the blocks that it holds changed."""
    match statement:
        case If(_, body, otherwise):
            return replace(statement, body=change(body), otherwise=change(otherwise))
        case For() | While():
            return replace(statement, body=change(statement.body))
    return statement


def rename(block: Block, names: Mapping[str, str]) -> Block:
    """The block with variables renamed; attributes and keywords of the same name stay."""

    def renamed(value: Value) -> Value:
        new = names.get(value.operands[0]) if value.is_name else None
        return value if new is None else replace(value, operands=(new,))

    return change_block(block, renamed)


def _changed(statement: Statement, change: Change) -> Statement:
    def new(value: Value) -> Value:
        return change_value(value, change)

    match statement:
        case Assign(targets, value):
            return replace(statement, targets=tuple(map(new, targets)), value=new(value))
        case Store(target, value) | Augment(target, _, value):
            return replace(statement, target=new(target), value=new(value))
        case Call(value):
            return replace(statement, value=new(value))
        case Return(value):
            return statement if value is None else replace(statement, value=new(value))
        case Assert(condition, message):
            return replace(statement, condition=new(condition), message=None if message is None else new(message))
        case If(condition, body, otherwise):
            return replace(
                statement,
                condition=new(condition),
                body=change_block(body, change),
                otherwise=change_block(otherwise, change),
            )
        case While(condition, body):
            return replace(statement, condition=new(condition), body=change_block(body, change))
        case For(target, iterable, body):
            return replace(statement, target=new(target), iterable=new(iterable), body=change_block(body, change))
    return statement
