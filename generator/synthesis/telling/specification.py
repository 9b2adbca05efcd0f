"""The specification: enough to write the kernel again: arguments, domains, launch, functions, steps."""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.modules import Class, Constant, Function
from generator.syntax.value_text import value_text
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.telling.domains import domain_of
from generator.synthesis.telling.steps import steps


def specification_of(drawn: DrawnKernel) -> str:
    """The whole text; nothing that the kernel computes with is left out."""
    return "\n".join(_lines(drawn))


def _lines(drawn: DrawnKernel) -> Iterator[str]:
    kernel = drawn.kernel
    yield f"Write the Warp kernel `{kernel.name}`. {drawn.intent}"
    yield ""
    yield "Arguments, in this order:"
    slots = {drawn.names[slot.symbol]: slot for slot in drawn.signature.slots.values() if slot.symbol in drawn.names}
    for parameter in kernel.parameters:
        slot = slots[parameter.name]
        kind = "" if parameter.annotation is None else value_text(parameter.annotation)
        unit = f", in {slot.unit}" if slot.unit else ""
        use = (
            "written"
            if slot.stores and not slot.reads
            else "added to"
            if slot.adds
            else "read and written"
            if slot.writes
            else "read"
        )
        words = slot.words or parameter.name.replace("_", " ")
        yield f"- `{parameter.name}` ({kind}): {words}{unit}; {domain_of(slot)}; {use}."
    yield ""
    yield f"It is launched over {' x '.join(map(str, drawn.launch.dim))} threads."
    for part in drawn.module.parts:
        if isinstance(part, Constant):
            yield f"The constant {part.name} is {value_text(part.value)}."
        elif isinstance(part, Class):
            members = ", ".join(
                f"{f.name} ({value_text(f.annotation)})"
                if f.annotation is not None
                else f"{f.name} = {value_text(f.value)}"  # type: ignore[arg-type]
                for f in part.fields
            )
            yield f"{'The struct' if part.is_record else 'The enumeration'} {part.name} has {members}."
        elif isinstance(part, Function) and not part.is_kernel:
            arguments = ", ".join(
                f"{p.name} ({value_text(p.annotation)})" if p.annotation else p.name for p in part.parameters
            )
            yield f"The function {part.name} of {arguments}:"
            yield from steps(part.body, 1)
    yield "Steps of a thread:"
    yield from steps(kernel.body)
