"""The order of a kernel's groups of arguments, and of the arguments in a group."""

from __future__ import annotations

from functools import cache

from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.storage.signature import (
    MODEL_GROUP,
    NUMBER_GROUP,
    OUTPUT_GROUP,
    STATE_GROUP,
    Signature,
    Size,
    Slot,
    parted,
)

ORDERS: dict[str, tuple[int, ...]] = {
    "last": (MODEL_GROUP, STATE_GROUP, NUMBER_GROUP, OUTPUT_GROUP),
    "first": (NUMBER_GROUP, MODEL_GROUP, STATE_GROUP, OUTPUT_GROUP),
    "between": (MODEL_GROUP, NUMBER_GROUP, STATE_GROUP, OUTPUT_GROUP),
    "state first": (STATE_GROUP, MODEL_GROUP, NUMBER_GROUP, OUTPUT_GROUP),
    "arrays first": (MODEL_GROUP, STATE_GROUP, OUTPUT_GROUP, NUMBER_GROUP),
}
"""Where numbers stand -> the groups of arguments in order."""

AS_NEEDED, DECLARED = "as needed", "declared"
"""Orders within a group, entity after entity: entities as the body needs them; or entities shuffled, and the arguments
of each as its schema declares them. In any other order, entities are shuffled."""


def arguments_in_order(
    signature: Signature, schema: Schema, random: Random, habits: Habits, *, headed: bool
) -> list[Slot]:
    """The slots that a kernel uses, group after group; ``headed`` inputs and outputs do not mix."""
    groups = ORDERS[random.weighted(habits.argument_groups)]
    if headed and groups[-1] != OUTPUT_GROUP:
        groups = ORDERS["last"]
    used = _sides_together([slot for slot in signature.slots.values() if slot.reads or slot.writes])
    order = random.weighted(habits.argument_order)
    owned = {slot.symbol: _owner(slot) for slot in used}
    owners = [owned[slot.symbol] for slot in (used if order == AS_NEEDED else random.shuffled(used))]
    if order == DECLARED:
        declared = places_in(schema)
        used.sort(key=lambda slot: declared.get(_word(slot), len(declared)))
    ranks = {owner: (groups.index(owner[0]), owners.index(owner)) for owner in owners}
    return sorted(used, key=lambda slot: ranks[owned[slot.symbol]])


@cache
def places_in(schema: Schema) -> dict[str, int]:
    """The place of each relation, attribute, side and number among all that a schema declares."""
    words: list[str] = []
    for entity in schema.entities:
        relations = [word for relation in entity.relations for word in (relation.group, relation.name) if word]
        parts = (*relations, *(of.name for of in entity.attributes), *entity.axes)
        words += [f"{entity.name}.{part}" for part in parts]
    words += [number.name for number in schema.numbers]
    return {word: place for place, word in enumerate(dict.fromkeys(words))}


def _sides_together(used: list[Slot]) -> list[Slot]:
    """The slots, with the numbers of cells along a grid's axes in one order, where the first of them stands."""
    sides = [slot for slot in used if isinstance(slot.fill, Size) and ":" in slot.fill.entity]
    if not sides:
        return used
    place = used.index(sides[0])
    after = [slot for slot in used[place:] if slot not in sides]
    return [*used[:place], *sorted(sides, key=lambda slot: slot.symbol), *after]


def _word(slot: Slot) -> str:
    """What a schema calls an argument: the two first words of its symbol, or the one of a number."""
    return ".".join(slot.symbol[1:].split(".")[:2])


def _owner(slot: Slot) -> tuple[int, str]:
    """The group and the entity that an argument is of; numbers are of none."""
    group = OUTPUT_GROUP if slot.writes else slot.group
    return group, "" if group == NUMBER_GROUP else parted(slot.symbol)[0]
