"""Locals that are set once and read once lose their names: their values stand in line."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import zip_longest

from generator.syntax.nodes import with_fields
from generator.syntax.statements import Assign, Block, For, If, Statement, Store, While
from generator.syntax.values import Value
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions, names_within, uses
from generator.syntax.walks.rewriting import change_block, change_inner, change_value
from generator.synthesis.shaping.value_kinds import Habit, depth, is_made_of, kind_of

DEEPEST = 3
"""Operations above one another that a value may have after a local was written in line."""

VARIABLES = ("int", "float", "bool")
"""Calls that make a variable of a constant: ``float(0.0)``."""

OTHER_SIGN = {"+": "-", "-": "+"}
"""What stands before a value that loses its sign."""


@dataclass(frozen=True)
class Inlining:
    """What an author writes in line, by what it is."""

    elements: Habit
    """Elements of arrays."""
    results: Habit
    """What is stored next and read by nothing else."""
    others: Habit

    def of(self, statement: Assign, after: Statement | None) -> bool:
        """Whether a local's value stands in line; ``after`` is the statement that follows."""
        value = statement.value
        if _is_stored_by(after, statement.local):
            return self.results.of("result")
        return (self.elements if value.operation == "subscript" else self.others).of(kind_of(value))


def without_names(block: Block, habit: Inlining, written: Collection[str]) -> Block:
    """Locals that are set once and read once stand in line, with a chance; not across a loop or a write.

    So does the last value of a local that is stored next and read no more.
    """
    block = _last_values_stored(block, habit)
    once, used = definitions(block), uses(block)
    single = {word for word in once if once[word] == 1 and used.get(word) == 1}
    return _inlined(block, single, habit, written)


def _last_values_stored(block: Block, habit: Inlining) -> Block:
    """``out[i] = wp.max(x, 0.0)`` for ``x = wp.max(x, 0.0)`` and ``out[i] = x``, where nothing reads ``x`` after it."""
    found: list[Statement] = []
    for place, statement in enumerate(block):
        before = found[-1] if found else None
        match before, statement:
            case Assign(), Store() if _ends_with(before, statement) and habit.results.of("result"):
                if not uses(block[place + 1 :]).get(before.local):
                    found.pop()
                    statement = with_fields(statement, {"value": before.value})
        found.append(statement)
    return tuple(found)


def _ends_with(statement: Assign, after: Store) -> bool:
    """Whether a local gets a value that is made of its last one, for the statement after to store."""
    word, value = statement.local, statement.value
    stored = _is_stored_by(after, word) and word not in after.target.names
    return stored and word in value.names and depth(value) < DEEPEST


def _inlined(block: Block, single: set[str], habit: Inlining, written: Collection[str]) -> Block:
    found: list[Statement] = []
    pending: dict[str, Value] = {}
    for statement, after in zip_longest(block, block[1:]):
        moves = isinstance(statement, Assign) and _may_move(statement, after, single, written)
        if moves and isinstance(statement, Assign) and habit.of(statement, after):
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
    statement: Statement, pending: dict[str, Value], single: set[str], habit: Inlining, written: Collection[str]
) -> Statement:
    statement = change_inner(statement, lambda block: _inlined(block, single, habit, written))
    (changed,) = change_block((statement,), lambda v: _taken(v, pending)) if pending else (statement,)
    return changed


def _taken(value: Value, pending: dict[str, Value]) -> Value:
    """The value that stands for a name; ``x - y`` for ``x + -y``, which a name for ``-y`` has become."""
    if value.operation == "name":
        return pending.get(value.operands[0], value)
    if value.operation in OTHER_SIGN and value.operands[1].operation == "neg":
        return Value(OTHER_SIGN[value.operation], (value.operands[0], *value.operands[1].operands), value.type)
    return value


def _may_move(statement: Assign, after: Statement | None, single: set[str], written: Collection[str]) -> bool:
    value = statement.value
    if statement.local not in single:
        return False
    if value.operation == "call" and value.operands[0].is_name and value.operands[0].operands[0] in VARIABLES:
        return False
    return _is_stored_by(after, statement.local) or (is_pure(value) and not is_made_of(value, written))


def _is_stored_by(after: Statement | None, local: str) -> bool:
    """Whether the statement after a local's stores it: nothing happens in between, whatever the value does."""
    return isinstance(after, Store) and after.value.is_name and after.value.operands[0] == local
