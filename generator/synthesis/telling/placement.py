"""Where the values of an argument lie: what each index of an array means, and how long it is."""

from __future__ import annotations

from generator.launch import Argument
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.storage.layout import BROADCAST
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Indices, Size, Slot, symbol


def placement_of(drawn: DrawnKernel, slot: Slot, argument: Argument) -> str:
    """What an array's indices mean, with its shape in the launch; of a scalar its value, where the launch has one."""
    if not slot.shape:
        return "" if argument.value is None or argument.fill != "value" else f"{argument.value:g} in this launch"
    shape = " x ".join(map(str, argument.shape))
    if len(slot.shape) == 1:
        return f"{_row(drawn, slot)} (length {shape})"
    turns = " (world w uses row w % shape[0])" if _takes_turns(drawn, slot.shape[0]) else ""
    ends = f": {spoken(slot.shape[-1].entity)} r of world w has [o[w, r], o[w, r + 1])" if _ranged(slot) else ""
    axes = ", ".join(_axis(drawn, size, _lists(slot)) for size in slot.shape)
    return f"indexed [{axes}]{ends}{turns} (shape {shape})"


def shared_arrays(drawn: DrawnKernel, slots: dict[str, Slot]) -> list[str]:
    """Arrays that all worlds of a batched launch read together: they have no index of the world."""
    if not drawn.layout.batched:
        return []
    return [
        name
        for name, slot in slots.items()
        if slot.shape and slot.shape[0].entity != WORLD and not _takes_turns(drawn, slot.shape[0])
    ]


def _takes_turns(drawn: DrawnKernel, first: Size) -> bool:
    return drawn.layout.batched and drawn.layout.model == BROADCAST and not first.entity and first.more > 1


def _number(drawn: DrawnKernel, size: Size) -> str:
    """An integer number of the schema: the argument that it is, or what it is in the launch."""
    word = symbol(size.number)
    slot = drawn.signature.slots.get(word)
    if slot is not None and not slot.shape and word in drawn.names:
        return drawn.names[word]
    return str(drawn.sizes.number(size.number))


def _row(drawn: DrawnKernel, slot: Slot) -> str:
    """What one array of one dimension holds."""
    (size,) = slot.shape
    owner = spoken(size.entity.partition(":")[0])
    if not owner:
        return "one value, at [0]" if size.more == 1 else "one list"
    if size.number:
        many = _number(drawn, size)
        return f"flat, {many} per {owner}: those of {owner} r begin at r * {many}"
    if size.times > 1:
        if _lists(slot):
            return f"one list for all, with room for {size.times} per {owner} on average"
        return f"flat, {size.times} per {owner}: those of {owner} r begin at {size.times} * r"
    if size.more:
        return f"one per {owner} and one more" + (f": {owner} r has [o[r], o[r + 1])" if _ranged(slot) else "")
    entity = drawn.computation.schema.entity(size.entity)
    flat = entity is not None and entity.dimensions > 1
    return f"flat, one per {owner}, the last axis fastest" if flat else f"one per {owner}"


def _axis(drawn: DrawnKernel, size: Size, lists: bool) -> str:
    if size.number:
        many = _number(drawn, size)
        return f"0 to {int(many) - 1}" if many.isdigit() else f"0 to {many} - 1"
    if size.entity:
        owner, _, axis = size.entity.partition(":")
        entity = drawn.computation.schema.entity(owner)
        each = f"{spoken(owner)} {entity.axes[int(axis)]}" if axis and entity else spoken(owner)
        if size.times > 1:
            return "place in the list" if lists else f"{size.times} * {each} + 0 to {size.times - 1}"
        return f"{each} and one more" if size.more else each
    return f"0 to {size.more - 1}"


def _ranged(slot: Slot) -> bool:
    """Whether an array tells where ranges begin and end."""
    return isinstance(slot.fill, Indices) and slot.fill.ascending


def _lists(slot: Slot) -> bool:
    """Whether an array is the list that places of neighbours lead into."""
    return isinstance(slot.fill, Indices) and slot.symbol.endswith(".list")
