"""The arguments of a kernel: what each means, its unit, domain and place in memory, and what the kernel does to it."""

from __future__ import annotations

from collections.abc import Callable

from generator.syntax.nodes import node
from generator.syntax.statements import For, If, Return, Store, While, walk
from generator.syntax.types import Record, element_of
from generator.syntax.values import Value
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.phrases import listed
from generator.synthesis.storage.signature import Slot
from generator.synthesis.telling.domains import domain_of, slots_of
from generator.synthesis.telling.formulas import kind
from generator.synthesis.telling.placement import placement_of, shared_arrays


@node
class Told:
    """What is told of one argument; ``place`` and ``domain`` may be empty."""

    name: str
    kind: str
    meaning: str
    place: str
    domain: str
    use: str


def _dashed(place: int, told: Told) -> str:
    parts = [told.meaning, *filter(None, (told.place, told.domain)), told.use]
    return f"- `{told.name}` ({told.kind}): {'; '.join(parts)}."


def _numbered(place: int, told: Told) -> str:
    values = f" Values: {told.domain}." if told.domain else ""
    where = f", {told.place}" if told.place else ""
    return f"{place}. `{told.name}: {told.kind}`, {told.use}: {told.meaning}{where}.{values}"


def _inverted(place: int, told: Told) -> str:
    parts = ", ".join(filter(None, (told.place, told.domain)))
    return f"* {told.meaning}: `{told.name}`, {told.kind}, {told.use}" + (f" ({parts})." if parts else ".")


def _colons(place: int, told: Told) -> str:
    rest = " | ".join(filter(None, (told.use, told.meaning, told.place, told.domain)))
    return f"{told.name} : {told.kind}\n    {rest}"


LINES: tuple[Callable[[int, Told], str], ...] = (_dashed, _numbered, _inverted, _colons)
"""Ways to set an argument out."""


def told_arguments(drawn: DrawnKernel) -> list[Told]:
    """All arguments, in order of the signature."""
    slots = slots_of(drawn)
    found = []
    for parameter, argument in zip(drawn.kernel.parameters, drawn.launch.arguments, strict=True):
        slot = slots[parameter.name]
        spelled = "" if parameter.annotation is None else kind(parameter.annotation)
        domain = "" if _is_output(slot) else _domain(drawn, slot)
        place = placement_of(drawn, slot, argument)
        found.append(Told(parameter.name, spelled, _meaning(slot), place, domain, use_of(slot)))
    return found


def remarks(drawn: DrawnKernel) -> list[str]:
    """What holds for several arguments: one type of all, worlds that share, elements that no thread writes."""
    slots = slots_of(drawn)
    found = []
    if generic := _generic_type(drawn):
        found.append(f"`Any` stands for one type, and the module has the `wp.overload` for {generic}.")
    if shared := shared_arrays(drawn, slots):
        found.append(f"All worlds share {listed([f'`{name}`' for name in shared])}.")
    whole = _whole_outputs(drawn)
    outputs = [name for name, slot in slots.items() if slot.stores]
    if kept := [f"`{name}`" for name in outputs if name not in whole]:
        which = f"Elements of {listed(kept)}" if len(kept) < len(outputs) else "Output elements"
        found.append(f"{which} that no thread writes keep what they held.")
    return found


def _generic_type(drawn: DrawnKernel) -> str:
    """The type that ``Any`` stands for in the row; empty where no argument is generic."""
    pairs = zip(drawn.kernel.parameters, drawn.launch.arguments, strict=True)
    generic = [known.dtype for told, known in pairs if told.annotation is not None and "Any" in told.annotation.names]
    return generic[0] if generic else ""


def _whole_outputs(drawn: DrawnKernel) -> set[str]:
    """Arrays of which every thread writes its own element, whatever the values are."""
    found: set[str] = set()
    for statement in drawn.steps:
        match statement:
            case If() | For() | While() if any(isinstance(inner, Return) for inner in walk((statement,))):
                return found
            case Store(Value("subscript", (Value("name", (array,)), *indices))):
                if [each.operands[0] for each in indices if each.is_name] == list(drawn.layout.index):
                    found.add(drawn.names.get(str(array), ""))
    return found


def use_of(slot: Slot) -> str:
    """What the kernel does to an argument."""
    if slot.adds:
        return "updated, on top of what it holds"
    if slot.stores:
        return "read and written" if slot.reads else "written"
    return "read"


def _is_output(slot: Slot) -> bool:
    """Whether nothing that the argument held before matters."""
    return slot.stores and not slot.reads and not slot.keeps and not slot.adds


def _meaning(slot: Slot) -> str:
    words = slot.words or slot.names[0].replace("_", " ")
    return f"{words}, in {slot.unit}" if slot.unit and not slot.record else words


def _domain(drawn: DrawnKernel, slot: Slot) -> str:
    if not slot.record:
        return domain_of(slot)
    entity = drawn.computation.schema.entity(slot.record)
    assert entity is not None and isinstance(element_of(slot.type), Record)
    told = [
        f"{of.name} is the {of.words}{f' in {of.unit}' if of.unit else ''}, "
        f"{of.domain.words.format(low=f'{of.domain.low:g}', high=f'{of.domain.high:g}')}"
        for of in entity.attributes
        if of.name in slot.fields
    ]
    return "; ".join(told)
