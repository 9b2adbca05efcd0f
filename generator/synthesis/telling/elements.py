"""What elements of a kernel's arguments are, in the words of its schema: ``the mass of the body `a```."""

from __future__ import annotations

from functools import reduce

from generator.syntax.types import Vector
from generator.syntax.values import Value, array_of, literal, root_of
from generator.synthesis.schemas.phrases import is_clause, of_each, spoken
from generator.synthesis.storage.flat_places import is_own_cell
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Indices, Size, Slot, parted, symbol, twin
from generator.synthesis.telling.formulas import Notation, plain
from generator.synthesis.telling.nouns import Meaning, meaning_of
from generator.synthesis.telling.recognisers.facts import Facts


class Elements:
    """Those of one kernel, in one notation."""

    def __init__(self, facts: Facts, notation: Notation) -> None:
        self._facts, self._notation = facts, notation
        drawn, layout = facts.drawn, facts.drawn.layout
        self._schema, self._record = drawn.computation.schema, drawn.draft.record.name
        self._batched, self._flat = layout.batched, layout.flat_grid
        self._world, self._index = layout.index[:1], layout.index[layout.batched :]
        self._stays = facts.values.keys().isdisjoint(layout.index)
        self._symbols = {slot.symbol for slot in facts.slots.values()}

    def of(self, value: Value) -> Meaning | None:
        """Of an element, a field of a struct, a member of a vector, or one of elements; None where none are certain."""
        held = value.operands[0]
        if value.operation == "subscript":
            if held.operation == "name" and (slot := self._facts.slots.get(held.operands[0])):
                return self._element(slot, value.operands[1:])
            held = self._facts.meant(held)
            slot = self._facts.slots.get(array_of(held))
            packed = slot is not None and type(slot.fill) is Indices
            return self._element(slot, (*held.operands[1:], *value.operands[1:])) if slot and packed else None
        if value.operation == "attribute":
            held = self._facts.meant(held)
            slot = self._facts.slots.get(array_of(held))
            entity = self._schema.entity(slot.record) if slot and slot.record else None
            if entity and (of := entity.attribute(value.operands[1])):
                return meaning_of(of_each(of.words, entity.name), *self._owner(entity.name, held.operands[1:]))
        parts = value.operands[1:] if type(value.type) is Vector and value.operation == "call" else ()
        slot = self._facts.slots.get(array_of(parts[0])) if parts else None
        if slot and slot.shape and slot.shape[-1] == Size("", 0, len(parts)):
            *place, _ = parts[0].operands
            if all(part.operands == (*place, literal(k)) for k, part in enumerate(parts)):
                return self._element(slot, (*place[1:],))
        return None

    def related(self, slot: Slot, owner: Value) -> str:
        """The records that a relation leads to, with whose they are."""
        entity, word = parted(slot.symbol)
        table = self._schema.entity(entity)
        relation = table.relation(word) if table else None
        found = meaning_of(of_each(relation.words, entity), *self._owner(entity, (owner,))) if relation else None
        return found.whole if found else ""

    def all_of(self, count: Value) -> str:
        """All records of an entity, by how many there are."""
        slot = self._facts.slot(count)
        size = slot.fill if slot and not slot.shape else None
        if count.operation == "subscript" and count.operands[0].operation == "attribute":
            array, axis = self._facts.slots.get(root_of(count)), count.operands[1]
            size = array.shape[axis.operands[0]] if array and axis.operation == "literal" else None
        plain_size = type(size) is Size and size == Size(size.entity)
        entity = self._schema.entity(size.entity) if plain_size and type(size) is Size else None
        return f"all {entity.plural}" if entity else ""

    def _element(self, slot: Slot, places: tuple[Value, ...]) -> Meaning | None:
        """Of the element at these indices: of the world, of the record, and within the record."""
        entity, word = parted(slot.symbol)
        sizes = slot.shape
        if self._batched and sizes and entity != WORLD and (sizes[0].entity == WORLD or not sizes[0].times):
            if sizes[0].times and not self._is_own(places[:1], self._world):
                return None
            sizes, places = sizes[1:], places[1:]
        owners = 0
        for size in sizes:
            if size.entity.partition(":")[0] != entity:
                break
            if size.times > 1 or size.number:
                if slot.symbol.endswith(".list") and type(slot.fill) is Indices:
                    return Meaning(f"{spoken(slot.fill.entity)} at place {self._quoted(places)} of the list")
                if not (places := self._unfolded(size, places[-1])):
                    return None
            owners += 1
        if not owners:  # a number of the launch
            return Meaning(slot.words, "", True, is_clause(slot.words))
        whose, inner = places[:owners], places[owners:]
        if len(whose) < owners:
            return None
        words = slot.words
        if type(slot.fill) is Indices:
            if slot.fill.ascending or slot.fill.room:
                return self._range_end(slot, places[-1])
            if members := self._members(entity, word):
                if not inner and word.endswith("s"):
                    return meaning_of(words, *self._owner(entity, whose), False, True)
                if not inner or inner[0].operation != "literal":
                    return None
                words, inner = of_each(members[inner[0].operands[0]], entity), ()
        old = twin(slot.symbol)
        anew = old != slot.symbol and old in self._symbols
        found = meaning_of(words, *self._owner(entity, whose), anew, type(slot.fill) is Indices)
        if not inner or found is None:
            return found
        return found.entry(self._notation.quoted(f"[{_text(inner)}]"))

    def _unfolded(self, size: Size, place: Value) -> tuple[Value, ...]:
        """The record, and the place within it, of one in a flat array: ``r`` and ``k`` of ``r * width + k``."""
        inner: list[Value] = []
        while place.operation == "+":
            place, last = place.operands
            inner.insert(0, last)
        width = literal(size.times) if not size.number else place.operands[-1]
        slot = self._facts.slot(width) if size.number else None
        known = not size.number or (slot is not None and slot.symbol == symbol(size.number))
        if place.operation != "*" or not known or width not in place.operands:
            return ()
        row = place.operands[place.operands[0] == width]
        return row, reduce(lambda one, other: Value("+", (one, other)), inner or [literal(0)])

    def _members(self, entity: str, group: str) -> list[str]:
        """Words for the relations that lie in one array."""
        table = self._schema.entity(entity)
        return [each.words for each in table.relations if each.group == group] if table else []

    def _range_end(self, slot: Slot, place: Value) -> Meaning | None:
        """Where the records of a range begin, or end."""
        after = place.operation == "+" and place.operands[1] == literal(1)
        begin = place.operands[0] if after else place
        owner, _ = self._owner(parted(slot.symbol)[0], (begin,))
        words = self.related(slot, begin)
        return Meaning(f"where {words} {'end' if after else 'begin'}", owner, False, True, True) if words else None

    def _owner(self, entity: str, places: tuple[Value, ...]) -> tuple[str, bool]:
        """Whose value it is, and whether that is the thread's own record."""
        own = entity == self._record
        index = self._world if entity == WORLD else self._index
        if (own or (entity == WORLD and self._batched)) and self._is_own(places, index):
            return f"the {spoken(entity)}", own
        table = self._schema.entity(entity)
        if table is not None and table.records == (1,):
            return "", False
        if places[0].operation == "subscript" and (found := self.of(places[0])) and found.bare and not found.clause:
            return found.whole, False
        word, at = spoken(entity), _text(places)
        return (f"the {word}" if at == word and not own else f"the {word} {self._quoted(places)}"), False

    def _quoted(self, places: tuple[Value, ...]) -> str:
        return self._notation.quoted(_text(places))

    def _is_own(self, places: tuple[Value, ...], index: tuple[str, ...]) -> bool:
        if len(places) < len(index):
            return self._stays and self._flat and is_own_cell(places[0], index)
        return self._stays and tuple([each.operands[0] for each in places]) == index


def _text(places: tuple[Value, ...]) -> str:
    return ", ".join([plain(each, {}) for each in places])
