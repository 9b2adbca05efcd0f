"""How relations are stored: which array holds the record, or the records, that one leads to."""

from __future__ import annotations

from collections.abc import Sequence

from generator.syntax.types import INT, Array, Type, Vector
from generator.syntax.values import Value, element, literal
from generator.synthesis.schemas.entities import NEAR, OTHER, Relation
from generator.synthesis.schemas.phrases import listed, of_each
from generator.synthesis.storage.flat_places import flat_place
from generator.synthesis.storage.layout import FLAT, SEPARATE, TABLE, VECTOR
from generator.synthesis.storage.memory import WORLD, Memory, RecordAt
from generator.synthesis.storage.signature import MODEL_GROUP, Indices, Size, Slot, symbol

TABLE_WIDTH = 6
"""Columns of a table of neighbours: the most that a record has."""

LIST_WIDTH = 4
"""Length of a list of neighbours for each record, on average."""

MOST_COUNT = 5
"""The most records of a range that is stored by its count."""

OFFSETS = ("_offsets", "_start", "_ptr", "_adr", "_begin", "_cu_seqlens")
"""Ends of names of an array of offsets, which no array of counts or of places has."""


def one(memory: Memory, at: RecordAt, relation: Relation) -> Value:
    """The index of the record that a relation leads to."""
    if relation.target == WORLD and memory.world is not None:
        return memory.world
    members, pairs, differ = at.entity.packed[relation.name], memory.layout.pairs, False
    if len(members) > 1:
        differ = all(r.target == relation.target and not r.alike for r in members)
        # members that always lead somewhere share no array with those that may be -1
        mixed = len({may_be_empty(memory, at, r) for r in members}) > 1
        if not mixed and pairs != SEPARATE and (pairs != VECTOR or len(members) <= 4):
            place = literal(members.index(relation))
            return _packed(memory, at, relation, len(members), place, relation.group, differ)
    if relation.apart:
        return _separate(memory, at, relation, [r for r in at.entity.relations if r.apart == relation.apart])
    return _separate(memory, at, relation, members if differ else ())


def fixed(memory: Memory, at: RecordAt, relation: Relation, place: Value) -> Value:
    """The index of one of a fixed number of records."""
    return _packed(memory, at, relation, relation.count, place, relation.name, not relation.alike)


def may_be_empty(memory: Memory, at: RecordAt, relation: Relation) -> bool:
    """Whether memory holds -1 for some records."""
    return f"{at.entity.name}.{relation.name}" in memory.layout.empty


def span(memory: Memory, at: RecordAt, relation: Relation, counted: bool) -> tuple[Value, Value, Value | None]:
    """Where a range, or a list of neighbours, begins and ends, and the array of indices that it lies in.

    None for the array where its places are the records themselves. If ``counted``, how many they are for the end.
    """
    owner, word = at.entity, relation.name
    key, array = relation.target, None
    if relation.kind == NEAR:
        names, shape = _suffixed(relation, "indices", "ids", "list"), (Size(owner.name, LIST_WIDTH),)
        fill = _nearby(at, relation, LIST_WIDTH, -1)
        array = _array(memory, at, relation, f"{word}.list", fill, names, of_each(relation.words, owner.name), shape)
        key = f"{owner.name}*{LIST_WIDTH}"
    if counted:
        names = _suffixed(relation, "adr", "start", "begin")
        most = MOST_COUNT if array is None else LIST_WIDTH
        words = of_each(f"first of the {relation.words}", owner.name)
        start = _array(memory, at, relation, f"{word}.start", Indices(key, room=most), names, words)
        many = _counts(memory, at, relation, most, "num", "count", "len")
        return element(start, *at.index), many, array
    names = relation.names if array is None else _suffixed(relation, "offsets", "start", "ptr")
    words, shape = of_each(f"offsets of the {relation.words}", owner.name), (Size(owner.name, 1, 1),)
    offsets = _array(memory, at, relation, f"{word}.start", Indices(key, ascending=True), names, words, shape)
    after = Value("+", (at.index[0], literal(1)), INT)
    return element(offsets, *at.index), element(offsets, after), array


def table(memory: Memory, at: RecordAt, relation: Relation) -> tuple[Value, Value]:
    """A table of neighbours: how many this record has, and the table itself."""
    owner, fill = at.entity.name, _nearby(at, relation, TABLE_WIDTH, 0)
    many = _counts(memory, at, relation, TABLE_WIDTH, "count", "num", "len")
    words, shape = of_each(relation.words, owner), (Size(owner), Size("", 0, TABLE_WIDTH))
    return many, _array(memory, at, relation, f"{relation.name}.{TABLE}", fill, relation.names, words, shape)


def _nearby(at: RecordAt, relation: Relation, places: int, member: int) -> Indices:
    """Records nearby, unlike each other in a table; of its own entity, a record is never its own neighbour."""
    if relation.target != at.entity.name:
        return Indices(relation.target, members=0 if member else places)
    return Indices(relation.target, members=places, member=member, leads=OTHER)


def _suffixed(relation: Relation, *endings: str) -> tuple[str, ...]:
    """A relation's names, each with its own ending in place of one for offsets; its own name for nothing more."""
    stems = (word.rpartition("_")[0] if word.endswith(OFFSETS) else word for word in relation.names)
    stems = (relation.name if f"_{stem}" in OFFSETS else stem for stem in stems)
    return tuple(f"{stem}_{ending}" for stem, ending in zip(stems, endings, strict=True))


def _array(
    memory: Memory,
    at: RecordAt,
    relation: Relation,
    part: str,
    fill: Indices | Size,
    names: tuple[str, ...],
    words: str,
    shape: tuple[Size, ...] = (),
    kind: Type = INT,
) -> Value:
    """An array of a relation, one element for each owner unless ``shape`` is given.

    The row of the thread's world where the relation differs by world.
    """
    owner, shape = at.entity, shape or memory.rows(at.entity)
    world = memory.world if owner.name != WORLD and owner.follows_state(relation) else None
    shape = shape if world is None else (Size(WORLD), *shape)
    slot = Slot(symbol(owner.name, part), Array(kind, len(shape)), fill, names, shape, MODEL_GROUP, words)
    array = memory.signature.read(slot)
    return array if world is None else element(array, world)


def _counts(memory: Memory, at: RecordAt, relation: Relation, most: int, *endings: str) -> Value:
    """How many records a relation leads to."""
    fill, names = Size("", 0, most + 1), _suffixed(relation, *endings)
    words = of_each(f"number of {relation.words}", at.entity.name)
    return element(_array(memory, at, relation, f"{relation.name}.count", fill, names, words), *at.index)


def _separate(memory: Memory, at: RecordAt, relation: Relation, members: Sequence[Relation]) -> Value:
    """The index in an array of its own; ``members``, itself among them, never lead to the same record."""
    owner, names = at.entity.name, relation.names
    if relation.group:
        names = (f"{owner}_{relation.name}", f"{relation.name}_ids", f"{names[2]}_{relation.name}")
    member = members.index(relation) + 1 if members else 0
    empty = may_be_empty(memory, at, relation)
    fill = Indices(relation.target, empty, members=len(members), member=member, leads=relation.leads)
    array = _array(memory, at, relation, relation.name, fill, names, of_each(relation.words, owner))
    return element(array, *memory.cell(at))


def _packed(
    memory: Memory, at: RecordAt, relation: Relation, width: int, place: Value, group: str, differ: bool
) -> Value:
    """The index at a place of ``width`` that lie in one array."""
    owner, pairs = at.entity.name, memory.layout.pairs
    empty = may_be_empty(memory, at, relation)
    fill = Indices(relation.target, empty, members=width if differ or relation.leads else 0, leads=relation.leads)
    members = [r.words for r in at.entity.relations if r.group == group]
    words = of_each(relation.words, owner) if group == relation.name else f"{of_each(group, owner)}: {listed(members)}"

    def array(*shape: Size, kind: Type = INT) -> Value:
        return _array(memory, at, relation, group, fill, relation.names, words, shape, kind)

    rows, index = memory.rows(at.entity), memory.cell(at)
    if pairs == FLAT and len(index) == 1:
        return element(array(Size(owner, width)), flat_place(Value("*", (*index, literal(width)), INT), place))
    if pairs == VECTOR and width <= 4:
        return Value("subscript", (element(array(*rows, kind=Vector(width, INT)), *index), place), INT)
    return element(array(*rows, Size("", 0, width)), *index, place)
