"""The arguments of a kernel: what each means, its unit, domain and place in memory, and what the kernel does to it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from generator.syntax.nodes import node
from generator.syntax.statements import Call
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.phrases import earlier, later, listed
from generator.synthesis.storage.signature import Slot, twin
from generator.synthesis.telling.domains import domain_of
from generator.synthesis.telling.formulas import kind
from generator.synthesis.telling.placement import placement_of, shared_arrays


@node
class ArgumentText:
    """What is told of one argument; ``place`` and ``domain`` may be empty."""

    name: str
    kind: str
    meaning: str
    place: str
    domain: str
    use: str


def _dashed(place: int, argument: ArgumentText) -> str:
    parts = [argument.meaning, *filter(None, (argument.place, argument.domain)), argument.use]
    return f"- `{argument.name}` ({argument.kind}): {'; '.join(parts)}."


def _numbered(place: int, argument: ArgumentText) -> str:
    values = f" Values: {argument.domain}." if argument.domain else ""
    where = f", {argument.place}" if argument.place else ""
    return f"{place}. `{argument.name}: {argument.kind}`, {argument.use}: {argument.meaning}{where}.{values}"


def _inverted(place: int, argument: ArgumentText) -> str:
    parts = ", ".join(filter(None, (argument.place, argument.domain)))
    where = f" ({parts})" if parts else ""
    return f"* {argument.meaning}: `{argument.name}`, {argument.kind}, {argument.use}{where}."


def _colons(place: int, argument: ArgumentText) -> str:
    rest = " | ".join(filter(None, (argument.use, argument.meaning, argument.place, argument.domain)))
    return f"{argument.name} : {argument.kind}\n    {rest}"


LINES: tuple[Callable[[int, ArgumentText], str], ...] = (_dashed, _numbered, _inverted, _colons)
"""Ways to set an argument out."""


SEEDING, TURN = "seed of the random numbers", "number of the "
"""Words of a seed, and first ones of a launch's number of a step, by which launches with one seed differ."""


def argument_texts(drawn: DrawnKernel, whole: Collection[str]) -> list[ArgumentText]:
    """All arguments, in order of the signature; the kernel writes those of ``whole`` in full."""
    found = []
    symbols = {slot.symbol for slot in drawn.slots}
    pairs = ((slot.symbol, twin(slot.symbol)) for slot in drawn.slots if slot.writes)
    after = {made: given for made, given in pairs if made != given and given in symbols}
    before = set(after.values())
    numbers = [slot for slot in drawn.slots if "." not in slot.symbol]
    turns = any(slot.words.startswith(TURN) for slot in numbers)
    anew = "" if turns else ", another for each launch that draws anew"
    for slot, parameter, argument in zip(drawn.slots, drawn.kernel.parameters, drawn.launch.arguments, strict=True):
        spelled = "" if parameter.annotation is None else kind(parameter.annotation)
        place = placement_of(drawn, slot, argument)
        known = (place and not slot.shape) or _is_output(slot, parameter.name in whole, slot.symbol in after)
        domain = "" if known else domain_of(drawn, slot, argument)
        if domain and slot.stores and not slot.reads and not slot.adds:
            domain += " before the launch"
        step = later if slot.symbol in after else earlier if slot.symbol in before else str
        meaning = _meaning(slot, step) + (anew if slot.words == SEEDING else "")
        found.append(ArgumentText(parameter.name, spelled, meaning, place, domain, use_of(slot)))
    return found


def remarks(drawn: DrawnKernel, whole: Collection[str]) -> list[str]:
    """What holds for several arguments: one type of all, worlds that share, elements that no thread writes."""
    slots = {drawn.names[slot.symbol]: slot for slot in drawn.signature.slots.values() if slot.symbol in drawn.names}
    found = []
    if generic := _generic_type(drawn):
        found.append(f"`Any` stands for one type, and the module has the `wp.overload` for {generic}.")
    if shared := shared_arrays(drawn, slots):
        found.append(f"All worlds share {listed([f'`{name}`' for name in shared])}.")
    outputs = [name for name, slot in slots.items() if slot.stores]
    if kept := [f"`{name}`" for name in outputs if name not in whole]:
        which = f"Elements of {listed(kept)}" if len(kept) < len(outputs) else "Output elements"
        found.append(f"{which} that no thread writes keep what they held.")
    return found


def _generic_type(drawn: DrawnKernel) -> str:
    """The type that ``Any`` stands for in the row; empty where no argument is generic: the module has no overload."""
    if not isinstance(drawn.module.parts[-1], Call):
        return ""
    pairs = zip(drawn.kernel.parameters, drawn.launch.arguments, strict=True)
    return next(known.dtype for one, known in pairs if one.annotation is not None and "Any" in one.annotation.names)


def use_of(slot: Slot) -> str:
    """What the kernel does to an argument."""
    if slot.adds:
        return "written and added to" if slot.stores else "updated, on top of what it holds"
    if slot.stores:
        return "read and written" if slot.reads else "written"
    return "read"


def _is_output(slot: Slot, whole: bool, anew: bool) -> bool:
    """Whether an argument's old content does not matter: it is stored first, as a ``whole`` or keeping no element.

    What is added to values that are made ``anew``, apart from the old ones, is added after their store.
    """
    return slot.stores and not slot.reads and (anew or not slot.adds) and (whole or not slot.keeps)


def _meaning(slot: Slot, step: Callable[[str], str]) -> str:
    """What an argument is, with its unit; ``step`` tells in its words whether it is of before a step or after it."""
    words = step(slot.words or slot.names[0].replace("_", " "))
    return f"{words}, in {slot.unit}" if slot.unit and not slot.record else words
