"""Show rows in the terminal: Python on the left, the code made of it on the right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, NoReturn

import typer

from generator.commands.console import show_row, wide_console
from generator.dataset.choices import choose
from generator.dataset.configs import WILD, get_config
from generator.dataset.rows import make_rows, view_of
from generator.dataset.schema import CODE, columns_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import SPLITS
from generator.dataset.stream import Exhausted, kernel_of
from generator.dataset.targets import NoTranslation
from generator.escaping import one_line
from generator.lowering.native_output import silence_warp


def preview(
    config: Annotated[str, typer.Option("--config", "-c", help="Name of a config.")] = "cuda_backward",
    number: Annotated[int, typer.Option("-n", min=1, help="How many rows.")] = 2,
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "train",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the stream.")] = 0,
    category: Annotated[list[str] | None, typer.Option(help="A category or group; may be repeated.")] = None,
    row_id: Annotated[str | None, typer.Option("--id", help="Show the row of this id instead.")] = None,
    comments: Annotated[bool, typer.Option(help="Keep the Python line above each statement.")] = True,
    column: Annotated[
        list[str] | None, typer.Option(help="Code column to show; may be repeated. All by default.")
    ] = None,
) -> None:
    """Show rows of a config, Python beside its code."""
    silence_warp()
    try:
        rows: Iterator[dict[str, Any]]
        choose("split", split, SPLITS)
        wanted = get_config(config, seed=seed, categories=category, comments=comments)
        for name in column or ():
            choose("column", name, [code.name for code in CODE if code in columns_of(wanted)])
        if row_id is not None and wanted.source == WILD:
            raise ValueError(f"{config} holds kernels that were given, not drawn: no id makes one of them")
        if row_id is not None:
            made = make_rows([kernel_of(row_id)], wanted.code, wanted.comments)
            rows = (view_of(row, wanted) for row in made)
        else:
            rows = islice((row for shard in shards_of(wanted, split) for row in rows_of(shard)), number)
    except ValueError as error:
        _refuse(str(error))
    console = wide_console()
    try:
        for row in rows:
            show_row(console, row, column)
    except NoTranslation as error:
        _refuse(f"row {row_id} is not in {config}: {error}")
    except Exhausted as error:
        _refuse(str(error))


def _refuse(reason: str) -> NoReturn:
    typer.echo(f"preview: {one_line(reason, 1_000)}", err=True)
    raise typer.Exit(2) from None
