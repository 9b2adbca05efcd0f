"""``validate``: check that everything a build says is true."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.commands.foreign_code.consent import confirm_run
from generator.commands.refusal import refuse
from generator.escaping import one_line
from generator.isolation import NotIsolated
from generator.lowering.native_output import silence_warp
from generator.production.folder.errors import BuildError
from generator.production.progress import on_console
from generator.production.validating.findings import Validation
from generator.production.validating.row_runs import RUN
from generator.production.validating.sampling import Wanted
from generator.production.validating.validation import validate_build
from generator.verification.tiers.tiers import CHECKED_HERE

SHOWN = 20


def validate(
    target: Annotated[Path, typer.Argument(help="A build, any folder of Parquet or JSON rows, or one file.")],
    tier: Annotated[
        str, typer.Option(help=f"Highest tier to put rows through: {', '.join(CHECKED_HERE)}.")
    ] = "gradient",
    thorough: Annotated[
        bool, typer.Option("--thorough", help="The tier `device` makes 12 launches instead of 3.")
    ] = False,
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="N|all",
            help="How many kernels of each config, or all, to make again from their keys and put to the tiers; "
            "default: 1,000, in equal parts of each split and category.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="The same as --sample all.")] = False,
    require_remade: Annotated[
        bool, typer.Option("--require-remade", help="Exit 1 where a row of the sample could not be made again, too.")
    ] = False,
    run_code: Annotated[
        bool,
        typer.Option(
            "--run-code", help="Run the code of rows that were not proved by making them again, in a shut-in child."
        ),
    ] = False,
    unsandboxed: Annotated[
        bool, typer.Option("--unsandboxed", help="With --run-code: run it even where this system cannot shut it in.")
    ] = False,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes for the tiers; one a core by default.")
    ] = None,
) -> None:
    """Check what every row says of itself, and make rows again from their keys to compare them; nothing in DIR is run.

    Exit 1 if anything is wrong.
    """
    silence_warp()

    if run_code:
        try:
            confirm_run(f"the code of rows in {target} that are not proved by making them again", run_code, unsandboxed)
        except NotIsolated as error:
            refuse("validate", error)
    console = Console()
    with on_console(Console(stderr=True)) as reporter:
        try:
            wanted = "all" if every else _wanted(sample)
            result = validate_build(target, tier, wanted, processes, reporter.reached, run_code, thorough)
        except (BuildError, ValueError) as error:
            refuse("validate", error)
    show(result, console)
    if not result.sound or (require_remade and not result.all_remade):
        raise typer.Exit(1)


def _wanted(sample: str | None) -> Wanted:
    if sample is None:
        return None
    if sample == "all":
        return "all"
    if not sample.isdecimal() or int(sample) < 1:
        raise typer.BadParameter(f"{sample!r} is neither a number of kernels nor `all`", param_hint="--sample")
    return int(sample)


def show(result: Validation, console: Console) -> None:
    """Print a table of the checks, what was not made again, and the first rows that failed, with reasons."""
    failed = Counter(finding.check for finding in result.findings)
    table = Table("check", "looked at", "failed")
    for check in dict.fromkeys([*result.checked, *failed]):
        count = failed[check]
        table.add_row(check, f"{result.checked[check]:,}", f"[red]{count:,}[/red]" if count else "[green]0[/green]")
    console.print(table)
    for line in summary(result):
        console.print(Text(one_line(line, 500)), soft_wrap=True)
    if result.sound:
        console.print("[green]all that was looked at is true[/green]")
        return
    details = Table("row", "check", "why")
    for finding in result.findings[:SHOWN]:
        details.add_row(*(Text(one_line(text)) for text in (finding.place, finding.check, finding.reason)))
    console.print(details)
    if len(result.findings) > SHOWN:
        console.print(f"and {len(result.findings) - SHOWN:,} more")


def summary(result: Validation) -> list[str]:
    """Lines that say how many rows were made again, and what was not made again, compared or checked."""
    lines = [f"made again from their keys: {result.remade:,} rows"]
    if result.sample.by_default and result.sample.ids is not None:
        lines[0] += f", of {len(result.sample.ids):,} of {result.sample.of:,} kernels, in equal parts of each split "
        lines[0] += "and category; --all makes every one"
    run = "run as they stand, see above" if result.checked[RUN] else "not run"
    for reason, count in result.not_remade.items():
        lines.append(f"not made again, and {run}: {count:,} rows ({reason})")
    for reason, count in result.not_compared.items():
        lines.append(f"not compared in {count:,} rows: {reason}")
    lines += (f"not checked: {what}" for what in result.not_checked)
    if len(result.tiers) > 1 and not result.checked["codegen"] and not result.checked[RUN]:
        tiers = ", ".join(result.tiers[1:])
        lines.append(f"{tiers}: no row here has a launch and came out the same when made again, which they need")
    return lines
