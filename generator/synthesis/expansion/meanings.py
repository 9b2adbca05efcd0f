"""Values of a computation, written out: records become elements of arrays, numbers become arguments."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Any

from generator.syntax.statements import For
from generator.syntax.types import INT
from generator.syntax.values import Value, call, name
from generator.synthesis.expansion.neighbours import neighbour
from generator.synthesis.expansion.scope import ManyAt, Meaning, NotExpanded, ValuesAt, is_question
from generator.synthesis.expansion.variants import answer, is_known, without_known
from generator.synthesis.schemas.entities import FIXED, ONE, Entity, Number, Relation
from generator.synthesis.storage import relations
from generator.synthesis.storage.memory import ADD, READ, STORE, Memory, RecordAt

AXES = {"i": 0, "j": 1, "k": 2}
"""Attributes of a cell that are its indices -> axes of its grid."""

PLACES = ("n", "m", "p", "q", "l", "slot", "entry", "item", "place", "idx", "pos", "nbr")
"""Names that people give to loop variables."""

WRITING = ("atomic_", "tile_atomic_add", "tile_store")
"""Prefixes of built-ins that write to their first argument, an attribute of a record."""


@dataclass
class Meanings:
    """What names stand for, and which laws, constants and enumerations the kernel uses so far."""

    memory: Memory
    constants: dict[str, Value]
    known_laws: dict[str, Callable[..., Any]] = field(default_factory=dict)
    scope: dict[str, Meaning] = field(default_factory=dict)
    laws: dict[str, Callable[..., Any]] = field(default_factory=dict)
    constants_used: dict[str, Value] = field(default_factory=dict)
    enumerations: dict[str, None] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    """All names in the computation."""
    certain: set[str] = field(default_factory=set)
    """Names of records that the computation itself tests with ``exists``."""
    certain_relations: set[str] = field(default_factory=set)
    """Relations that lead somewhere here, since the computation tested them by their own name."""

    def keep_used(self, used: Set[str]) -> None:
        """Forget what only dead code named: a module defines what it uses."""
        for known in (self.laws, self.constants_used, self.enumerations):
            for word in known.keys() - used:
                del known[word]

    def value(self, value: Value) -> Value:
        """A value of the computation as one of the kernel."""
        found = _MEANINGS.get(value.operation, Meanings._plain)(self, value)
        return found if type(found) is Value else self.as_value(found)

    def as_value(self, found: Meaning) -> Value:
        """A meaning as a value; a record stands for its index."""
        if isinstance(found, Value):
            return found
        if isinstance(found, RecordAt):
            return self.memory.flattened(found)
        if isinstance(found, ValuesAt):
            return self.memory.place(found.at, found.attribute, READ)
        raise NotExpanded(f"{type(found).__name__} stands where a value is wanted")

    def meaning(self, value: Value) -> Meaning:
        """What a value of the computation stands for."""
        return _MEANINGS.get(value.operation, Meanings._plain)(self, value)

    def target(self, value: Value, adds: bool) -> Value | None:
        """The element that a store to ``record.attribute`` or ``record.attribute[c]`` goes to; else None."""
        inner: tuple[Value, ...] = ()
        place = value
        if value.operation == "subscript":
            place, inner = value.operands[0], tuple(self.value(index) for index in value.operands[1:])
        owner = self.meaning(place.operands[0]) if place.operation == "attribute" else None
        if not isinstance(owner, RecordAt):
            return None
        of = owner.entity.attribute(place.operands[1])
        if of is None:
            raise NotExpanded(f"entity {owner.entity.name!r} has no attribute {place.operands[1]!r} to store")
        if inner and not of.extent:
            return None
        return self.memory.place(owner, of, ADD if adds else STORE, inner)

    def free_place(self, word: str, statement: For) -> str:
        """A name for the variable of a loop that nothing in scope has."""
        taken = {*self.scope, *self.taken, statement.target.operands[0]}
        choices = (word, *PLACES, *(f"{word}_{place}" for place in PLACES))
        found = next((choice for choice in choices if choice not in taken), None)
        if found is None:
            raise NotExpanded("more loops in one another than names for them")
        self.scope[found] = name(found, INT)
        return found

    def _plain(self, value: Value) -> Value:
        operands = tuple([self.value(o) if type(o) is Value else o for o in value.operands])
        return Value(value.operation, operands, value.type)

    def _name(self, value: Value) -> Meaning:
        word = value.operands[0]
        if (found := self.scope.get(word)) is not None:
            return self.memory.number(found) if type(found) is Number else found
        if word in self.constants:
            self.constants_used[word] = self.constants[word]
            return value
        if (entity := self.memory.schema.entity(word)) is not None:
            return entity
        if word in self.known_laws:
            self.laws[word] = self.known_laws[word]
        return value

    def _attribute(self, value: Value) -> Meaning:
        owner, word = value.operands
        own = owner.operands[0] if owner.operation == "name" else ""
        if own == "wp":  # the same object, with its cached properties
            return value
        if own in self.memory.schema.enumerations and own not in self.scope:
            self.enumerations[own] = None
            return value
        found = self.meaning(owner)
        if type(found) is Entity and (of := found.attribute(word)) is not None:
            return self.memory.array(found, of)
        if type(found) is not RecordAt:
            return Value(value.operation, (self.as_value(found), word), value.type)
        if word == "index":
            return self.value(owner)
        if word in AXES and found.entity.dimensions > 1:
            return found.index[AXES[word]]
        if (relation := found.entity.relation(word)) is not None:
            if relation.kind != ONE:
                return ManyAt(found, relation)
            return self._led(found, relation, relations.one(self.memory, found, relation))
        of = found.entity.attribute(word)
        if of is None:
            raise NotExpanded(f"entity {found.entity.name!r} has neither attribute nor relation {word!r}")
        return ValuesAt(found, of) if of.extent else self.memory.place(found, of, READ)

    def _led(self, at: RecordAt, relation: Relation, index: Value) -> RecordAt:
        """The record that a relation leads to."""
        return RecordAt(self.target_of(relation), (index,), False, f"{at.entity.name}.{relation.name}")

    def target_of(self, relation: Relation) -> Entity:
        """The entity that a relation leads to."""
        entity = self.memory.schema.entity(relation.target)
        if entity is None:
            raise NotExpanded(f"relation {relation.name!r} leads to {relation.target!r}, which the schema lacks")
        return entity

    def _not(self, value: Value) -> Meaning:
        """``not exists(record)`` asks whether the index is none."""
        (inner,) = value.operands
        if is_question(inner):
            return self.memory.leads(self.value(inner.operands[1]), somewhere=False)
        return self._plain(value)

    def _boolean(self, value: Value) -> Meaning:
        plain = self._plain(value)
        return without_known(Value(plain.operation, tuple(map(answer, plain.operands)), plain.type))

    def _ternary(self, value: Value) -> Meaning:
        yes, condition, no = value.operands
        head = self.value(condition)
        if is_known(known := answer(head)):
            return self.meaning(yes if known.operands[0] else no)
        return Value("ternary", (self.value(yes), head, self.value(no)), value.type)

    def _subscript(self, value: Value) -> Meaning:
        base, *indices = value.operands
        found, inside = self.meaning(base), tuple(self.value(index) for index in indices)
        match found:
            case Entity():
                return RecordAt(found, inside)
            case RecordAt(entity):
                return RecordAt(entity, inside)
            case ValuesAt(at, of):
                return self.memory.place(at, of, READ, inside)
            case ManyAt(at, relation) if relation.kind == FIXED:
                return self._led(at, relation, relations.fixed(self.memory, at, relation, inside[0]))
        return Value(value.operation, (self.as_value(found), *inside), value.type)

    def _call(self, value: Value) -> Meaning:
        function, *arguments = value.operands
        if function.operation == "name" and (special := _CALLS.get(function.operands[0])):
            return special(self, *arguments)
        if function.operation == "attribute":
            owner, word = function.operands
            if word == "at" and isinstance(cell := self.meaning(owner), RecordAt):
                return neighbour(self.memory, cell, [self.value(step) for step in arguments])
            if word.startswith(WRITING):
                place = self.target(arguments[0], adds="atomic_" in word)
                if place is None:
                    raise NotExpanded(f"{word} wants record.attribute first")
                array = place.operands if word.startswith("atomic_") else (place,)
                return call(function, *array, *(self.value(a) for a in arguments[1:]))
        return self._plain(value)

    def exists(self, record: Value) -> Value:
        """Whether a relation leads anywhere."""
        return self.memory.leads(self.value(record))

    def count(self, entity: Value) -> Value:
        """How many records there are."""
        found = self.meaning(entity)
        if not isinstance(found, Entity | RecordAt):
            raise NotExpanded("count() wants an entity")
        return self.memory.size(found.entity if isinstance(found, RecordAt) else found)

    def lane(self) -> Value:
        """The thread's number in its block."""
        return name(self.memory.layout.lane, INT)


_MEANINGS: dict[str, Callable[[Meanings, Value], Meaning]] = {
    "literal": lambda meanings, value: value,
    "name": Meanings._name,
    "attribute": Meanings._attribute,
    "subscript": Meanings._subscript,
    "call": Meanings._call,
    "not": Meanings._not,
    **dict.fromkeys(("and", "or"), Meanings._boolean),
    "ternary": Meanings._ternary,
}
"""Operation -> what its values mean; of any other, what its operands mean."""

_CALLS: dict[str, Callable[..., Value]] = {
    "exists": Meanings.exists,
    "count": Meanings.count,
    "lane": Meanings.lane,
}
"""Words of the language that are called -> what they mean."""
