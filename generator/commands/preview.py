"""Show rows in the terminal: Python on the left, the code made of it on the right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

LANGUAGES = {"python": "python", "ptx": "gas", "sass": "gas", "usage": "json", "makefile": "make"}
"""First word of a column's name -> what highlights it; other code columns are C++."""


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
    from generator.dataset.choices import choose
    from generator.dataset.configs import WILD, get_config
    from generator.dataset.rows import make_rows, view_of
    from generator.dataset.schema import CODE, columns_of
    from generator.dataset.shards import Exhausted, kernel_of, rows_of, shards_of
    from generator.dataset.splits import SPLITS
    from generator.dataset.targets import NoTranslation

    import_quietly()
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
        raise typer.BadParameter(str(error)) from None
    console = wide_console()
    try:
        for row in rows:
            show_row(console, row, column)
    except NoTranslation as error:
        raise typer.BadParameter(f"row {row_id} is not in {config}: {error}") from None
    except Exhausted as error:
        raise typer.BadParameter(str(error)) from None


def import_quietly() -> None:
    """Import Warp without the lines that it greets with."""
    import warp as wp

    wp.config.log_level = wp.LOG_ERROR


def wide_console() -> Console:
    """As wide as the terminal; 160 columns in a file or a pipe."""
    from rich.console import Console

    return Console() if sys.stdout.isatty() else Console(width=160)


def show_row(console: Console, row: dict[str, Any], columns: list[str] | None = None) -> None:
    """Print a row: a heading, then its source beside its code columns (or a task's question beside its answer)."""
    from rich.table import Table

    table = Table(
        title=f"{row['id']}  [dim]{row['category']}, fingerprint {row['fingerprint']}[/dim]",
        caption=row["description"],
        title_justify="left",
        caption_justify="left",
        expand=True,
    )
    pairs = _pairs(row, columns)
    for heading, _ in pairs:
        table.add_column(heading, ratio=1, overflow="fold")
    table.add_row(*(content for _, content in pairs))
    console.print(table)


def _pairs(row: dict[str, Any], columns: list[str] | None) -> list[tuple[str, RenderableType]]:
    from rich.console import Group
    from rich.markdown import Markdown

    if "messages" in row:
        return [(message["role"], Markdown(message["content"])) for message in row["messages"]]
    if "prompt" in row:
        return [("prompt", Markdown(row["prompt"])), ("completion", Markdown(row["completion"]))]
    from generator.dataset.schema import CODE

    shown = [c.name for c in CODE if c.name in row and (not columns or c.name in columns)]
    code = Group(*(_highlighted(name, row[name]) for name in shown))
    return [("python_source", _highlighted("python_source", row["python_source"])), (", ".join(shown), code)]


def _highlighted(column: str, content: Any) -> RenderableType:
    import json

    from rich.syntax import Syntax

    text = content if isinstance(content, str) else json.dumps(content)
    return Syntax(text, LANGUAGES.get(column.partition("_")[0], "cpp"), theme="ansi_dark", word_wrap=True, tab_size=4)
