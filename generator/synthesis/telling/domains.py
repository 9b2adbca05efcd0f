"""What values each argument takes, in words."""

from __future__ import annotations

from generator.syntax.types import Array
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.storage.signature import Indices, Size, Slot


def domains_of(drawn: DrawnKernel) -> tuple[tuple[str, str], ...]:
    """Argument and the words for its domain, in order of the signature."""
    slots = {drawn.names[slot.symbol]: slot for slot in drawn.signature.slots.values() if slot.symbol in drawn.names}
    return tuple((argument.name, domain_of(slots[argument.name])) for argument in drawn.launch.arguments)


def domain_of(slot: Slot) -> str:
    """The words for the values of one argument."""
    fill = slot.fill
    match fill:
        case Domain():
            return fill.words.format(low=f"{fill.low:g}", high=f"{fill.high:g}")
        case Indices(entity, empty, once, ascending):
            if once:
                return f"each {entity} once"
            if ascending:
                return f"ascending positions among the {entity} records, one more than there are rows"
            return f"index of a {entity}" + (", or -1 for none" if empty else "")
        case Size():
            return "a count" if isinstance(slot.type, Array) else "how many records there are"
    raise TypeError(f"no fill: {fill!r}")
