"""The narration: what a kernel does, one step after another."""

from __future__ import annotations

from collections.abc import Iterator

from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.composition.intent import capital
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.meanings import Meanings
from generator.synthesis.telling.openings import ACCOUNT_OPENINGS
from generator.synthesis.telling.outline import OUTLINES
from generator.synthesis.telling.reasons import Reasons
from generator.synthesis.telling.specification import threads_of, worker_of
from generator.synthesis.telling.steps import teller_of
from generator.synthesis.telling.surroundings import function
from generator.synthesis.telling.wording import ACCOUNTS


def narration_of(reasons: Reasons) -> str:
    """An opening, the steps with every local and with reasons, in a wording that is drawn; then the functions."""
    drawn, random = reasons.drawn, reasons.random
    record = drawn.choices[0].record
    notation = reasons.notation = Notation(random.chance(0.5), random.chance(0.7), random.chance(0.5))
    opening = random.pick(ACCOUNT_OPENINGS).format(
        name=drawn.name,
        record=spoken(record.name),
        records=record.plural,
        threads=threads_of(drawn),
        worker=worker_of(drawn),
        index=notation.quoted(", ".join(drawn.layout.index if drawn.launch.tiled else drawn.layout.thread)),
    )
    account = random.pick(ACCOUNTS)
    outline = random.pick(OUTLINES)
    meanings = Meanings(reasons.facts, notation)
    teller = teller_of(drawn.kernel, notation, account, reasons.of_kernel(), meanings)
    steps = outline(teller.steps(drawn.kernel.body))
    laws = [part for part in drawn.module.functions if not part.is_kernel]
    lines = [line for law in laws for line in function(law, notation, account, reasons.of_function)]
    return "\n".join([opening, *steps, *whys_of(drawn), *lines])


def whys_of(drawn: DrawnKernel) -> Iterator[str]:
    """Why its computations are done so, where their authors say that."""
    for choice in drawn.choices:
        if whys := choice.computation.why:
            held = ["", *[word if value is True else value for word, value in choice.variant.items()]]
            yield from [f"{capital(whys[each])}." for each in held if each in whys]
