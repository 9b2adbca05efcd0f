"""Inlines locals that are set once and read once."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from generator.syntax.statements import HOLDING, LOOPS, Assign, Block, Comment, Statement, Store
from generator.syntax.values import Value, dotted_name
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, change_inner, change_value, is_same
from generator.synthesis.shaping.value_kinds import Habit, depth, kind_of

DEEPEST = 3
"""Greatest depth of operations in a value after a local was inlined."""

VARIABLES = ("int", "float", "bool")
"""Calls that make a variable of a constant: ``float(0.0)``."""


@dataclass(frozen=True)
class Inlining:
    """What an author inlines, by kind of value."""

    elements: Habit
    """Elements of arrays."""
    results: Habit
    """What is stored next and read by nothing else."""
    others: Habit


def without_names(block: Block, habit: Inlining, written: Set[str]) -> Block:
    """Inlines locals that are set once and read once, with a chance; not across a loop or a write.

    Also the last value of a local that the next statement stores and nothing reads after it.
    """
    block = _last_values_stored(block, habit)
    once, used = definitions(block), uses(block)
    single = {word for word, times in once.items() if times == 1 and word in used and used[word] == 1}
    return _inlined(block, single, habit, written) if single else block


def _last_values_stored(block: Block, habit: Inlining) -> Block:
    """``out[i] = wp.max(x, 0.0)`` for ``x = wp.max(x, 0.0)`` and ``out[i] = x``, where nothing reads ``x`` after it."""
    for place in range(len(block) - 1):
        match block[place : place + 2]:
            case (Assign() as last, Store(target, Value("name", (str(word),)))) if (
                last.local == word
                and word in last.value.names
                and word not in target.names
                and depth(last.value) < DEEPEST
                and habit.results.of("result")
                and word not in uses(block[place + 2 :])
            ):
                return (*block[:place], *_last_values_stored((Store(target, last.value), *block[place + 2 :]), habit))
    return block


def _inlined(block: Block, single: set[str], habit: Inlining, written: Set[str]) -> Block:
    found: list[Statement] = []
    pending: dict[str, Value] = {}

    def taken(value: Value) -> Value:
        return pending.get(value.operands[0], value) if value.operation == "name" else value

    for place, statement in enumerate(block):
        told = place > 0 and type(block[place - 1]) is Comment  # a comment stays with what it tells
        if type(statement) is Assign and statement.local in single and not told:
            rest = block[place + 1 :]
            if _stands_in_line(statement, rest[:1], habit, written):
                value = change_value(statement.value, taken) if pending else statement.value
                if depth(value) <= DEEPEST and _used_next(statement, rest):
                    pending[statement.local] = value
                    continue
        if type(statement) in HOLDING:
            statement = change_inner(statement, lambda inner: _inlined(inner, single, habit, written))
        asks = pending and not pending.keys().isdisjoint(statement.reads_within)
        found += change_block((statement,), taken, NAMES) if asks else (statement,)
    return block if is_same(found, block) else tuple(found)


NAMES = frozenset(("name",))


def _used_next(statement: Assign, rest: Block) -> bool:
    """Whether the one use is in a statement of the rest itself, in no inner block, and reads the same there."""
    word = statement.local
    for each in rest:
        if word in each.reads:
            return not isinstance(each, LOOPS)  # the ends of a range have names, or never had
        inside = type(each) in HOLDING and uses((each,)).get(word)
        if inside or not definitions((each,)).keys().isdisjoint(statement.value.names):
            return False
    return False


def _stands_in_line(statement: Assign, after: Block, habit: Inlining, written: Set[str]) -> bool:
    """Whether such a local is inlined; ``after`` is the next statement, if there is one."""
    value = statement.value
    if value.operation == "call" and dotted_name(value.operands[0]) in VARIABLES:
        return False
    if _is_stored_by(after, statement.local):
        return habit.results.of("result")
    if value.operation == "%":  # an index that wraps would get another name where it stands
        return False
    of_kind = habit.elements if value.operation == "subscript" else habit.others
    return is_pure(value) and written.isdisjoint(value.names) and of_kind.of(kind_of(value))


def _is_stored_by(after: Block, local: str) -> bool:
    """Whether the statement after a local's stores it: nothing happens in between, whatever the value does."""
    match after:
        case (Store(_, Value("name", (word,))),):
            return bool(word == local)
    return False
