"""``samples``: write sample pages for the web."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.lowering.native_output import silence_warp
from generator.production.publishing.sample_pages import write_samples


def samples(
    out: Annotated[Path, typer.Option(help="Folder of the pages.", metavar="DIR")] = Path("samples"),
) -> None:
    """Write a page for each of the first rows of the stream, ten a category, and an index."""
    silence_warp()
    typer.echo(f"wrote {write_samples(out)} pages to {out}")
