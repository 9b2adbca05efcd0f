"""Where a record's values lie: an attribute of a record becomes an element of an argument."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.syntax.cpp_words import CPP_WORDS
from generator.syntax.nodes import node
from generator.syntax.types import INT, Array, Record, Type
from generator.syntax.values import Value, attribute, element, literal
from generator.syntax.values import name as value_name
from generator.synthesis.schemas.entities import MODEL, Attribute, Entity, Number
from generator.synthesis.schemas.phrases import of_each
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.flat_places import flat_place
from generator.synthesis.storage.layout import ARGUMENT, BOX, BROADCAST, PER_WORLD, SHARED, Layout
from generator.synthesis.storage.signature import (
    MARK,
    MODEL_GROUP,
    NUMBER_GROUP,
    STATE_GROUP,
    Signature,
    Size,
    Slot,
    length_of,
    symbol,
)

WORLD = "world"
"""Name of the entity that the first index of a batched launch runs over."""

READ, STORE, ADD = "read", "store", "add"
"""What a kernel does to an element."""


@node
class RecordAt:
    """A record of an entity, by its index, or by one index for each dimension of a grid.

    ``own`` records belong to one thread alone; ``relation``: ``entity.relation`` that led there.
    """

    entity: Entity
    index: tuple[Value, ...]
    own: bool = False
    relation: str = ""


@dataclass
class Memory:
    """A schema in the layout of one kernel, and the arguments that were needed so far."""

    schema: Schema
    layout: Layout
    signature: Signature
    world: Value | None = None
    """The world of this thread, in batched launches."""
    reach: dict[tuple[int, int], int] = field(default_factory=dict)
    """(axis, side -1 or 1) -> distance of the farthest neighbour that is read, in cells."""
    untested: dict[Value, str] = field(default_factory=dict)
    """Test on which a thread leaves -> the relation, ``entity.relation``, that the computation itself does not test."""

    def place(self, at: RecordAt, of: Attribute, use: str, inner: tuple[Value, ...] = ()) -> Value:
        """The element that holds an attribute of a record; ``inner`` where the attribute has an extent."""
        reads, owner = use == READ, at.entity.name
        in_struct = owner in self.layout.records and of.role == MODEL and of.name not in CPP_WORDS
        if in_struct and not of.extent and reads:
            return self._field(at, of)
        name = f"{MARK}{owner}.{of.name}.in" if reads else f"{MARK}{owner}.{of.name}.out"
        slot = self.signature.slots.get(name)
        world, worlds = self._by_world(at.entity, of, name, use)
        index = (*world, *self.cell(at))
        rows = (*worlds, *self.rows(at.entity)) if slot is None or of.extent else ()
        if of.extent:
            index, rows = self._extended(index, rows, of, inner)
        if slot is None:
            words, group = of_each(of.words, owner), MODEL_GROUP if of.role == MODEL else STATE_GROUP
            slot = Slot(name, Array(of.type, len(rows)), of.domain, of.names, rows, group, words, of.unit)
            self.signature.slots[name] = slot
        slot.reads |= reads
        slot.shared |= reads and not at.own
        slot.stores |= use == STORE
        slot.adds |= use == ADD
        return element(slot.value, *index)

    def array(self, entity: Entity, of: Attribute) -> Value:
        """All of an attribute's values, of the thread's world where they differ by world."""
        place = self.place(RecordAt(entity, (literal(0),) * entity.dimensions, own=True), of, READ)
        array, *index = place.operands
        worlds = index[: len(index) - entity.dimensions]
        return element(array, *worlds) if worlds else array

    def _by_world(
        self, entity: Entity, of: Attribute, name: str, use: str
    ) -> tuple[tuple[Value, ...], tuple[Size, ...]]:
        """The index and dimension of the world; empty for what does not vary by world.

        State and all that is written varies; of the model what the layout says, but for its structure. Worlds take the
        rows of a broadcast model in turn.
        """
        model = use == READ and of.role == MODEL
        if self.world is None or entity.name == WORLD or (model and (self.layout.model == SHARED or of.is_structure)):
            return (), ()
        if model and self.layout.model == BROADCAST:
            return (Value("%", (self.world, length_of(value_name(name))), INT),), (Size("", 0, 2),)
        return (self.world,), (Size(WORLD),)

    def leads(self, index: Value, somewhere: bool = True) -> Value:
        """The test that an index leads somewhere, or nowhere; known of the world of a thread."""
        sign, number = self.layout.sentinels[somewhere]
        return literal(somewhere) if index == self.world else Value(sign, (index, literal(number)))

    def number(self, of: Number) -> Value:
        """A number of the schema, where the layout keeps it."""
        where = self.layout.numbers.get(of.name, ARGUMENT)
        name = symbol(of.name)
        if where in (BOX, PER_WORLD):
            world = self.world if where == PER_WORLD else None
            rows = (Size("", 0, 1) if world is None else Size(WORLD),)
            slot = Slot(name, Array(of.type, 1), of.domain, of.names, rows, NUMBER_GROUP, of.words, of.unit)
            return element(self.signature.read(slot), literal(0) if world is None else world)
        return self.signature.read(Slot(name, of.type, of.domain, of.names, (), NUMBER_GROUP, of.words, of.unit))

    def size(self, entity: Entity) -> Value:
        """The count of records: a number of the schema, the shape of an array, or an argument."""
        shared, name = symbol(entity.records) if isinstance(entity.records, str) else "", symbol(entity.name, "count")
        if slot := self.signature.slots.get(shared) or self.signature.slots.get(name):
            return slot.value
        if self.layout.shape_counts and (found := self.signature.length(Size(entity.name))) is not None:
            return found
        many = entity.collection
        names = (f"num_{many}", f"{entity.name}_count", f"n{many}")
        words = f"number of {entity.plural}"
        return self.signature.read(Slot(name, INT, Size(entity.name), names, (), NUMBER_GROUP, words))

    def rows(self, entity: Entity) -> tuple[Size, ...]:
        """The shape of an array with one element for each record."""
        if entity.dimensions < 2 or self.layout.flat_grid:
            return (Size(entity.name),)
        return tuple(Size(f"{entity.name}:{axis}") for axis in range(entity.dimensions))

    def cell(self, at: RecordAt) -> tuple[Value, ...]:
        """The index of a record in an array with one element for each."""
        return (self.flattened(at),) if self.layout.flat_grid else at.index

    def flattened(self, at: RecordAt) -> Value:
        """The flat index of a record."""
        place = at.index[0]
        for axis in range(1, len(at.index)):
            place = flat_place(Value("*", (place, self.side(at.entity, axis)), INT), at.index[axis])
        return place

    def side(self, entity: Entity, axis: int) -> Value:
        """How many cells a grid has along an axis."""
        given = any(symbol(entity.name, letter) in self.signature.slots for letter in entity.axes)
        by_shape = self.layout.shape_counts and not given  # all sides in one way
        if by_shape and (found := self.signature.length(Size(f"{entity.name}:{axis}"))) is not None:
            return found
        letter = entity.axes[axis]
        names = (f"n{letter}", f"num_{letter}", f"grid_{letter}")
        words = f"number of {entity.plural} along {letter}"
        name = symbol(entity.name, letter)
        return self.signature.read(Slot(name, INT, Size(f"{entity.name}:{axis}"), names, (), NUMBER_GROUP, words))

    def _extended(
        self, index: tuple[Value, ...], rows: tuple[Size, ...], of: Attribute, inner: tuple[Value, ...]
    ) -> tuple[tuple[Value, ...], tuple[Size, ...]]:
        """The index and the shape, extended by the dimensions of an attribute's extent."""
        widths = [Size("", 0, int(part)) if part.isdigit() else Size(number=part) for part in of.extent.split(",")]
        if not self.layout.flat_rows or len(rows) > 1 or len(widths) > 1:
            return (*index, *inner), (*rows, *widths)
        (row,), (cell,), (place,) = rows, index, inner
        if of.extent.isdigit():
            stride, size = literal(int(of.extent)), Size(row.entity, int(of.extent))
        else:
            number = self.schema.number(of.extent)
            assert number is not None, "an attribute extends by a number of its schema"
            stride, size = self.number(number), Size(row.entity, 1, 0, of.extent)
        return (flat_place(Value("*", (cell, stride), INT), place),), (size,)

    def _field(self, at: RecordAt, of: Attribute) -> Value:
        entity = at.entity
        plural = entity.collection
        names = (plural, f"{entity.name}_data", f"{entity.name}_params")
        kind: Type = Record(camel(entity.name))
        words, name = of_each("constants", entity.name), symbol(entity.name, "struct")
        rows = (Size(entity.name),)
        slot = Slot(name, Array(kind, 1), of.domain, names, rows, MODEL_GROUP, words, record=entity.name)
        records = self.signature.read(slot)
        fields = self.signature.slots[name].fields
        if of.name not in fields:
            fields.append(of.name)
        return attribute(element(records, *at.index), of.name, of.type)


def camel(text: str) -> str:
    """``ContactPair`` of ``contact_pair``."""
    return "".join(part.capitalize() for part in text.split("_"))
