"""Names for elements that are read within a larger value, and for values that are stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from generator.syntax.statements import (
    LOOPS,
    Assign,
    Augment,
    Block,
    Call,
    If,
    Statement,
    Store,
    parts_of,
    walk,
)
from generator.syntax.values import Operand, Value, name, root_of
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_inner, change_own, change_statements, change_value, is_same
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.value_kinds import WHOLE, Habit, kind_of, new_local

NAMING = (Assign, Store, Augment, Call, If)
"""Statements whose values may get a name before them."""

Names = Callable[[Value], str]
"""The name that people give to the value of an element; empty where there is none."""


def with_names(block: Block, habit: Habit, names: Names, taken: set[str]) -> Block:
    """Elements that are read within a larger value get a name before it, with a chance; those read twice always.

    Elements of one array are treated alike, and one has the same name in all blocks. Elements that index others come
    first. None is read again while a local holds it.
    """
    give = partial(_named, habit=habit, names=names, taken=taken, given={})
    reads, loads = _all_reads(block), _loads(block, names)
    indexing = {read for _, inner in reads.values() for read in inner}
    if indexing or loads:
        places = {key: [*inner, *[read for read in own if read in indexing]] for key, (own, inner) in reads.items()}
        if (named := give(block, places, loads)) is not block:
            block, reads, loads = named, _all_reads(named), _loads(named, names)
    return give(block, {key: own for key, (own, _) in reads.items()}, loads)


def _named(
    block: Block,
    found: Mapping[int, list[Value]],
    loads: Collection[Value],
    habit: Habit,
    names: Names,
    taken: set[str],
    given: dict[str, Value],
) -> Block:
    """The block with names for the elements that were found for the ``id`` of a statement, and are to have one."""
    reads: Reads = {}
    for key, elements in found.items():
        if elements and (words := [(read, word) for read in elements if (word := names(read))]):
            reads[key] = words
    if not reads and not loads:
        return block
    for read, count in Counter([read for words in reads.values() for read, _ in words]).items():
        if count > 1:
            habit.known[kind_of(read)] = True
    if not loads and habit.chance == 0.0 and not any(habit.known.values()):
        elements = [part for part in parts_of(block) if part.operation == "subscript"]
        if len({*elements}) == len(elements):
            return block
    return _Naming(habit, reads, loads, definitions(block), taken, given).through(block, {})


def _loads(block: Block, names: Names) -> set[Value]:
    """Elements that locals get, and that stand elsewhere, too."""
    found = [s.value for s in walk(block) if type(s) is Assign and s.value.operation == "subscript" and s.local]
    used = uses(block) if found else {}
    loads = [each for each in found if used[root_of(each.operands[0])] > 1]
    again = Counter([part for part in parts_of(block) if part.operation == "subscript"]) if loads else {}
    return {each for each in loads if again[each] > 1 and names(each)}


Reads = dict[int, list[tuple[Value, str]]]
"""id of a statement -> the elements that it reads within a larger value, and the names that they may get."""


@dataclass(frozen=True)
class _Naming:
    """Gives names to the elements of ``reads``."""

    habit: Habit
    reads: Reads
    loads: Collection[Value]
    """Elements that locals get."""
    times: Mapping[str, int]
    """How often a local is set."""
    taken: set[str]
    given: dict[str, Value]
    """The names of any block."""

    def through(self, block: Block, known: dict[Value, Value]) -> Block:
        """The block with those names; ``known`` are elements that have theirs here."""
        found: list[Statement] = []
        known = dict(known)
        for place, statement in enumerate(block):
            load = bool(self.loads) and type(statement) is Assign and statement.value in self.loads
            if isinstance(statement, LOOPS):
                known = _unchanged(known, statement)
            elif isinstance(statement, NAMING):
                for read, word in dict(self.reads.get(id(statement), ())).items():
                    if read in known or not (self.habit.of(kind_of(read)) or _again(read, block[place:])):
                        continue
                    again = self.given.get(word) == read
                    if local := name(word, read.type) if again else new_local(word, read.type, self.taken):
                        self.given[word], known[read] = read, local
                        found.append(Assign((local,), read))
                local = known.get(statement.values[0]) if load else None
                if known and (local is None or self.times.get(local.operands[0], 0) < 2):  # no copy of what changes
                    statement = _replaced(statement, known)
                if type(statement) is Assign and statement.targets == (statement.value,):
                    continue  # what it named has that name before it
            statement = change_inner(statement, partial(self.through, known=known))
            known = _unchanged(known, statement)
            if load and type(statement) is Assign and _is_held(statement, walk(block[place + 1 :])):
                known[statement.value] = statement.targets[0]
            found.append(statement)
        return block if is_same(found, block) else tuple(found)


def _again(read: Value, rest: Block) -> bool:
    """Whether a block whose first statement reads an element reads it once more, be it into a local."""
    return sum(part == read for part in parts_of(rest)) > 1


def _is_held(load: Assign, rest: Sequence[Statement]) -> bool:
    """Whether a local holds the element wherever the rest of a block reads that."""
    place = next((place for place, each in enumerate(rest) if load.local in each.sets), len(rest))
    return not any(load.value in each.parts for each in rest[place + 1 :])


def _unchanged(known: dict[Value, Value], statement: Statement) -> dict[Value, Value]:
    """The elements of which a statement sets no index, and not the local that holds them."""
    set_here = definitions((statement,)).keys() if known else ()
    if not set_here:
        return known
    return {read: x for read, x in known.items() if set_here.isdisjoint(read.names) and set_here.isdisjoint(x.names)}


def _all_reads(block: Block) -> dict[int, tuple[list[Value], list[Value]]]:
    """id of a statement -> elements in its value that are not the whole of it, and those that index its elements."""
    return {id(each): _reads(each) for each in walk(block) if "subscript" in each.kinds}


def _reads(statement: Statement) -> tuple[list[Value], list[Value]]:
    value, *targets = statement.values or (NOTHING,)
    elements = _elements(value)
    outer = elements + _elements(targets[0]) if type(statement) is Store or type(statement) is Augment else elements
    if not outer:
        return outer, outer
    whole = _whole(statement, value)
    inner = [found for each in outer for index in each.operands[1:] for found in _elements(index)]
    return [read for read in elements if read is not whole], inner


NOTHING = Value("tuple", ())
"""The value of a statement that has none."""


def _whole(statement: Statement, value: Value) -> Value | None:
    """The whole value that is assigned, stored or tested, which a name before the statement would only repeat."""
    if isinstance(statement, (Augment, Call)):
        return None
    return value.operands[0] if value.operation == "not" else value


def _elements(value: Operand) -> list[Value]:
    """The outermost elements in a value that are read unconditionally."""
    if type(value) is not Value or "subscript" not in value.kinds:
        return []
    if value.operation == "subscript" and value.operands[0].operation == "name":
        return [value]
    found = [_elements(operand) for operand in value.operands]
    surely = found.pop(_SURE[value.operation]) if value.operation in _SURE else []
    others = [element for each in found for element in each]
    if value.operation in _SURE:  # others may not be read at all
        both = set(others).intersection(surely)
        return [read for read in surely + others if read in both]
    return others


_SURE = {"ternary": 1, "and": 0, "or": 0}
"""Operation -> the place of its operand that is computed whatever it says."""


def _replaced(statement: Statement, known: dict[Value, Value]) -> Statement:
    def change(value: Value) -> Value:
        return known.get(value, value) if value.operation == "subscript" else value

    return change_own(statement, lambda value: change_value(value, change) if "subscript" in value.kinds else value)


def _is_computed(value: Value) -> bool:
    """Whether a value is computed of something: no constant, with a sign or a type around it."""
    return value.operation not in WHOLE and not {"wp"}.issuperset(value.names)


def with_stored_names(block: Block, random: Random, chance: float, names: Names, taken: set[str]) -> Block:
    """Values that are computed where they are stored get a name first, with a chance."""

    def named(store: Store) -> Block:
        computed = _is_computed(store.value) and random.chance(chance)
        local = new_local(names(store.target), None, taken) if computed else None
        return (store,) if local is None else (Assign((local,), store.value), Store(store.target, local))

    return change_statements(block, named, Store)
