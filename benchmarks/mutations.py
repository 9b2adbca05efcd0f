"""``python -m benchmarks.mutations``: which share of changed code columns the tier `device` rejects.

Rows of all categories that pass are drawn; in each, one statement of the forward or the adjoint column is changed, and
the row goes to the tier, or to ``--tiers``, like any other. Outcomes are added to ``--out`` a line a mutant, so that a
run goes on where it was ended. A mutant that is not rejected is equivalent where it becomes the same PTX, where it
stands in an adjoint that is always zero and changes no address, or where outputs and gradients are equal to the bit on
``--inputs`` sets of inputs; else it is missed, or not run, where the emulator cannot run it. The share of the rejected
is that among all that are not equivalent.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from benchmarks.device_rows import RAN
from benchmarks.drawn_rows import DrawnRow, drawn_rows
from generator.lowering.binaries.ptx import entry_points, ptx_batch
from generator.lowering.warp_backend import Lowered, lower, program
from generator.verification.launching.device_arguments import DeviceLaunch
from generator.verification.launching.device_run import DeviceText
from generator.verification.launching.host_build import HostText, host_batch
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item, Verdict
from tests.verification.mutation.changes import CHANGES
from tests.verification.mutation.equivalence import first_difference, input_sets, no_gradient_reaches
from tests.verification.mutation.mutants import Mutant, drawn

BEFORE = ("codegen", "execute", "gradient", "device")
"""Tiers that a row has to pass before it is changed."""

AT_A_TIME = 34
"""Rows between two writes of outcomes: one of each category."""

PATIENCE = 300.0
"""Seconds after which a mutant's CPU code, which central differences are taken of, counts as endless."""

EMULATED = 21
"""Sets of inputs on which mutant and original run on the emulator: seven times each size and order of threads."""

ADDRESSES = ("index plus one", "another index")
"""Changes after which even a zero gradient may be written outside an array."""

EQUIVALENT = ("same code", "no gradient", "equal bits")
OUTCOMES = ("rejected", *EQUIVALENT, "missed", "not run")


@dataclass(frozen=True)
class Case:
    """A mutant of a row's column, with the row's unchanged texts and the PTX of both."""

    row: DrawnRow
    texts: Lowered
    column: str
    mutant: Mutant
    original_ptx: str
    ptx: str

    @property
    def item(self) -> Item:
        """The row with its text changed, as an item for the tiers."""
        return replace(self.row.item, texts=replace(self.texts, **{self.column: self.mutant.text}))


def cases(rows: list[DrawnRow]) -> Iterator[Case]:
    """A mutant of each row, of forward and adjoint columns in turn; those that do not compile are left out."""
    chosen = []
    for number, row in enumerate(rows):
        with program(row.made.source) as opened:
            texts = lower(opened.kernel, comments=False)
        adjoint = number % 2 and texts.cuda_backward and not row.made.launch.not_differentiable
        column = "cuda_backward" if adjoint else "cuda_forward"
        chosen += [(row, texts, column, each) for each in drawn(getattr(texts, column), random.Random(row.name))]
    texts_of = [text for _, texts, column, mutant in chosen for text in (getattr(texts, column), mutant.text)]
    compiled = iter(ptx_batch(texts_of))
    for (row, texts, column, mutant), original, changed in zip(chosen, compiled, compiled, strict=False):
        if isinstance(original, str) and isinstance(changed, str):
            yield Case(row, texts, column, mutant, original, changed)


def outcome_of(case: Case, verdict: Verdict, inputs: int) -> tuple[str, str]:
    """One of ``OUTCOMES``, with the reason."""
    if verdict.failed:
        return "rejected", next(iter(verdict.failed.values()))
    if case.ptx == case.original_ptx:
        return "same code", ""
    if "device" in verdict.not_applicable:
        return "not run", verdict.not_applicable["device"]
    if case.mutant.change not in ADDRESSES and no_gradient_reaches(getattr(case.texts, case.column), case.mutant.line):
        return "no gradient", ""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        try:
            different = pool.submit(differing_inputs, case, inputs).result()
        except BrokenProcessPool:
            return "missed", "crashes on the CPU"
    if different is None:
        return "equal bits", f"on {inputs} sets of inputs"
    return "missed", f"other bits on set {different}"


def differing_inputs(case: Case, count: int) -> int | None:
    """Number of the first set of inputs on which the mutant leaves other bits than the original.

    ``EMULATED`` sets run on the emulator, which sees races and stray accesses, and all sets on the CPU. With tiles, or
    where an atomic is gone, all run on the emulator: the CPU runs one thread after another.
    """
    launch, texts = case.row.made.launch, case.texts
    backward = case.column == "cuda_backward"
    own = getattr(texts, case.column)
    with program(case.row.made.source) as opened, host_batch([own, case.mutant.text, texts.cuda_forward]) as built:
        one, other, first = built
        assert isinstance(one, HostText) and isinstance(other, HostText) and isinstance(first, HostText)
        forward = first if backward else None
        emulated_one, emulated_other = (
            DeviceText(ptx, entry_points(own)[0], one, backward=backward, launch=DeviceLaunch.of(launch))
            for ptx in (case.original_ptx, case.ptx)
        )
        sets = list(islice(input_sets(case.row.made.source, launch, f"{case.row.name}/equal"), count))
        watched = count if launch.tiled or case.mutant.change == "plain atomic" else EMULATED
        found = first_difference(opened.kernel, iter(sets[:watched]), emulated_one, emulated_other, forward)
        if found is not None or watched == count:
            return found
        return first_difference(opened.kernel, iter(sets), one, other, forward)


def main(
    rows: Annotated[int, typer.Option(min=1, help="Mutants, one a row.")] = 200,
    seed: Annotated[str, typer.Option(help="Of the keys that rows are drawn from.")] = "mutations",
    inputs: Annotated[int, typer.Option(min=1, help="Sets of inputs on which a survivor is compared.")] = 1000,
    processes: Annotated[int | None, typer.Option(min=1, help="One a core by default.")] = None,
    tiers: Annotated[str, typer.Option(help="That may reject, separated by commas.")] = "device",
    verdicts: Annotated[
        Path | None, typer.Option(help="`--out` of benchmarks.device_rows of the seed: those rows are judged already.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Outcomes, a line of JSON a mutant.")] = Path("build/mutations.jsonl"),
) -> None:
    """Measure, print a table and the survivors; exit 1 where fewer than 97 % are rejected."""
    known = measured(rows, seed, inputs, processes, out, tuple(tiers.split(",")), outcomes_of(verdicts))
    show(Console(), known)
    if share_rejected(known) < 0.97:
        raise typer.Exit(1)


def outcomes_of(verdicts: Path | None) -> dict[str, str]:
    """Outcomes by row, as `benchmarks.device_rows` wrote them."""
    lines = verdicts.read_text().splitlines() if verdicts else []
    return {each["row"]: each["outcome"] for each in map(json.loads, lines)}


def measured(
    rows: int,
    seed: str,
    inputs: int,
    processes: int | None,
    out: Path,
    tiers: tuple[str, ...] = ("device",),
    outcomes: Mapping[str, str] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Outcomes of at least ``rows`` mutants: those in the file, and new ones, which are added to it.

    ``outcomes`` are those of rows that need not be verified before they are changed.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    source = drawn_rows(seed, max((each["next"] for each in known), default=0))
    while len(known) < rows:
        part = list(islice(source, AT_A_TIME))
        fresh = [row for row in part if row.name not in outcomes]
        passed = dict(verify_all([row.item for row in fresh], BEFORE, processes=processes, patience=PATIENCE))
        sound = {row.name for place, row in enumerate(fresh) if "device" in passed[place].passed}
        sound |= {name for name, outcome in outcomes.items() if outcome == RAN}
        judgements = judged([row for row in part if row.name in sound], inputs, processes, tiers)
        if not judgements:
            raise RuntimeError(f"{len(part)} rows from {part[0].name} on give no mutant: does any pass every tier?")
        found = [{**each, "next": 1 + part[-1].number} for each in judgements]
        known += found
        with out.open("a") as file:
            file.writelines(json.dumps(each) + "\n" for each in found)
        missed = sum(each["outcome"] == "missed" for each in known)
        print(f"{len(known)} of {rows} mutants, {missed} missed", flush=True)
    return known


def share_rejected(known: list[dict[str, Any]]) -> float:
    """Share of the rejected among all mutants that are not equivalent."""
    others = [each["outcome"] for each in known if each["outcome"] not in EQUIVALENT]
    return others.count("rejected") / max(len(others), 1)


def judged(rows: list[DrawnRow], inputs: int, processes: int | None, tiers: tuple[str, ...]) -> list[dict[str, Any]]:
    """The records written for the mutants of these rows."""
    made = list(cases(rows))
    verdicts = dict(
        verify_all([case.item for case in made], ("codegen", *tiers), processes=processes, patience=PATIENCE)
    )
    found = []
    for place, case in enumerate(made):
        outcome, reason = outcome_of(case, verdicts[place], inputs)
        found.append(
            {"row": case.row.name, "column": case.column, "change": case.mutant.change, "line": case.mutant.line}
            | {"before": case.mutant.before, "after": case.mutant.after, "outcome": outcome, "reason": reason}
        )
    return found


def show(console: Console, known: list[dict[str, Any]]) -> None:
    """Print the table, the survivors and the share."""
    table = Table("change", *OUTCOMES)
    for change in CHANGES:
        counts = Counter(each["outcome"] for each in known if each["change"] == change)
        table.add_row(change, *(str(counts[outcome]) for outcome in OUTCOMES))
    console.print(table)
    for each in known:
        if each["outcome"] not in ("rejected", "same code"):
            console.print(f"{each['row']}, {each['column']} line {each['line']}, {each['change']}: {each['outcome']}")
            console.print(f"  {each['before']}\n  {each['after']}\n  {each['reason']}", markup=False)
    counts = Counter(each["outcome"] for each in known)
    equivalent = sum(counts[outcome] for outcome in EQUIVALENT)
    console.print(
        f"{len(known)} mutants, {equivalent} of them equivalent; "
        f"{counts['rejected']} of {len(known) - equivalent} others rejected: {share_rejected(known):.1%}"
    )


if __name__ == "__main__":
    typer.run(main)
