"""How relations lie in memory: which array tells the record, or the records, that one leads to."""

from __future__ import annotations

from generator.syntax.nodes import node
from generator.syntax.types import INT, Vector
from generator.syntax.values import Value, element, literal
from generator.synthesis.schemas.entities import Relation
from generator.synthesis.schemas.phrases import listed, of_each
from generator.synthesis.storage.flat_places import flat_place
from generator.synthesis.storage.layout import FLAT, SEPARATE, TABLE, VECTOR
from generator.synthesis.storage.memory import WORLD, Memory, RecordAt
from generator.synthesis.storage.signature import MODEL_GROUP, Indices, Size, Slot, array_of, symbol

TABLE_WIDTH = 6
"""Columns of a table of neighbours: the most that a record has."""

MOST_COUNT = 5
"""The most records of a range that is stored by its count."""


@node
class Span:
    """Records one after another: ``first`` and what comes after the last, or ``first`` and how many.

    ``listed`` is the array that the places lead into, None where they are the records themselves.
    """

    first: Value
    end: Value | None
    count: Value | None
    listed: Value | None = None


def one(memory: Memory, at: RecordAt, relation: Relation) -> Value:
    """The index of the record that a relation leads to."""
    if relation.target == WORLD and memory.world is not None:
        return memory.world
    members = [r for r in at.entity.relations if relation.group and r.group == relation.group]
    pairs = memory.layout.pairs
    # members of which some always lead somewhere share no array with those that may not
    empty = {may_be_empty(memory, at, r) for r in members}
    if len(members) < 2 or len(empty) > 1 or pairs == SEPARATE or (pairs == VECTOR and len(members) > 4):
        return _separate(memory, at, relation, bool(members))
    place = members.index(relation)
    return _packed(memory, at, relation, len(members), literal(place), empty.pop(), relation.group)


def fixed(memory: Memory, at: RecordAt, relation: Relation, place: Value) -> Value:
    """The index of one of a fixed number of records."""
    return _packed(memory, at, relation, relation.count, place, may_be_empty(memory, at, relation), relation.name)


def may_be_empty(memory: Memory, at: RecordAt, relation: Relation) -> bool:
    """Whether memory holds -1 for some records."""
    return relation.optional and f"{at.entity.name}.{relation.name}" in memory.layout.empty


def span(memory: Memory, at: RecordAt, relation: Relation, counted: bool) -> Span:
    """The places of a range, or of a list of neighbours; ``counted`` where it is stored by how many there are."""
    owner = at.entity.name
    listed = relation.kind == "near"
    target = symbol(owner, relation.name, "list") if listed else relation.target
    size = Size(owner, 4) if listed else Size(relation.target)
    of = of_each(relation.words, owner)
    places = Size(relation.target)
    array = None
    if listed:
        fill = Indices(relation.target)
        array = _array(memory, target, fill, _suffixed(relation, ("indices", "ids", "list")), (size,), of)
        places = size
    key = _key(places)
    if counted:
        names = _suffixed(relation, ("adr", "start", "begin"))
        first_fill = Indices(key, room=MOST_COUNT)
        start = _array(
            memory,
            symbol(owner, relation.name, "start"),
            first_fill,
            names,
            (Size(owner),),
            of_each(f"first of the {relation.words}", owner),
        )
        many = _counts(memory, owner, relation, MOST_COUNT, ("num", "count", "len"))
        return Span(element(start, *at.index), None, element(many, *at.index), array)
    names = relation.names if not listed else _suffixed(relation, ("offsets", "start", "ptr"))
    ascending = Indices(key, ascending=True)
    offsets = _array(
        memory,
        symbol(owner, relation.name, "start"),
        ascending,
        names,
        (Size(owner, 1, 1),),
        of_each(f"offsets of the {relation.words}", owner),
    )
    after = Value("+", (at.index[0], literal(1)), INT)
    return Span(element(offsets, *at.index), element(offsets, after), None, array)


def table(memory: Memory, at: RecordAt, relation: Relation) -> tuple[Value, Value]:
    """A table of neighbours: how many this record has, and the table itself."""
    owner = at.entity.name
    of = of_each(relation.words, owner)
    many = _counts(memory, owner, relation, TABLE_WIDTH, ("count", "num", "len"))
    width = Size("", 0, TABLE_WIDTH)
    name = symbol(owner, relation.name, TABLE)
    ids = _array(memory, name, Indices(relation.target), relation.names, (Size(owner), width), of)
    return element(many, *at.index), ids


def _key(size: Size) -> str:
    """A size as an entity's name: places in a list are counted in records of its owner."""
    return size.entity if size.times == 1 else f"{size.entity}*{size.times}"


def _suffixed(relation: Relation, endings: tuple[str, str, str]) -> tuple[str, ...]:
    owner, plain, short = relation.names
    return (f"{owner}_{endings[0]}", f"{plain}_{endings[1]}", f"{short}_{endings[2]}")


def _array(
    memory: Memory, name: str, fill: Indices | Size, names: tuple[str, ...], shape: tuple[Size, ...], words: str
) -> Value:
    return memory.signature.read(Slot(name, array_of(INT, len(shape)), fill, names, shape, MODEL_GROUP, words))


def _counts(memory: Memory, owner: str, relation: Relation, most: int, endings: tuple[str, str, str]) -> Value:
    """How many records a relation leads to, for each owner."""
    fill, words = Size("", 0, most + 1), of_each(f"number of {relation.words}", owner)
    name, names = symbol(owner, relation.name, "count"), _suffixed(relation, endings)
    return _array(memory, name, fill, names, (Size(owner),), words)


def _separate(memory: Memory, at: RecordAt, relation: Relation, shared_names: bool) -> Value:
    owner = at.entity.name
    name = symbol(owner, relation.name)
    names: tuple[str, ...] = relation.names
    if shared_names:
        names = (f"{owner}_{relation.name}", f"{relation.name}_ids", f"{names[2]}_{relation.name}")
    fill = Indices(relation.target, empty=may_be_empty(memory, at, relation))
    words = of_each(relation.words, owner)
    return element(_array(memory, name, fill, names, (Size(owner),), words), *_flat(memory, at))


def _packed(
    memory: Memory, at: RecordAt, relation: Relation, width: int, place: Value, empty: bool, group: str
) -> Value:
    owner = at.entity.name
    pairs = memory.layout.pairs
    fill = Indices(relation.target, empty=empty)
    members = [r.words for r in at.entity.relations if r.group == group]
    words = of_each(relation.words, owner) if group == relation.name else f"{of_each(group, owner)}: {listed(members)}"
    name = symbol(owner, group)
    (index,) = _flat(memory, at)
    if pairs == FLAT:
        array = _array(memory, name, fill, relation.names, (Size(owner, width),), words)
        base = Value("*", (literal(width), index), INT)
        return element(array, flat_place(base, place))
    if pairs == VECTOR and width <= 4:
        kind = array_of(Vector(width, INT), 1)
        vectors = memory.signature.read(Slot(name, kind, fill, relation.names, (Size(owner),), MODEL_GROUP, words))
        return Value("subscript", (element(vectors, index), place), INT)
    rows = (Size(owner), Size("", 0, width))
    return element(_array(memory, name, fill, relation.names, rows, words), index, place)


def _flat(memory: Memory, at: RecordAt) -> tuple[Value, ...]:
    return (memory.flattened(at),) if len(at.index) > 1 else at.index
