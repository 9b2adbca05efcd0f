"""``load``: load a config by name, as a script would, and show the result."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from generator.commands.console import show_row, wide_console
from generator.commands.refusal import refuse
from generator.dataset.configs import COLLECTED, DEFAULT_CONFIG, get_config
from generator.dataset.stream import Exhausted
from generator.escaping import one_line
from generator.lowering.native_output import silence_warp
from generator.production.folder.collected import HOW
from generator.python_children import current_folder_unseen
from warp_cuda_ir import SCRIPT, load_dataset

ROWS = 1_100
"""Default number of rows of a config that makes its rows."""


def load(
    config: Annotated[str, typer.Option("--config", "-c", help="Name of a config.")] = DEFAULT_CONFIG,
    rows: Annotated[int | None, typer.Option(help="Rows over all splits; 1100 by default.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the stream.")] = 0,
    category: Annotated[list[str] | None, typer.Option(help="A category or group; may be repeated.")] = None,
    difficulty: Annotated[str | None, typer.Option(help="1 to 10, or a range such as 3-6.")] = None,
    feature: Annotated[
        list[str] | None, typer.Option(help="A feature that rows must have, or lack after '!'; may be repeated.")
    ] = None,
    curriculum: Annotated[bool, typer.Option("--curriculum", help="Each shard from easy to difficult.")] = False,
    num_proc: Annotated[int | None, typer.Option(help="Processes.")] = None,
    data_dir: Annotated[
        str | None, typer.Option(help="Folder that `collect` made, for config `real`.", metavar="DIR")
    ] = None,
    cache_dir: Annotated[str | None, typer.Option(help="Where the rows are kept.")] = None,
) -> None:
    """Load a config into a DatasetDict; print one row, beside its first code column, and a table of the rows."""
    silence_warp()
    rows = ROWS if rows is None and data_dir is None else rows
    wanted = {"rows": rows, "seed": seed or None, "categories": category or None, "data_dir": data_dir}
    wanted |= {"difficulty": difficulty, "features": feature or None, "curriculum": curriculum or None}
    options = {name: value for name, value in wanted.items() if value is not None}
    try:
        if data_dir is None and get_config(config).source == COLLECTED:
            raise ValueError(f"{config} is read from a folder: {HOW}, then give --data-dir DIR")
        with current_folder_unseen():  # the processes of --num-proc
            found = load_dataset(str(SCRIPT), config, num_proc=num_proc, cache_dir=cache_dir, **options)
    except (ValueError, Exhausted) as error:
        raise typer.BadParameter(str(error)) from None
    except OSError as error:
        if error.errno is not None:
            raise
        refuse("load", error)  # `datasets` says so that the disk is full

    console = wide_console()
    counts = {split: Counter(part["category"]) for split, part in found.items()}
    table = Table(title=f"{config}: rows by split and category")
    table.add_column("category")
    for split in counts:
        table.add_column(split, justify="right")
    for category_name in sorted(set().union(*counts.values())):
        table.add_row(Text(one_line(category_name, 80)), *(str(count[category_name]) for count in counts.values()))
    table.add_section()
    table.add_row("all", *(str(count.total()) for count in counts.values()))
    row = next(iter(found.values()))[0]
    show_row(console, row, [name for name in get_config(config).code if name in row][:1])
    console.print(table)
