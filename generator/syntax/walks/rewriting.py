"""A tree made of another one: each value or statement replaced by what a function says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import replace
from operator import is_

from generator.syntax.statements import (
    HOLDING,
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
        if type(operand) is not Value:
            continue
        leaf = operand.operation == "name" or operand.operation == "literal"
        if (new := change(operand) if leaf else change_value(operand, change)) is not operand:
            operands = list(value.operands) if operands is None else operands
            operands[place] = new
    return change(value if operands is None else Value(value.operation, tuple(operands), value.type))


def change_block(block: Block, change: Change, kinds: Set[str] = frozenset()) -> Block:
    """The block with every value in it changed, targets and heads too.

    Where ``change`` leaves all but some ``kinds`` of operations alone, values without these are not gone through.
    """
    if not kinds:
        return change_wholes(block, lambda value: change_value(value, change))
    return change_wholes(block, lambda value: value if kinds.isdisjoint(value.kinds) else change_value(value, change))


def change_inner(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    """The statement with the blocks that it holds changed."""
    if type(statement) not in HOLDING:
        return statement
    if type(statement) is If:
        body, otherwise = change(statement.body), change(statement.otherwise)
        same = is_same(body, statement.body) and is_same(otherwise, statement.otherwise)
        return statement if same else If(statement.condition, body, otherwise, statement.note)
    if type(statement) is For:
        body = change(statement.body)
        return statement if is_same(body, statement.body) else replace(statement, body=body)
    if type(statement) is While:
        body = change(statement.body)
        return statement if is_same(body, statement.body) else replace(statement, body=body)
    return statement


def change_own(statement: Statement, change: Change) -> Statement:
    """The statement with its own values changed, each as a whole; the blocks that it holds stay."""
    if type(statement) is If:
        condition = change(statement.condition)
        same = condition is statement.condition
        return statement if same else If(condition, statement.body, statement.otherwise, statement.note)
    if type(statement) in HOLDING:
        raise TypeError("values of a loop's head stand for each of its turns")
    return _changed(statement, change)


def is_same(block: Block, other: Block) -> bool:
    """Whether two blocks hold the very same statements."""
    return len(block) == len(other) and all(map(is_, block, other))


def rename(block: Block, names: Mapping[str, str]) -> Block:
    """The block with variables renamed; attributes and keywords of the same name stay."""
    return change_wholes(block, lambda value: _renamed(value, names)) if names else block


def _renamed(value: Value, names: Mapping[str, str]) -> Value:
    """A value with its names changed; parts that have none of them stay as they are."""
    if value.operation == "name":
        new = names.get(value.operands[0])
        return value if new is None else Value("name", (new,), value.type)
    if names.keys().isdisjoint(value.names):
        return value
    operands = tuple([_renamed(each, names) if type(each) is Value else each for each in value.operands])
    return Value(value.operation, operands, value.type)


def change_wholes(block: Block, change: Change) -> Block:
    """The block with each value that a statement holds as a whole changed; itself where none was."""
    found = tuple([_changed(statement, change) for statement in block])
    return block if is_same(found, block) else found


def _changed(statement: Statement, change: Change) -> Statement:
    changed = _CHANGED.get(type(statement))
    return statement if changed is None else changed(statement, change)


def _assign(statement: Assign, change: Change) -> Assign:
    targets, value = tuple([change(target) for target in statement.targets]), change(statement.value)
    same = value is statement.value and all(map(is_, targets, statement.targets))
    return statement if same else Assign(targets, value, statement.annotation, statement.note)


def _store(statement: Store, change: Change) -> Store:
    target, value = change(statement.target), change(statement.value)
    same = target is statement.target and value is statement.value
    return statement if same else Store(target, value, statement.note)


def _augment(statement: Augment, change: Change) -> Augment:
    target, value = change(statement.target), change(statement.value)
    same = target is statement.target and value is statement.value
    return statement if same else Augment(target, statement.sign, value, statement.note)


def _call(statement: Call, change: Change) -> Call:
    value = change(statement.value)
    return statement if value is statement.value else Call(value, statement.note)


def _return(statement: Return, change: Change) -> Return:
    value = None if statement.value is None else change(statement.value)
    return statement if value is statement.value else Return(value, statement.note)


def _assert(statement: Assert, change: Change) -> Assert:
    message = None if statement.message is None else change(statement.message)
    return Assert(change(statement.condition), message, statement.note)


def _if(statement: If, change: Change) -> If:
    body, otherwise = change_wholes(statement.body, change), change_wholes(statement.otherwise, change)
    condition = change(statement.condition)
    same = condition is statement.condition and body is statement.body and otherwise is statement.otherwise
    return statement if same else If(condition, body, otherwise, statement.note)


def _while(statement: While, change: Change) -> While:
    condition, body = change(statement.condition), change_wholes(statement.body, change)
    same = condition is statement.condition and body is statement.body
    return statement if same else While(condition, body, statement.note)


def _for(statement: For, change: Change) -> For:
    target, iterable = change(statement.target), change(statement.iterable)
    body = change_wholes(statement.body, change)
    same = target is statement.target and iterable is statement.iterable and body is statement.body
    return statement if same else For(target, iterable, body, statement.note)


_CHANGED: dict[type, Callable[..., Statement]] = {
    Assign: _assign,
    Store: _store,
    Augment: _augment,
    Call: _call,
    Return: _return,
    Assert: _assert,
    If: _if,
    While: _while,
    For: _for,
}
"""Kind of a statement that holds values -> the statement with each of them changed, in the order of evaluation."""
