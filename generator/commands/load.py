"""Load a config by name, as a script would, and say what came."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table

from generator.commands.console import show_row, wide_console
from generator.lowering.native_output import silence_warp
from warp_cuda_ir import load_dataset


def load(
    config: Annotated[str, typer.Option("--config", "-c", help="Name of a config.")] = "cuda_backward",
    rows: Annotated[int, typer.Option(help="Rows over all splits.")] = 1_100,
    seed: Annotated[int, typer.Option(help="Seed of the stream.")] = 0,
    category: Annotated[list[str] | None, typer.Option(help="A category or group; may be repeated.")] = None,
    num_proc: Annotated[int | None, typer.Option(help="Processes.")] = None,
    cache_dir: Annotated[str | None, typer.Option(help="Where the rows are kept.")] = None,
) -> None:
    """Load a config into a DatasetDict; print a table of split by category, and one row."""
    silence_warp()
    options = {"categories": category} if category else {}
    try:
        found = load_dataset(
            "warp_cuda_ir.py", config, rows=rows, seed=seed, num_proc=num_proc, cache_dir=cache_dir, **options
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None

    console = wide_console()
    counts = {split: Counter(part["category"]) for split, part in found.items()}
    table = Table(title=f"{config}: rows by split and category")
    table.add_column("category")
    for split in counts:
        table.add_column(split, justify="right")
    for category_name in sorted(set().union(*counts.values())):
        table.add_row(category_name, *(str(count[category_name]) for count in counts.values()))
    table.add_section()
    table.add_row("all", *(str(count.total()) for count in counts.values()))
    console.print(table)
    show_row(console, found["train"][0])
