"""The order of independent statements."""

from __future__ import annotations

from functools import partial

from generator.syntax.statements import HOLDING, Assign, Block, Comment, Statement, Store
from generator.syntax.types import Type
from generator.syntax.values import Value, array_of, dotted_name
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.rewriting import change_inner, is_same
from generator.synthesis.shaping.value_kinds import Habit, kind_of


def reordered(block: Block, habit: Habit) -> Block:
    """The block with independent neighbouring statements swapped, pairs of one kind all or none.

    Statements alike, such as loads of one corner after another, stay in the order in which they were written, and so do
    their neighbours: what is done for one side is done for the other in the same order.
    """
    inside = partial(reordered, habit=habit)
    found = [change_inner(each, inside) if type(each) in HOLDING else each for each in block]
    for place in range(1, len(found)):
        first, second = found[place - 1], found[place]
        comments_on = place > 1 and isinstance(found[place - 2], Comment)  # a comment stays with what it tells
        if comments_on or not _free(first, second) or not habit.of((_step(first), _step(second))):
            continue
        near = found[max(place - 2, 0) : place + 2]
        if not any(map(_alike, near, near[1:])):
            found[place - 1], found[place] = second, first
    return block if is_same(found, block) else tuple(found)


def with_loads_together(block: Block) -> Block:
    """The block with each load that gets a name moved up to the load before it, where nothing between affects it."""
    found: list[Statement] = []
    for statement in block:
        place = len(found)
        if _is_load(statement):
            while place and not _is_load(found[place - 1]) and _free(found[place - 1], statement):
                place -= 1
            if not (place and _is_load(found[place - 1])):
                place = len(found)
        found.insert(place, change_inner(statement, with_loads_together) if type(statement) in HOLDING else statement)
    return block if is_same(found, block) else tuple(found)


def _is_load(statement: Statement) -> bool:
    """Whether a statement gives a name to an element of an array."""
    return type(statement) is Assign and statement.value.operation == "subscript" and statement.local != ""


def _step(statement: Statement) -> tuple[str, Type | None]:
    """What steps of one kind have in common: the array stored to, or a local's kind of value and type."""
    if type(statement) is Store:
        return dotted_name(statement.target.operands[0]), None
    value = statement.values[0]
    return kind_of(value), value.type


def _alike(first: Statement, second: Statement) -> bool:
    """Whether two steps do the same with other names and numbers."""
    if type(first) is not type(second) or not isinstance(first, Assign | Store):
        return False
    same_array = array_of(first.values[0]) == array_of(second.values[0]) != ""
    return same_array or all(map(_same_tree, first.values, second.values))


def _same_tree(first: Value, second: Value) -> bool:
    alike = first.operation == second.operation and len(first.children) == len(second.children)
    return alike and all(map(_same_tree, first.children, second.children))


def _free(first: Statement, second: Statement) -> bool:
    """Whether two statements may swap: they set two locals, or store to two arrays, and neither names the other's."""
    if type(first) is Assign and type(second) is Assign:
        one, other = first.local, second.local
    elif type(first) is Store and type(second) is Store:
        one, other = array_of(first.target), array_of(second.target)
    else:
        return False
    if not one or not other or one == other or one in second.reads or other in first.reads:
        return False
    return is_pure(first.value) and is_pure(second.value)
