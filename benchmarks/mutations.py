"""``python -m benchmarks.mutations``: which share of one-token changes to emitted code the tiers see.

Kernels that pass are drawn from the synthesizer; in each, one token of the forward or the adjoint column is changed,
and the row goes through the tiers like any other. Mutants whose machine code is that of the original, and those in
adjoint statements that only ever carry zero, are equivalent.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from generator.dataset.stream import stream
from generator.lowering.warp_backend import Lowered, lower, program
from generator.synthesis import CATEGORIES, DEFAULT, Candidate
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.mutants import OPERATORS, Mutant, draw, is_equivalent
from generator.verification.tiers.tiers import Item, Verdict

TIERS = ("codegen", "execute", "gradient")
"""Without ``compile``: a mutant that does not compile is seen when it is built for the CPU."""

PATIENCE = 10.0
"""Seconds after which a mutant counts as endless."""


@dataclass(frozen=True)
class Case:
    """A mutant of a kernel's column and the row it stands in."""

    candidate: Candidate
    column: str
    original: str
    mutant: Mutant
    item: Item


def kernels(count: int, seed: int) -> list[Candidate]:
    """Kernels of the default categories in turn, as the stream gives them."""
    names = [name for name, category in CATEGORIES.items() if category.group == DEFAULT]
    streams = cycle([stream(seed, name, "train", 0) for name in names])
    return [drawn.candidate for drawn in islice(map(next, streams), count)]


def cases(count: int, seed: int) -> list[Case]:
    """Mutants, one a kernel, of forward and adjoint columns in turn."""
    found = []
    for number, candidate in enumerate(kernels(count, seed)):
        with program(candidate.source) as opened:
            texts = lower(opened.kernel, comments=False)
        column = ("cuda_forward", "cuda_backward")[number % 2]
        original = getattr(texts, column)
        mutant = draw(original, random.Random(f"{seed}/{number}"))
        if mutant is not None:
            changed: Lowered = replace(texts, **{column: mutant.text})
            item = Item(candidate.source, candidate.launch, changed, f"{seed}/{number}")
            found.append(Case(candidate, column, original, mutant, item))
    return found


def seen_by(verdict: Verdict) -> str:
    """The tier that saw the mutant, or nothing."""
    for tier, reason in verdict.failed.items():
        return "compile" if "does not compile" in reason or "error:" in reason else tier
    return ""


def main(
    count: Annotated[int, typer.Option(min=1, help="Mutants.")] = 220,
    seed: Annotated[int, typer.Option(min=0, help="Of the stream that the kernels are drawn from.")] = 0,
    processes: Annotated[int | None, typer.Option(min=1)] = None,
) -> None:
    """Measure, print a table, and list the mutants that nothing saw."""
    every = cases(count, seed)
    sound = dict(verify_all([replace(case.item, texts=None) for case in every], TIERS, processes=processes))
    usable = [case for place, case in enumerate(every) if sound[place].sound]
    verdicts = dict(verify_all([case.item for case in usable], TIERS, processes=processes, patience=PATIENCE))
    tally: dict[str, Counter[str]] = {name: Counter() for name in OPERATORS}
    survivors = []
    for place, case in enumerate(usable):
        tier = seen_by(verdicts[place])
        if not tier:
            tier = "equivalent" if is_equivalent(case.original, case.mutant) else "missed"
        if tier == "missed":
            survivors.append(case)
        tally[case.mutant.operator][tier] += 1
    show(tally, survivors, len(every) - len(usable))


def show(tally: dict[str, Counter[str]], survivors: list[Case], unsound: int) -> None:
    """The table and the survivors."""
    outcomes = ("compile", "execute", "gradient", "equivalent", "missed")
    table = Table("change", *outcomes)
    for operator, counts in tally.items():
        table.add_row(operator, *(str(counts[outcome]) for outcome in outcomes))
    console = Console()
    console.print(table)
    total = sum(sum(counts.values()) for counts in tally.values())
    equivalent = sum(counts["equivalent"] for counts in tally.values())
    missed = sum(counts["missed"] for counts in tally.values())
    caught = total - equivalent - missed
    console.print(
        f"{total} mutants, {equivalent} of them equivalent; seen {caught} of {total - equivalent}: "
        f"{caught / max(total - equivalent, 1):.1%}"
    )
    if unsound:
        console.print(f"{unsound} kernels left out: they do not pass unchanged")
    for case in survivors:
        place = f"{case.column} of {case.candidate.kernel_name}, line {case.mutant.line}"
        console.print(f"[yellow]{case.mutant.operator}[/yellow] {place}")
        console.print(f"  {case.mutant.before}\n  {case.mutant.after}", markup=False)


if __name__ == "__main__":
    typer.run(main)
