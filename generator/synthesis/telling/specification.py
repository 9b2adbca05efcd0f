"""The specification: enough to write the kernel again, in one of many orders and wordings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from generator.syntax.value_text import value_text
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.finishing import MORE_THREADS, DrawnKernel
from generator.synthesis.composition.intent import capital, in_sentences
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.storage.signature import symbol
from generator.synthesis.telling.arguments import LINES, ArgumentText, argument_texts, remarks
from generator.synthesis.telling.coverage import whole_outputs
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.openings import OPENINGS, SECTIONS
from generator.synthesis.telling.outline import OUTLINES, Outline
from generator.synthesis.telling.steps import teller_of
from generator.synthesis.telling.substitution import substituted
from generator.synthesis.telling.surroundings import surroundings
from generator.synthesis.telling.wording import WORDINGS, Wording


@dataclass(frozen=True)
class Form:
    """The drawn form of a specification: each member is drawn apart from the others."""

    order: tuple[str, ...]
    headings: dict[str, str]
    line: Callable[[int, ArgumentText], str]
    outline: Outline
    notation: Notation
    wording: Wording


ORDERS: tuple[tuple[str, ...], ...] = (
    ("launch", "arguments", "beside", "procedure"),
    ("arguments", "launch", "beside", "procedure"),
    ("arguments", "beside", "launch", "procedure"),
    ("launch", "beside", "procedure", "arguments"),
    ("beside", "arguments", "launch", "procedure"),
    ("launch", "procedure", "beside", "arguments"),
)
"""Orders of the parts after the opening."""


def specification_of(drawn: DrawnKernel, random: Random) -> str:
    """The whole text; nothing that the kernel computes with is left out."""
    form = Form(
        random.pick(ORDERS),
        random.pick(SECTIONS),
        random.pick(LINES),
        random.pick(OUTLINES),
        Notation(random.chance(0.5), random.chance(0.5), random.chance(0.5)),
        random.pick(WORDINGS),
    )
    opening = random.pick(OPENINGS).format(
        name=drawn.name,
        purpose=f"{capital(in_sentences(drawn.purpose))}.",
        record=spoken(drawn.choices[0].record.name),
        field=drawn.computation.schema.name,
        threads=threads_of(drawn),
        worker=worker_of(drawn),
    )
    lines_of = {part: list(_PARTS[part](drawn, form)) for part in form.order}
    parts = ["\n".join(filter(None, (form.headings[part], *lines))) for part, lines in lines_of.items() if lines]
    return "\n\n".join([opening, *parts])


def worker_of(drawn: DrawnKernel) -> str:
    """What handles one record."""
    return "block" if drawn.launch.tiled else "thread"


def threads_of(drawn: DrawnKernel) -> str:
    """The launch: ``4 x 32``; of a tiled one the threads of a block stand last."""
    launch = drawn.launch
    return " x ".join(map(str, (*launch.dim, launch.block_dim) if launch.tiled else launch.dim))


def _launch(drawn: DrawnKernel, form: Form) -> Iterator[str]:
    index = drawn.layout.index
    record = spoken(drawn.choices[0].record.name)
    names = " and ".join(form.notation.quoted(name) for name in index)
    whose = f"its world and its {record}" if drawn.layout.batched else f"its {record}"
    if drawn.launch.tiled:
        yield f"{threads_of(drawn)} threads are launched, tiled: those of a block share {names} = tid(), {whose}."
        if drawn.layout.lane:
            lane = form.notation.quoted(drawn.layout.lane)
            yield f"The last result of tid(), {lane}, is a thread's number in its block."
    else:
        yield f"{threads_of(drawn)} threads are launched; {names} = tid() gives a thread {whose}."
    if drawn.guards.bounds:
        yield _more_threads(drawn, form)
    (mark,) = drawn.kernel.decorators
    if mark.operation == "call":
        yield f"The kernel is marked {form.notation.quoted(f'@{value_text(mark)}')}."


def _more_threads(drawn: DrawnKernel, form: Form) -> str:
    """Why a thread may have no record: how many there are is the launch's to know, or an argument's."""
    record = drawn.draft.record
    launched = f"{worker_of(drawn)}s"
    if not drawn.guards.counts_on_device(record):
        return f"These are {MORE_THREADS} {launched} more than there are {record.plural}."
    count = form.notation.quoted(f"{drawn.names[symbol(record.name, 'counter')]}[0]")
    room = f"The arrays have room for {drawn.sizes.entity(record.name)} {record.plural}"
    return f"{room}, {MORE_THREADS} fewer than there are {launched}; {count} of them exist."


def _arguments(drawn: DrawnKernel, form: Form) -> Iterator[str]:
    whole = whole_outputs(drawn)
    for place, text in enumerate(argument_texts(drawn, whole), 1):
        yield form.line(place, text)
    yield from remarks(drawn, whole)


def _procedure(drawn: DrawnKernel, form: Form) -> list[str]:
    return form.outline(teller_of(drawn.kernel, form.notation, form.wording).steps(substituted(drawn.kernel)))


_PARTS: dict[str, Callable[[DrawnKernel, Form], Iterable[str]]] = {
    "launch": _launch,
    "arguments": _arguments,
    "beside": lambda drawn, form: surroundings(drawn.module, form.notation, form.wording),
    "procedure": _procedure,
}
"""Parts of a specification -> their lines."""
