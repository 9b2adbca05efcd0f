"""How relations are stored: which array holds the record, or the records, that one leads to."""

from __future__ import annotations

from generator.syntax.nodes import node
from generator.syntax.types import INT, Array, Type, Vector
from generator.syntax.values import Value, element, literal
from generator.synthesis.schemas.entities import NEAR, OTHER, Entity, Relation
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

OFFSETS = ("_offsets", "_start", "_ptr", "_adr", "_begin")
"""Ends of names of an array of offsets, which no array of counts or of places has."""


@node
class Span:
    """Consecutive places: from ``first`` up to ``end``, without it, or ``count`` of them from ``first`` on.

    ``listed`` is the array of indices that the places lie in; None where the places are the records themselves.
    """

    first: Value
    end: Value | None
    count: Value | None
    listed: Value | None = None


def one(memory: Memory, at: RecordAt, relation: Relation) -> Value:
    """The index of the record that a relation leads to."""
    if relation.target == WORLD and memory.world is not None:
        return memory.world
    members = grouped(at.entity, relation)
    differ = len(members) > 1 and all(r.target == relation.target and not r.alike for r in members)
    pairs = memory.layout.pairs
    # members that always lead somewhere share no array with those that may be -1
    empty = {may_be_empty(memory, at, r) for r in members}
    if len(members) < 2 or len(empty) > 1 or pairs == SEPARATE or (pairs == VECTOR and len(members) > 4):
        if relation.apart:
            members, differ = [r for r in at.entity.relations if r.apart == relation.apart], True
        own = (len(members), members.index(relation) + 1) if differ else (0, 0)
        return _separate(memory, at, relation, bool(relation.group), *own)
    place, width = members.index(relation), len(members)
    return _packed(memory, at, relation, width, literal(place), empty.pop(), relation.group, differ)


def grouped(entity: Entity, relation: Relation) -> list[Relation]:
    """The relations that people pack into one array with this one, itself among them."""
    return [r for r in entity.relations if r == relation or (relation.group and r.group == relation.group)]


def fixed(memory: Memory, at: RecordAt, relation: Relation, place: Value) -> Value:
    """The index of one of a fixed number of records."""
    empty, differ = may_be_empty(memory, at, relation), not relation.alike
    return _packed(memory, at, relation, relation.count, place, empty, relation.name, differ)


def may_be_empty(memory: Memory, at: RecordAt, relation: Relation) -> bool:
    """Whether memory holds -1 for some records."""
    return f"{at.entity.name}.{relation.name}" in memory.layout.empty


def span(memory: Memory, at: RecordAt, relation: Relation, counted: bool) -> Span:
    """The places of a range, or of a list of neighbours; ``counted`` where starts and counts are stored."""
    owner = at.entity
    key, array = relation.target, None
    if relation.kind == NEAR:
        names, shape = _suffixed(relation, "indices", "ids", "list"), (Size(owner.name, LIST_WIDTH),)
        fill = _nearby(at, relation, LIST_WIDTH, -1)
        array = _array(memory, owner, relation, "list", fill, names, relation.words, shape)
        key = f"{owner.name}*{LIST_WIDTH}"
    if counted:
        names = _suffixed(relation, "adr", "start", "begin")
        most = MOST_COUNT if array is None else LIST_WIDTH
        first = Indices(key, room=most)
        start = _array(memory, owner, relation, "start", first, names, f"first of the {relation.words}")
        many = _counts(memory, owner, relation, most, "num", "count", "len")
        return Span(element(start, *at.index), None, element(many, *at.index), array)
    names = relation.names if array is None else _suffixed(relation, "offsets", "start", "ptr")
    words, ends, shape = f"offsets of the {relation.words}", Indices(key, ascending=True), (Size(owner.name, 1, 1),)
    offsets = _array(memory, owner, relation, "start", ends, names, words, shape)
    after = Value("+", (at.index[0], literal(1)), INT)
    return Span(element(offsets, *at.index), element(offsets, after), None, array)


def table(memory: Memory, at: RecordAt, relation: Relation) -> tuple[Value, Value]:
    """A table of neighbours: how many this record has, and the table itself."""
    owner, fill = at.entity, _nearby(at, relation, TABLE_WIDTH, 0)
    many = _counts(memory, owner, relation, TABLE_WIDTH, "count", "num", "len")
    shape = (Size(owner.name), Size("", 0, TABLE_WIDTH))
    ids = _array(memory, owner, relation, TABLE, fill, relation.names, relation.words, shape)
    return element(many, *at.index), ids


def _nearby(at: RecordAt, relation: Relation, places: int, member: int) -> Indices:
    """Records nearby, unlike each other in a table; of its own entity, a record is never its own neighbour."""
    if relation.target != at.entity.name:
        return Indices(relation.target, members=0 if member else places)
    return Indices(relation.target, members=places, member=member, leads=OTHER)


def _suffixed(relation: Relation, *endings: str) -> tuple[str, ...]:
    """A relation's names, each with its own ending in place of one for offsets; its own name for a mere ``start``."""
    stems = (word.rpartition("_")[0] if word.endswith(OFFSETS) else word for word in relation.names)
    stems = (relation.name if f"_{stem}" in OFFSETS else stem for stem in stems)
    return tuple(f"{stem}_{ending}" for stem, ending in zip(stems, endings, strict=True))


def _array(
    memory: Memory,
    owner: Entity,
    relation: Relation,
    part: str,
    fill: Indices | Size,
    names: tuple[str, ...],
    words: str,
    shape: tuple[Size, ...] = (),
) -> Value:
    """An array of whole numbers, one for each owner unless ``shape`` is given, as that ``part`` of a relation."""
    parts, told = (owner.name, relation.name, part), of_each(words, owner.name)
    shape = shape or memory.rows(owner)
    return _read(memory, owner, relation, symbol(*filter(None, parts)), INT, fill, names, told, shape)


def _read(
    memory: Memory,
    owner: Entity,
    relation: Relation,
    word: str,
    kind: Type,
    fill: Indices | Size,
    names: tuple[str, ...],
    words: str,
    shape: tuple[Size, ...],
) -> Value:
    """The array of that symbol, or the row of the thread's world where the relation differs by world."""
    world = memory.world if owner.name != WORLD and owner.follows_state(relation) else None
    shape = shape if world is None else (Size(WORLD), *shape)
    slot = Slot(word, Array(kind, len(shape)), fill, names, shape, MODEL_GROUP, words)
    array = memory.signature.read(slot)
    return array if world is None else element(array, world)


def _counts(memory: Memory, owner: Entity, relation: Relation, most: int, *endings: str) -> Value:
    """How many records a relation leads to, for each owner."""
    fill, names = Size("", 0, most + 1), _suffixed(relation, *endings)
    return _array(memory, owner, relation, "count", fill, names, f"number of {relation.words}")


def _separate(memory: Memory, at: RecordAt, relation: Relation, shared_names: bool, members: int, member: int) -> Value:
    owner = at.entity
    names = relation.names
    if shared_names:
        names = (f"{owner.name}_{relation.name}", f"{relation.name}_ids", f"{names[2]}_{relation.name}")
    empty = may_be_empty(memory, at, relation)
    fill = Indices(relation.target, empty, members=members, member=member, leads=relation.leads)
    return element(_array(memory, owner, relation, "", fill, names, relation.words), *memory.cell(at))


def _packed(
    memory: Memory, at: RecordAt, relation: Relation, width: int, place: Value, empty: bool, group: str, differ: bool
) -> Value:
    owner, pairs = at.entity.name, memory.layout.pairs
    fill = Indices(relation.target, empty, members=width if differ or relation.leads else 0, leads=relation.leads)
    members = [r.words for r in at.entity.relations if r.group == group]
    words = of_each(relation.words, owner) if group == relation.name else f"{of_each(group, owner)}: {listed(members)}"

    def array(kind: Type, *shape: Size) -> Value:
        word = symbol(owner, group)
        return _read(memory, at.entity, relation, word, kind, fill, relation.names, words, shape)

    rows, index = memory.rows(at.entity), memory.cell(at)
    if pairs == FLAT and len(index) == 1:
        return element(array(INT, Size(owner, width)), flat_place(Value("*", (literal(width), *index), INT), place))
    if pairs == VECTOR and width <= 4:
        return Value("subscript", (element(array(Vector(width, INT), *rows), *index), place), INT)
    return element(array(INT, *rows, Size("", 0, width)), *index, place)
