"""``validate``: is everything that a build says true?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from generator.commands.console import import_quietly
from generator.production.folder.errors import BuildError
from generator.production.validating.findings import Validation
from generator.production.validating.sampling import Wanted
from generator.production.validating.validation import validate_build

SHOWN = 20


def validate(
    target: Annotated[Path, typer.Argument(help="A build, any folder of Parquet or JSON rows, or one file.")],
    tier: Annotated[
        str, typer.Option(help="Highest tier to put rows through: codegen, compile, execute, gradient.")
    ] = "gradient",
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="N|all",
            help="So many kernels, or all, through what is slow: the tiers, and making PTX, SASS and programs again. "
            "By default all of a build of up to 2,000 kernels, 1,000 of a larger one in equal parts of each split and "
            "category.",
        ),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes for the tiers; one a core by default.")
    ] = None,
) -> None:
    """Re-check every row: schema, ids, splits, duplicates, balance, code, and the tiers. Exit 1 if one fails."""
    import_quietly()

    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bars: dict[str, int] = {}
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:

        def tell(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = bar.add_task(what, total=total)
            bar.update(bars[what], completed=done)  # type: ignore[arg-type]

        try:
            result = validate_build(target, tier, _wanted(sample), processes, tell)
        except (BuildError, ValueError) as error:
            typer.echo(f"validate: {error}", err=True)
            raise typer.Exit(2) from None
    show(result, console)
    if not result.sound:
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
    """A table of checks, and the first rows that failed with their reasons."""
    failed = Counter(finding.check for finding in result.findings)
    table = Table("check", "looked at", "failed")
    for check in dict.fromkeys([*result.checked, *failed]):
        count = failed[check]
        table.add_row(check, f"{result.checked[check]:,}", f"[red]{count:,}[/red]" if count else "[green]0[/green]")
    console.print(table)
    if result.sampled and result.sample.ids is not None:
        some = f"{len(result.sample.ids):,} of {result.sample.of:,} kernels, in equal parts of each split and category"
        console.print(f"{', '.join(result.sampled)}: {some}; --sample all checks every one", soft_wrap=True)
    if len(result.tiers) > 1 and "codegen" not in result.checked:
        console.print(f"{', '.join(result.tiers[1:])}: no row here has a launch, which they need", soft_wrap=True)
    if result.sound:
        console.print("[green]all that was looked at is true[/green]")
        return
    details = Table("row", "check", "why")
    for finding in result.findings[:SHOWN]:
        details.add_row(finding.row, finding.check, finding.reason[:300])
    console.print(details)
    if len(result.findings) > SHOWN:
        console.print(f"and {len(result.findings) - SHOWN:,} more")
