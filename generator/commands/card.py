"""``card``: measure a build and write its dataset card."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.commands.refusal import refuse
from generator.production.folder.errors import BuildError
from generator.production.publishing.card import write_card
from generator.production.validating.soundness import refuse_unsound


def card(
    folder: Annotated[Path, typer.Argument(help="A build made by `produce`.", metavar="DIR")],
    repository: Annotated[
        str, typer.Option(help="USER/NAME that the card's examples load; default: the folder's name.")
    ] = "",
) -> None:
    """Measure a build and write the card that the Hub shows: README.md with metadata and figures."""

    try:
        refuse_unsound(folder)
        path = write_card(folder, repository)
    except BuildError as error:
        refuse("card", error)
    typer.echo(f"wrote {path}, {path.stat().st_size:,} bytes")
