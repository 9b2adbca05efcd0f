"""Which values have names of their own: reads that get one, locals that lose theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from generator.syntax.statements import (
    LOOPS,
    Assign,
    Augment,
    Block,
    Call,
    For,
    If,
    Statement,
    Store,
    While,
    values_of,
    walk,
)
from generator.syntax.values import Value, dotted_name, name
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, change_inner, change_value
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.signature import MARK

NAMING = (Assign, Store, Augment, Call, If)
"""Statements whose values may get a name before them."""

Names = Callable[[Value], str]
"""The name that people give to the value of an element; empty where there is none."""

DEEPEST = 3
"""Operations above one another that a value may have after a local was written in line."""


@dataclass
class Habit:
    """What an author does with values of one kind, settled where the first is met: values alike are treated alike."""

    random: Random
    chance: float
    known: dict[str, bool] = field(default_factory=dict)

    def of(self, kind: str) -> bool:
        """Whether it is done with values of this kind."""
        if kind not in self.known:
            self.known[kind] = self.random.chance(self.chance)
        return self.known[kind]


def whole_element(value: Value) -> Value:
    """``x[i]`` of ``wp.vec3(x[i, 0], x[i, 1], x[i, 2])``, of which the array holds the components; else the value."""
    if value.operation != "call" or not dotted_name(value.operands[0]).startswith("wp.vec"):
        return value
    parts = [part for part in value.operands[1:] if part.operation == "subscript" and part.operands[0].is_name]
    if len({part.operands[0] for part in parts}) != 1 or len(parts) + 1 != len(value.operands):
        return value
    array, *owner, place = parts[0].operands
    if not array.operands[0].startswith(MARK):
        return value
    if place.operation == "*":  # one flat array: i * 3
        return Value("subscript", (array, *owner, place.operands[0]), value.type)
    return Value("subscript", (array, *owner), value.type) if owner else value


def _kind(value: Value) -> str:
    """What values alike have in common: the array that they are elements of, the function, the operation."""
    value = whole_element(value)
    if value.operation in ("subscript", "call"):
        return f"{value.operation} {dotted_name(value.operands[0])}"
    return value.operation


def without_names(block: Block, habit: Habit, written: Collection[str]) -> Block:
    """Locals that are set once and read once stand in line, with a chance; not across a loop or a write."""
    once, used = definitions(block), uses(block)
    single = {word for word in once if once[word] == 1 and used.get(word) == 1}
    return _inlined(block, single, habit, written)


def _inlined(block: Block, single: set[str], habit: Habit, written: Collection[str]) -> Block:
    found: list[Statement] = []
    pending: dict[str, Value] = {}
    for statement in block:
        if isinstance(statement, Assign) and _may_move(statement, single, written) and habit.of(_kind(statement.value)):
            value = change_value(statement.value, lambda v: _taken(v, pending))
            if depth(value) <= DEEPEST and _used_next(statement, block):
                pending[statement.targets[0].operands[0]] = value
                continue
        found.append(_with(statement, pending, single, habit, written))
    return tuple(found)


def _used_next(statement: Assign, block: Block) -> bool:
    """Whether the one use is in a statement of the same block, not inside a loop of it, and reads the same there."""
    word = statement.targets[0].operands[0]
    place = next(i for i, each in enumerate(block) if each is statement)
    for each in block[place + 1 :]:
        if any(
            part.operation == "name" and part.operands[0] == word for value in values_of(each) for part in value.walk()
        ):
            return not isinstance(each, While)
        if isinstance(each, If | For | While) and uses((each,)).get(word):
            return False
        if _holds(statement.value, definitions((each,))):
            return False
    return False


def _with(
    statement: Statement,
    pending: dict[str, Value],
    single: set[str],
    habit: Habit,
    written: Collection[str],
) -> Statement:
    statement = change_inner(statement, lambda block: _inlined(block, single, habit, written))
    (changed,) = change_block((statement,), lambda v: _taken(v, pending)) if pending else (statement,)
    return changed


def _taken(value: Value, pending: dict[str, Value]) -> Value:
    return pending.get(value.operands[0], value) if value.operation == "name" else value


def _may_move(statement: Assign, single: set[str], written: Collection[str]) -> bool:
    if len(statement.targets) != 1 or not statement.targets[0].is_name or statement.note:
        return False
    if statement.targets[0].operands[0] not in single or not is_pure(statement.value):
        return False
    value = statement.value
    if value.operation == "call" and value.operands[0].is_name:
        return False  # ``float(0.0)`` makes a variable
    return not any(part.operation == "name" and part.operands[0] in written for part in value.walk())


def depth(value: Value) -> int:
    """How many operations stand above one another in a value."""
    if value.operation in ("subscript", "attribute", "name", "literal"):
        return 0
    return 1 + max((depth(child) for child in value.children), default=0)


def with_names(block: Block, habit: Habit, names: Names, taken: set[str]) -> Block:
    """Elements that are read in the middle of a value get a name before it, with a chance; those read twice always.

    Elements of one array are treated alike. Those that are the index of others come first.
    """
    for reads_of in (_index_reads, _reads):
        block = _named_where(block, reads_of, habit, names, taken)
    return block


def _named_where(
    block: Block, reads_of: Callable[[Statement], list[Value]], habit: Habit, names: Names, taken: set[str]
) -> Block:
    reads: Reads = {}
    for statement in walk(block):
        words = [(read, word) for read in reads_of(statement) if (word := names(whole_element(read)))]
        if words:
            reads[id(statement)] = words
    if not reads:
        return block
    many = Counter(read for words in reads.values() for read, _ in words)
    for read, count in many.items():
        if count > 1 or read.operation == "call":
            habit.known[_kind(read)] = True
    return _named(block, habit, reads, taken, {})


Reads = dict[int, list[tuple[Value, str]]]
"""By identity of a statement, the elements that it reads in the middle of a value, and the names that they may get."""


def _named(block: Block, habit: Habit, reads: Reads, taken: set[str], known: dict[Value, Value]) -> Block:
    found: list[Statement] = []
    known = dict(known)
    for statement in block:
        loops = isinstance(statement, LOOPS)
        if isinstance(statement, NAMING):
            for read, word in dict(reads.get(id(statement), ())).items():
                if read in known or not habit.of(_kind(read)) or word in taken:
                    continue
                taken.add(word)
                known[read] = name(word, read.type)
                found.append(Assign((known[read],), read))
            if known:
                statement = _replaced(statement, known)
        if loops or isinstance(statement, If):
            seen = {} if loops else known
            statement = change_inner(
                statement,
                lambda inner, seen=seen: _named(inner, habit, reads, taken, seen),  # type: ignore[misc]
            )
        if known:
            set_here = () if loops else definitions((statement,))
            known = {} if loops else {read: x for read, x in known.items() if not _holds(read, set_here)}
        found.append(statement)
    return tuple(found)


def _holds(value: Value, words: Collection[str]) -> bool:
    """Whether a value is made of one of these names."""
    return bool(words) and any(part.operation == "name" and part.operands[0] in words for part in value.walk())


def _reads(statement: Statement) -> list[Value]:
    """Elements of arrays in a statement's values, but for those that are the whole of one and those within indices."""
    return [read for value in _values(statement) for read in _elements(value) if read is not _whole(statement, value)]


def _index_reads(statement: Statement) -> list[Value]:
    """Elements of arrays that are indices of those in a statement."""
    target = [statement.target] if isinstance(statement, Store | Augment) else []
    elements = [read for value in (*_values(statement), *target) for read in _elements(value)]
    return [inner for read in elements for index in read.children[1:] for inner in _elements(index)]


def _values(statement: Statement) -> tuple[Value, ...]:
    return (statement.value,) if isinstance(statement, Assign | Store | Augment) else values_of(statement)


def _whole(statement: Statement, value: Value) -> Value | None:
    """What a name before the statement would say twice: all that is assigned, stored or tested."""
    if isinstance(statement, Augment | Call):
        return None
    return value.operands[0] if value.operation == "not" else value


def _elements(value: Value) -> Iterator[Value]:
    """Elements that are surely read where a value is, outermost only."""
    if whole_element(value).operation == "subscript":
        if whole_element(value).operands[0].is_name:
            yield value
    elif value.operation not in ("ternary", "and", "or"):  # the other side may not be read at all
        for child in value.children:
            yield from _elements(child)


def _replaced(statement: Statement, known: dict[Value, Value]) -> Statement:
    def change(value: Value) -> Value:
        return known.get(value, value) if value.operation in ("subscript", "call") else value

    match statement:
        case Assign(_, value):
            return statement if value in known else replace(statement, value=change_value(value, change))
        case Store(target, value) | Augment(target, _, value):
            return replace(statement, target=change_value(target, change), value=change_value(value, change))
        case Call(value):
            return replace(statement, value=change_value(value, change))
        case If(condition):
            return replace(statement, condition=change_value(condition, change))
    return statement
