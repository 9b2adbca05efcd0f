"""What a launch over worlds asks of a kernel's arrays: something that differs, and a state and outputs of its own."""

from __future__ import annotations

from generator.synthesis.storage.memory import WORLD, Memory
from generator.synthesis.storage.signature import STATE_GROUP, Size


def varies_by_world(memory: Memory) -> bool:
    """Whether a thread reads anything that is its world's own."""
    return any(slot.reads and slot.shape[:1] == (Size(WORLD),) for slot in memory.signature.slots.values())


def has_own_state(memory: Memory) -> bool:
    """Whether each world has a state of its own, and writes nothing that others write.

    An order of all records, or sorted keys, lie along the first axis and have no place for worlds.
    """
    slots = [slot for slot in memory.signature.slots.values() if slot.shape]
    return all(slot.shape[0] == Size(WORLD) for slot in slots if slot.writes or slot.group == STATE_GROUP)
