"""In which order a kernel takes its arguments, and in which those of a group."""

from __future__ import annotations

from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.signature import (
    MODEL_GROUP,
    NUMBER_GROUP,
    OUTPUT_GROUP,
    STATE_GROUP,
    Signature,
    Slot,
)

ORDERS: dict[str, tuple[int, ...]] = {
    "last": (MODEL_GROUP, STATE_GROUP, NUMBER_GROUP, OUTPUT_GROUP),
    "first": (NUMBER_GROUP, MODEL_GROUP, STATE_GROUP, OUTPUT_GROUP),
    "between": (MODEL_GROUP, NUMBER_GROUP, STATE_GROUP, OUTPUT_GROUP),
    "state first": (STATE_GROUP, MODEL_GROUP, NUMBER_GROUP, OUTPUT_GROUP),
    "arrays first": (MODEL_GROUP, STATE_GROUP, OUTPUT_GROUP, NUMBER_GROUP),
}
"""Where numbers stand -> the groups of arguments in order."""

AS_NEEDED, ENTITIES, EACH = "as needed", "entities", "each"
"""Orders within a group: as the body needs them, those of one entity together; entities shuffled; each for itself."""


def arguments_in_order(signature: Signature, random: Random, habits: Habits, *, headed: bool) -> list[Slot]:
    """The slots that a kernel uses, group after group; ``headed`` inputs and outputs do not mix."""
    groups = ORDERS[random.weighted(habits.argument_groups)]
    if headed and groups[-1] != OUTPUT_GROUP:
        groups = ORDERS["last"]
    used = [slot for slot in signature.slots.values() if slot.reads or slot.writes]
    order = random.weighted(habits.argument_order)
    if order != AS_NEEDED:
        used = random.shuffled(used)
    places: dict[tuple[int, str], int] = {}
    for slot in used:
        places.setdefault((_group(slot), _owner(slot)), len(places))
    if order == ENTITIES:
        needed = list(signature.slots)
        used.sort(key=lambda slot: needed.index(slot.symbol))
    if order == EACH:
        return sorted(used, key=lambda slot: groups.index(_group(slot)))
    return sorted(used, key=lambda slot: (groups.index(_group(slot)), places[_group(slot), _owner(slot)]))


def _group(slot: Slot) -> int:
    return OUTPUT_GROUP if slot.writes else slot.group


def _owner(slot: Slot) -> str:
    """The entity that an argument is of; numbers are of none."""
    return "" if _group(slot) == NUMBER_GROUP else slot.symbol[1:].partition(".")[0]
