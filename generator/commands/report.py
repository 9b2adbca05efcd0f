"""``report``: one HTML page about a build."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.commands.refusal import refuse
from generator.production.folder.errors import BuildError
from generator.production.report import write_report
from generator.production.validating.soundness import refuse_unsound


def report(
    folder: Annotated[Path, typer.Argument(help="A build made by `produce`.", metavar="DIR")],
    out: Annotated[Path | None, typer.Option(help="The page; report.html inside DIR if left out.")] = None,
    rows: Annotated[int, typer.Option(min=1, help="Rows of the gallery at most.")] = 220,
) -> None:
    """Write one self-contained HTML page: splits, lengths, built-ins, checks, diversity, and a gallery of rows."""

    try:
        refuse_unsound(folder)
        path = write_report(folder, out, rows)
    except BuildError as error:
        refuse("report", error)
    typer.echo(f"wrote {path}, {path.stat().st_size:,} bytes")
