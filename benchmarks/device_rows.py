"""``python -m benchmarks.device_rows``: fresh rows of all categories on the emulator, and what became of them.

Each row goes through `codegen`, `execute`, `gradient` and `device`. Verdicts are added to ``--out`` a line a row, so
that a run goes on where it was ended. Of the rows that pass the tiers before, the table counts those that ran on the
machine and were equal, those that it does not support, by reason, and those that failed, with the reason.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from benchmarks.drawn_rows import DrawnRow, drawn_rows
from generator.launch.geometry import GEOMETRY_FILLS
from generator.synthesis import CATEGORIES
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Verdict

TIERS = ("codegen", "execute", "gradient", "device")
"""Without `compile`: the tier `device` compiles what it runs."""

AT_A_TIME = 34
"""Rows drawn and verified before their verdicts are written: one of each category."""

PATIENCE = 900.0
"""Time limit of a row in seconds: rows with tiles take long on a busy machine."""

RAN, FAILED, UNSUPPORTED, GEOMETRY, BEFORE = "equal", "failed", "unsupported", "host geometry", "failed before"


def judged(row: DrawnRow, verdict: Verdict) -> dict[str, Any]:
    """The record written for a row."""
    outcome, reason = RAN, ""
    if "device" in verdict.failed:
        outcome, reason = FAILED, verdict.failed["device"]
    elif verdict.failed:
        outcome, reason = BEFORE, "; ".join(f"{tier}: {why}" for tier, why in verdict.failed.items())
    elif "device" in verdict.not_applicable:
        built = any(argument.fill in GEOMETRY_FILLS for argument in row.made.launch.arguments)
        outcome, reason = GEOMETRY if built else UNSUPPORTED, verdict.not_applicable["device"]
    computations = row.made.made.computations if row.made.made else ()
    adjoint = "gradient" in verdict.passed
    return {"row": row.name, "outcome": outcome, "adjoint": adjoint, "reason": reason, "computations": computations}


def main(
    rows: Annotated[int, typer.Option(min=1, help="Rows, in equal parts of each category.")] = 1000,
    seed: Annotated[str, typer.Option(help="Of the keys.")] = "device rows",
    group: Annotated[str, typer.Option(help="default or extended: of these categories alone.")] = "",
    processes: Annotated[int | None, typer.Option(min=1, help="One a core by default.")] = None,
    out: Annotated[Path, typer.Option(help="Verdicts, a line of JSON a row.")] = Path("build/device_rows.jsonl"),
) -> None:
    """Verify, print; exit 1 where a row fails `device`, or where fewer than 99 % ran."""
    out.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    start = 1 + max((int(each["row"].rpartition("/")[2]) for each in known), default=-1)
    names = [name for name, own in CATEGORIES.items() if group in ("", own)]
    source = drawn_rows(seed, start, names)
    console = Console()
    while len(known) < rows:
        part = list(islice(source, min(AT_A_TIME, rows - len(known))))
        verdicts = dict(verify_all([row.item for row in part], TIERS, processes=processes, patience=PATIENCE))
        found = [judged(row, verdicts[place]) for place, row in enumerate(part)]
        known += found
        with out.open("a") as file:
            file.writelines(json.dumps(each) + "\n" for each in found)
        print(f"{len(known)} of {rows} rows, {sum(e['outcome'] == FAILED for e in known)} failed", flush=True)
    if not shown(console, known):
        raise typer.Exit(1)


def shown(console: Console, known: list[dict[str, Any]]) -> bool:
    """Print the outcomes; return whether none failed and 99 % ran."""
    outcomes = Counter(each["outcome"] for each in known)
    for each in known:
        if each["outcome"] in (FAILED, BEFORE):
            console.print(f"{each['row']} ({', '.join(each['computations'])}): {each['reason']}", markup=False)
    for outcome in (UNSUPPORTED, GEOMETRY):
        for reason, times in Counter(e["reason"] for e in known if e["outcome"] == outcome).most_common():
            console.print(f"{outcome}, {times} times: {reason}", markup=False)
    adjoints = sum(each["adjoint"] for each in known if each["outcome"] == RAN)
    candidates = len(known) - outcomes[BEFORE] - outcomes[GEOMETRY]
    ran = outcomes[RAN] + outcomes[FAILED]
    console.print(
        f"{len(known)} rows: {outcomes[BEFORE]} failed a tier before, {outcomes[GEOMETRY]} query geometry of the host; "
        f"{ran} of the other {candidates} ran ({ran / max(candidates, 1):.1%}), {outcomes[RAN]} of them equal and "
        f"without finding, {adjoints} with their adjoint; {outcomes[FAILED]} failed"
    )
    return not outcomes[FAILED] and ran >= 0.99 * candidates


if __name__ == "__main__":
    typer.run(main)
