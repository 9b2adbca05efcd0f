"""``preview``: show rows in the terminal, Python on the left and its code on the right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.choices import choose
from generator.commands.console import show_row, wide_console
from generator.commands.refusal import refuse
from generator.dataset.configs import COLLECTED, DEFAULT_CONFIG, SYNTHESIS, DatasetConfig, get_config
from generator.dataset.rows import make_rows, view_of
from generator.dataset.schema import CODE, columns_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import SPLITS
from generator.dataset.stream import Exhausted, kernel_of
from generator.dataset.targets import NoTranslation
from generator.lowering.native_output import silence_warp
from generator.production.folder.collected import HOW, open_collected
from generator.production.folder.errors import BuildError


def preview(
    config: Annotated[str, typer.Option("--config", "-c", help="Name of a config.")] = DEFAULT_CONFIG,
    number: Annotated[int, typer.Option("-n", min=1, help="How many rows.")] = 2,
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "train",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the stream.")] = 0,
    category: Annotated[list[str] | None, typer.Option(help="A category or group; may be repeated.")] = None,
    difficulty: Annotated[str | None, typer.Option(help="1 to 10, or a range such as 3-6.")] = None,
    feature: Annotated[
        list[str] | None, typer.Option(help="A feature that rows must have, or lack after '!'; may be repeated.")
    ] = None,
    curriculum: Annotated[bool, typer.Option("--curriculum", help="Each shard from easy to difficult.")] = False,
    row_id: Annotated[str | None, typer.Option("--id", help="Show the row of this id instead.")] = None,
    comments: Annotated[bool, typer.Option(help="Keep the Python line above each statement.")] = True,
    data_dir: Annotated[
        Path | None, typer.Option(help="Folder that `collect` made, for config `real`.", metavar="DIR")
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Code column to show; may be repeated. All by default.")
    ] = None,
) -> None:
    """Show rows of a config, Python beside its code."""
    silence_warp()
    try:
        rows: Iterator[dict[str, Any]]
        choose("split", split, SPLITS)
        wanted = get_config(
            config,
            seed=seed,
            categories=category,
            comments=comments,
            difficulty=difficulty,
            features=feature,
            curriculum=curriculum or None,
        )
        for name in column or ():
            choose("column", name, [code.name for code in CODE if code in columns_of(wanted)])
        if data_dir is not None and wanted.source != COLLECTED:
            raise ValueError(f"{config} makes its rows: --data-dir has no meaning for it")
        if wanted.source == COLLECTED:
            rows = _collected(wanted, data_dir, split, number, row_id)
        elif row_id is not None and wanted.source != SYNTHESIS:
            raise ValueError(f"{config} holds kernels that were given, not drawn: no id makes one of them")
        elif row_id is not None:
            made = make_rows([kernel_of(row_id)], wanted.code, wanted.comments)
            rows = (view_of(row, wanted) for row in made)
        else:
            rows = islice((row for shard in shards_of(wanted, split) for row in rows_of(shard)), number)
    except (ValueError, BuildError) as error:
        refuse("preview", error)
    console = wide_console()
    try:
        for row in rows:
            show_row(console, row, column)
    except NoTranslation as error:
        refuse("preview", f"row {row_id} is not in {config}: {error}")
    except (Exhausted, BuildError) as error:
        refuse("preview", error)


def _collected(
    config: DatasetConfig, folder: Path | None, split: str, number: int, row_id: str | None
) -> Iterator[dict[str, Any]]:
    """Rows of a folder: the first ones of a split, or the one with an id."""
    if folder is None:
        raise ValueError(f"{config.name} is read from a folder: {HOW}, then give --data-dir DIR")
    opened = open_collected(folder)
    if row_id is None:
        return islice(opened.rows(split), number)
    found = next((row for each in SPLITS for row in opened.rows(each) if row["id"] == row_id), None)
    if found is None:
        raise ValueError(f"no row of {folder} has the id {row_id!r}")
    return iter([found])
