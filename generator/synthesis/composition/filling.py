"""What fills the arguments of a drawn kernel: it follows from the schema, and every check uses it and no other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from generator.launch import INOUT, INPUT, OUTPUT, Argument
from generator.syntax.types import Array, Record, Type, is_float, type_word
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import Domain, between, code, whole
from generator.synthesis.schemas.entities import EARLIER, OTHER
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Indices, Size, Slot

WORLDS = (3, 4, 5)
"""Worlds of a launch."""

SIDES = (6, 7, 8, 9, 10)
"""Cells of a grid along an axis."""

RECORDS = (24, 30, 32, 40, 48)
"""Records of an entity."""

OWNERS = (8, 10, 12)
"""Records of an entity with ranges of others, or that others share: each holds several, as lists of neighbours do."""


class Sizes:
    """How many records each entity has in a launch, drawn as they are needed, and what integer numbers are."""

    def __init__(self, key: str, schema: Schema, many_worlds: bool, owners: Collection[str]) -> None:
        self._key, self._schema, self._many_worlds, self._owners = key, schema, many_worlds, owners
        self._drawn: dict[str, int] = {}

    def of(self, size: Size) -> int:
        """The length of a dimension."""
        if size.number:
            return self.number(size.number) * size.times * (self.entity(size.entity) if size.entity else 1) + size.more
        return (size.times * self.entity(size.entity) if size.entity else 0) + size.more

    def entity(self, name: str) -> int:
        """Records of an entity; ``cell:0`` is the side of a grid along its first axis, ``row*4`` four times as many."""
        base, _, times = name.partition("*")
        if times:
            return int(times) * self.entity(base)
        if name not in self._drawn:
            self._drawn[name] = self._draw(name)
        return self._drawn[name]

    def number(self, name: str) -> int:
        """The value of an integer number that shapes of arrays depend on."""
        if name not in self._drawn:
            found = self._schema.number(name)
            if found is None:
                raise KeyError(f"schema {self._schema.name!r} has no number {name!r}")
            low, high = int(found.domain.low), int(found.domain.high)
            self._drawn[name] = Random(f"{self._key}/{name}").between(max(low, 1), max(high - 1, low, 1))
        return self._drawn[name]

    def _draw(self, name: str) -> int:
        random = Random(f"{self._key}/{name}")
        if name == WORLD and not self._many_worlds:
            return random.pick(WORLDS)
        base, _, axis = name.partition(":")
        if axis:
            return random.pick(SIDES)
        entity = self._schema.entity(base)
        if entity is not None and entity.dimensions > 1:
            return prod([self.entity(f"{base}:{axis}") for axis in range(entity.dimensions)])
        if entity is not None and entity.room is not None:
            owner, places = entity.room
            return self.entity(owner) * (places if isinstance(places, int) else self.number(places))
        own = entity.records if entity is not None else ()
        if isinstance(own, str):
            return self.number(own)
        return random.pick(own or (OWNERS if name in self._owners else RECORDS))


def owners_of(slots: Iterable[Slot], record: str) -> set[str]:
    """Entities of few records: with ranges of others, but in no range themselves, or such as many others share."""
    offsets = [(slot.shape[-1], slot.fill) for slot in slots if isinstance(slot.fill, Indices)]
    ranges = [(size.entity, fill.entity.partition("*")[0]) for size, fill in offsets if fill.ascending or fill.room]
    shared = {fill.entity for size, fill in offsets if _is_lone(fill) and size == Size(size.entity)}
    leading = {size.entity for size, fill in offsets if _is_lone(fill)}
    owners = {owner for owner, _ in ranges} | shared - leading - {record}
    return owners - {target for _, target in ranges}


def _is_lone(fill: Indices) -> bool:
    """Whether a record is the only one of a kind that another leads to: its material, not an end of it."""
    return not (fill.ascending or fill.room or fill.members)


def arguments_of(slots: Sequence[Slot], names: Mapping[str, str], sizes: Sizes, schema: Schema) -> tuple[Argument, ...]:
    """The arguments that slots become, by the names that their symbols have; some lie over or near another's values."""
    found = []
    for slot in slots:
        argument = argument_of(slot, names[slot.symbol], sizes, schema)
        over = names.get(f"@{slot.fill.over}.in", "") if isinstance(slot.fill, Domain) and slot.reads else ""
        found.append(replace(argument, over=over) if over else argument)
    return tuple(found)


def argument_of(slot: Slot, name: str, sizes: Sizes, schema: Schema) -> Argument:
    """The argument that a slot becomes."""
    role = INOUT if slot.adds or slot.keeps or (slot.stores and slot.reads) else OUTPUT if slot.stores else INPUT
    shape = tuple([sizes.of(size) for size in slot.shape])
    kind: Type | None = slot.type
    if isinstance(kind, Array):
        if isinstance(kind.element, Record):
            fields = _fields(slot, schema)
            return Argument(name, "array", kind.element.name, kind.dimensions, role, shape, fields=fields)
        fill = _fill(fill_of(slot), sizes)
        return Argument(name, "array", type_word(kind.element), kind.dimensions, role, shape, **fill)
    if isinstance(slot.fill, Size):
        return Argument(name, "scalar", type_word(kind), fill="value", value=float(sizes.of(slot.fill)))
    number = slot.symbol[1:]
    if number in schema.sizing_numbers:
        return Argument(name, "scalar", type_word(kind), fill="value", value=float(sizes.number(number)))
    return Argument(name, "scalar", type_word(kind), **_fill(slot.fill, sizes))


def fill_of(slot: Slot) -> Domain | Indices | Size:
    """What fills a slot; a domain of one value is widened where the kernel does more than store."""
    fill = slot.fill
    if (slot.adds or slot.reads or slot.keeps) and isinstance(fill, Domain):
        if fill.fill == "zeros":
            return between(0.0, 1.0) if is_float(slot.type) else code(int(fill.high)) if fill.high else whole(0, 4)
        if fill.fill == "index" and fill.high - fill.low < 2:
            return whole(int(fill.low), int(fill.low) + 4)
    return fill


def _fields(slot: Slot, schema: Schema) -> tuple[Argument, ...]:
    entity = schema.entity(slot.record)
    assert entity is not None, "a slot of structs names its entity"
    found = (entity.attribute(name) for name in slot.fields)
    return tuple(
        Argument(of.name, "scalar", type_word(of.type), fill=of.domain.fill, low=of.domain.low, high=of.domain.high)
        for of in found
        if of is not None
    )


def _fill(fill: Domain | Indices | Size, sizes: Sizes) -> dict[str, Any]:
    if isinstance(fill, Domain) and fill.fill == "hash_grid":
        return {"fill": fill.fill, "value": float(fill.high)}
    if isinstance(fill, Domain):
        return {"fill": fill.fill, "low": float(fill.low), "high": float(fill.high)}
    if isinstance(fill, Size):
        many = sizes.of(fill)
        # A count of records leaves out less than half of them, or none.
        least, most = (many // 2, many) if fill.entity else (0, many - 1)
        return {"fill": "index", "low": float(least), "high": float(most + 1)}
    many = sizes.entity(fill.entity)
    if places := fill.entity.partition("*")[2]:  # of lists, which lie one after another
        return {"fill": "spaced", "low": 0.0, "high": float(many + 1), "members": int(places)}
    if fill.ascending:
        return {"fill": "sorted", "low": 0.0, "high": float(many + 1)}
    if fill.members and many >= fill.members and not fill.leads:
        low = -1.0 if fill.empty else 0.0
        return {"fill": "distinct", "low": low, "high": float(many), "members": fill.members, "member": fill.member}
    low, word = (-1.0, "optional") if fill.empty else (0.0, "index")
    if fill.leads:  # the first of all has none before it
        word = OTHER if fill.leads == EARLIER and not fill.empty else fill.leads
        return {"fill": word, "low": low, "high": float(many), "members": fill.members, "member": fill.member}
    return {"fill": word, "low": low, "high": float(many - fill.room)}
