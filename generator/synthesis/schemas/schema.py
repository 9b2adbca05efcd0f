"""A field as a whole: its entities, its numbers and its enumerations, and what follows from all of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from generator.synthesis.schemas.entities import MODEL, Entity, Number, Relation, all_once, by_name


@dataclass(frozen=True, eq=False)
class Schema:
    """A field: its name in words, its entities, its numbers, and enumerations of codes (name -> members, from 0)."""

    name: str
    entities: tuple[Entity, ...]
    numbers: tuple[Number, ...] = ()
    enumerations: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [entity.name for entity in self.entities] + [number.name for number in self.numbers]
        all_once(f"schema {self.name!r}", names)

    def entity(self, name: str) -> Entity | None:
        return self._entities.get(name)

    def number(self, name: str) -> Number | None:
        return self._numbers.get(name)

    @cached_property
    def _entities(self) -> dict[str, Entity]:
        return by_name(self.entities)

    @cached_property
    def _numbers(self) -> dict[str, Number]:
        return by_name(self.numbers)

    @cached_property
    def sizing_numbers(self) -> frozenset[str]:
        """Numbers that shapes of arrays depend on."""
        extents = {of.extent for entity in self.entities for of in entity.attributes}
        return frozenset(extents | {str(entity.room[1]) for entity in self.entities if entity.room is not None})

    @cached_property
    def relations(self) -> tuple[tuple[Entity, Relation], ...]:
        """Every relation, with the entity whose records it leads from."""
        return tuple((entity, relation) for entity in self.entities for relation in entity.relations)

    @cached_property
    def optional(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """Relations that may lead nowhere, as ``entity.relation`` and by name, with those packed with them that may."""
        return tuple(
            (f"{entity.name}.{relation.name}", relation.name, tuple(r.name for r in packed if r.optional))
            for entity, relation in self.relations
            if relation.optional and (packed := entity.packed[relation.name])
        )

    @cached_property
    def record_names(self) -> frozenset[str]:
        """What people call records, and their indices; of worlds a layout decides."""
        return frozenset(word for each in self.entities if each.name != "world" for word in (each.name, *each.index))

    @cached_property
    def fills(self) -> dict[str, str]:
        """What fills each number."""
        return {number.name: number.domain.fill for number in self.numbers}

    @cached_property
    def dimensions(self) -> int:
        """Dimensions of the largest array, in launches without worlds."""
        return max(
            entity.dimensions + any(attribute.extent for attribute in entity.attributes) for entity in self.entities
        )

    @cached_property
    def records(self) -> tuple[str, ...]:
        """Entities with more than one model attribute that a struct can hold."""
        constants = {
            entity.name: sum(of.role == MODEL and not of.extent for of in entity.attributes)
            for entity in self.entities
            if entity.dimensions == 1
        }
        return tuple(name for name, count in constants.items() if count > 1)
