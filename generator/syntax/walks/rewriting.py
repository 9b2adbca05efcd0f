"""Rewrites of trees: each value or statement is replaced by what a function returns for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from operator import is_
from typing import Any

from generator.syntax.nodes import with_fields
from generator.syntax.statements import (
    HOLDING,
    LOOPS,
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
"""The replacement of a value whose operands were replaced before."""


def change_value(value: Value, change: Change, kinds: Set[str] = frozenset()) -> Value:
    """The value rewritten in postorder: its operands first, then itself.

    Where ``change`` affects only some ``kinds`` of operations, values without these are skipped.
    """
    operands: list[Operand] | None = None
    for place, operand in enumerate(value.operands):
        if type(operand) is not Value:
            continue
        leaf = operand.operation == "name" or operand.operation == "literal"
        if kinds and (operand.operation not in kinds if leaf else kinds.isdisjoint(operand.kinds)):
            continue
        if (new := change(operand) if leaf else change_value(operand, change, kinds)) is not operand:
            operands = list(value.operands) if operands is None else operands
            operands[place] = new
    return change(value if operands is None else Value(value.operation, tuple(operands), value.type))


def change_block(block: Block, change: Change, kinds: Set[str] = frozenset()) -> Block:
    """The block with every value rewritten, those of targets and heads too; ``kinds`` as in `change_value`."""
    return change_wholes(block, lambda value: change_value(value, change, kinds), kinds)


def exchanged(block: Block, known: Mapping[Value, Value]) -> Block:
    """The block with each ``known`` value replaced, wherever it stands."""
    kinds = {value.operation for value in known}
    return change_block(block, lambda value: known.get(value, value) if value.operation in kinds else value, kinds)


def change_inner(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    """The statement with its blocks rewritten."""
    if type(statement) is If:
        body, otherwise = change(statement.body), statement.otherwise and change(statement.otherwise)
        same = is_same(body, statement.body) and is_same(otherwise, statement.otherwise)
        return statement if same else If(statement.condition, body, otherwise)
    if type(statement) is For or type(statement) is While:
        body = change(statement.body)
        return statement if is_same(body, statement.body) else with_fields(statement, {"body": body})
    return statement


def change_statements(block: Block, change: Callable[..., Block], *kinds: type) -> Block:
    """The block with each statement replaced by what ``change`` returns for it, innermost first.

    Where ``kinds`` of statements are given, the others stay.
    """
    found: list[Statement] = []
    for each in block:
        if type(each) in HOLDING:
            each = change_inner(each, lambda inner: change_statements(inner, change, *kinds))
        found += change(each) if not kinds or type(each) in kinds else (each,)
    return block if is_same(found, block) else tuple(found)


def change_own(statement: Statement, change: Change) -> Statement:
    """The statement with its own values replaced, its blocks as they are; TypeError for a loop."""
    if isinstance(statement, LOOPS):
        raise TypeError("values of a loop's head stand for each of its turns")
    return _changed(statement, ("condition",) if type(statement) is If else _HELD.get(type(statement), ()), change)


def is_same(block: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two blocks hold the very same statements."""
    return block is other or (len(block) == len(other) and all(map(is_, block, other)))


def rename(block: Block, names: Mapping[str, str]) -> Block:
    """The block with variables renamed; attributes and keywords of the same name stay."""
    return change_wholes(block, lambda value: _renamed(value, names)) if names else block


def _renamed(value: Value, names: Mapping[str, str]) -> Value:
    """A value with its names changed; parts that have none of them stay as they are."""
    if value.operation == "name":
        return Value("name", (names[value.operands[0]],), value.type) if value.operands[0] in names else value
    operands: list[Operand] | None = None
    for place, each in enumerate(value.operands):
        if type(each) is Value and each.operation != "literal" and (new := _renamed(each, names)) is not each:
            operands = list(value.operands) if operands is None else operands
            operands[place] = new
    return value if operands is None else Value(value.operation, tuple(operands), value.type)


def change_wholes(held: tuple[Any, ...], change: Change, kinds: Set[str] = frozenset()) -> tuple[Any, ...]:
    """The block, or the targets, with each whole value replaced; the same object where none was.

    What has none of the ``kinds`` of operations, where such are given, is skipped.
    """
    found: list[Any] | None = None
    for place, each in enumerate(held):
        if kinds and kinds.isdisjoint(each.kinds):
            continue
        new = change(each) if type(each) is Value else _changed(each, _HELD.get(type(each), ()), change, kinds)
        if new is not each:
            found = list(held) if found is None else found
            found[place] = new
    return held if found is None else tuple(found)


def _changed(statement: Statement, members: Sequence[str], change: Change, kinds: Set[str] = frozenset()) -> Statement:
    """The statement with the values in some members changed; the same object where none was."""
    new: dict[str, Any] = {}
    for word in members:
        old = getattr(statement, word)
        made = change(old) if type(old) is Value else old and change_wholes(old, change, kinds)
        if made is not old:
            new[word] = made
    return with_fields(statement, new) if new else statement


_HELD: dict[type, tuple[str, ...]] = {
    Assign: ("targets", "value"),
    **dict.fromkeys((Store, Augment), ("target", "value")),
    **dict.fromkeys((Call, Return), ("value",)),
    Assert: ("message", "condition"),
    If: ("body", "otherwise", "condition"),
    While: ("condition", "body"),
    For: ("target", "iterable", "body"),
}
"""Kind of a statement -> its members that hold values, in the order in which they are changed."""
