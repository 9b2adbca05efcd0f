"""Names for elements that a kernel reads, and for values that it stores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from operator import is_

from generator.syntax.statements import (
    LOOPS,
    Assign,
    Augment,
    Block,
    Call,
    Comment,
    For,
    If,
    Statement,
    Store,
    While,
    blocks_of,
    parts_of,
    walk,
)
from generator.syntax.types import Array
from generator.syntax.values import Value, array_of
from generator.syntax.walks.effects import surely_computed
from generator.syntax.walks.rewriting import change_inner, change_own, change_statements, change_value, exchanged
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.one_name import copies_in, with_one_name
from generator.synthesis.shaping.value_kinds import WHOLE, Habit, is_of_thread, kind_of, new_local
from generator.synthesis.storage.signature import parted

Names = Callable[[Value], str]
"""The name that people give to the value of an element; empty where there is none, as of arrays that are written."""


def with_names(
    block: Block, index: Collection[str], names: Names, habit: Habit, taken: set[str], heads: bool = False
) -> Block:
    """The block with names for elements: for those that are read twice, and others of their array; else by habit.

    Those at the thread's own ``index``, which is valid wherever it is read, get one if a loop reads them; with
    ``heads`` those that bound a loop, too. Elements that index others come first. A local that has the element already
    keeps its name.
    """
    seen, made, before = set[Value](), set[str](), copies_in(block)
    while reads := [(part, each) for part, each in _reads(block) if part not in seen]:
        times = Counter([part for part, _ in reads])
        words = {element: word for element in times if (word := names(element))}
        loops = [each for each in walk(block) if type(each) in LOOPS]
        turns = {id(each) for loop in loops for each in (loop.inner if type(loop) is For else (loop, *loop.inner))}
        turning = {part for part, each in reads if id(each) in turns}
        heading = {part for part, each in reads if heads and type(each) is For}
        inside = {part for part, each in reads if part is not _whole(each)}
        seen.update(times)
        habit.known |= {kind_of(element): True for element in words if times[element] > 1}
        for element, word in words.items():
            own = len(element.names) == 1 or is_of_thread(element.names[1:], index)
            wanted = times[element] > 1 or element in heading or (own and element in turning)
            if wanted or (element in inside and habit.of(kind_of(element))):
                owned = f"{parted(array_of(element))[0]}_{word}"  # where the word is taken
                if local := new_local(word, element.type, taken) or new_local(owned, element.type, taken):
                    block = with_name(block, element, local, own)
                    made.update(local.names)
    return with_one_name(block, before, made) if made else block


def _reads(block: Block) -> list[tuple[Value, Statement]]:
    """The elements that a block reads whose indices are no elements themselves, each with its statement."""
    found: list[tuple[Value, Statement]] = []
    for each in [statement for statement in walk(block) if "subscript" in statement.kinds]:
        target = each.target if type(each) is Store or type(each) is Augment else None
        found += [(part, each) for part in each.parts if part is not target and _is_element(part)]
    return found


def _is_element(part: Value) -> bool:
    """Whether a value is an element of an array, and none of its indices is one."""
    if part.operation != "subscript":
        return False
    array, *places = part.operands
    row = type(array.type) is Array and array.type.dimensions != len(places)
    return (
        array.operation == "name" and not row and not any(array_of(each) for place in places for each in place.walk())
    )


def _whole(statement: Statement) -> Value | None:
    """The whole value that is assigned, stored or tested, which a name before the statement would only repeat."""
    if isinstance(statement, Augment | Call | For) or not statement.values:
        return None
    value = statement.values[0]
    return value.operands[0] if value.operation == "not" else value


def with_name(block: Block, value: Value, local: Value, own: bool, known: bool = False) -> Block:
    """The block in which a local has a value that is computed in several places.

    It gets it before the first statement that surely computes it; a value of the thread's ``own`` may be computed
    anywhere, and is before the first one that may, or in the one arm of a branch that does. It is ``known`` until
    something that it is made of is set.
    """

    def has(parts: Sequence[Value]) -> bool:
        return value in [each for each in parts if each.operation == value.operation]

    def swapped(part: Value) -> Value:
        return local if part == value else part

    readers = [each for each in block if value.names[0] in each.reads_within and has(each.parts_within)]
    if not readers:
        return block
    found: list[Statement] = []
    for statement in block:
        changed = not {*value.names}.isdisjoint(statement.sets_within)
        if any(map(partial(is_, statement), readers)):
            arms = [arm for arm in blocks_of(statement) if has(parts_of(arm))]
            alone = type(statement) is If and len(arms) == 1 and not has(statement.parts) and statement is readers[-1]
            surely = type(statement) is not While and has([*surely_computed(statement.values)])
            if not known and (surely or (own and not alone)):
                before = bool(found) and type(found[-1]) is Comment  # a comment stays with what it tells
                found.insert(len(found) - before, Assign((local,), value))
                known = True
            if known and not changed:
                (statement,) = exchanged((statement,), {value: local})
            else:
                if known and type(statement) not in LOOPS:
                    statement = change_own(statement, lambda whole: change_value(whole, swapped))
                into = known and type(statement) is If
                statement = change_inner(statement, partial(with_name, value=value, local=local, own=own, known=into))
        found.append(statement)
        known = known and not changed
    return tuple(found)


def with_stored_names(block: Block, random: Random, chance: float, names: Names, taken: set[str]) -> Block:
    """Values that are computed where they are stored get a name first, with a chance."""

    def named(store: Store) -> Block:
        computed = _is_computed(store.value) and random.chance(chance)
        local = new_local(names(store.target), None, taken) if computed else None
        return (store,) if local is None else (Assign((local,), store.value), Store(store.target, local))

    return change_statements(block, named, Store)


def _is_computed(value: Value) -> bool:
    """Whether a value is computed of something: no constant, with a sign or a type around it."""
    return value.operation not in WHOLE and not {"wp"}.issuperset(value.names)
