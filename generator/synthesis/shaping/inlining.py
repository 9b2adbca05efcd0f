"""Locals that are set once and read once lose their names: their values stand in line."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Block, For, If, Statement, While
from generator.syntax.values import Value
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions, names_within, uses
from generator.syntax.walks.rewriting import change_block, change_inner, change_value
from generator.synthesis.shaping.value_kinds import Habit, depth, is_made_of, kind_of

DEEPEST = 3
"""Operations above one another that a value may have after a local was written in line."""


def without_names(block: Block, habit: Habit, written: Collection[str]) -> Block:
    """Locals that are set once and read once stand in line, with a chance; not across a loop or a write."""
    once, used = definitions(block), uses(block)
    single = {word for word in once if once[word] == 1 and used.get(word) == 1}
    return _inlined(block, single, habit, written)


def _inlined(block: Block, single: set[str], habit: Habit, written: Collection[str]) -> Block:
    found: list[Statement] = []
    pending: dict[str, Value] = {}
    for statement in block:
        moves = isinstance(statement, Assign) and _may_move(statement, single, written)
        if moves and isinstance(statement, Assign) and habit.of(kind_of(statement.value)):
            value = change_value(statement.value, lambda v: _taken(v, pending))
            if depth(value) <= DEEPEST and _used_next(statement, block):
                pending[statement.local] = value
                continue
        found.append(_with(statement, pending, single, habit, written))
    return tuple(found)


def _used_next(statement: Assign, block: Block) -> bool:
    """Whether the one use is in a statement of the same block, not inside a loop of it, and reads the same there."""
    word = statement.local
    place = next(i for i, each in enumerate(block) if each is statement)
    for each in block[place + 1 :]:
        if word in names_within(each):
            return not isinstance(each, While)
        if isinstance(each, If | For | While) and uses((each,)).get(word):
            return False
        if is_made_of(statement.value, definitions((each,))):
            return False
    return False


def _with(
    statement: Statement, pending: dict[str, Value], single: set[str], habit: Habit, written: Collection[str]
) -> Statement:
    statement = change_inner(statement, lambda block: _inlined(block, single, habit, written))
    (changed,) = change_block((statement,), lambda v: _taken(v, pending)) if pending else (statement,)
    return changed


def _taken(value: Value, pending: dict[str, Value]) -> Value:
    return pending.get(value.operands[0], value) if value.operation == "name" else value


def _may_move(statement: Assign, single: set[str], written: Collection[str]) -> bool:
    value = statement.value
    if statement.local not in single or statement.note or not is_pure(value):
        return False
    if value.operation == "call" and value.operands[0].is_name:
        return False  # ``float(0.0)`` makes a variable
    return not is_made_of(value, written)
