"""``stats``: measure how diverse the rows of a build are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from generator.commands.console import wide_console
from generator.commands.refusal import refuse
from generator.escaping import one_line
from generator.production.folder.errors import BuildError
from generator.production.measuring.stats import stats_of
from generator.production.validating.soundness import refuse_unsound


def stats(
    folder: Annotated[Path, typer.Argument(help="A build made by `produce`.", metavar="DIR")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything, as stored in stats.json.")] = False,
) -> None:
    """Measure diversity: repeats, near-duplicates, leakage between splits, coverage, sizes."""

    try:
        refuse_unsound(folder)
        found = stats_of(folder)
    except BuildError as error:
        refuse("stats", error)
    if as_json:
        typer.echo(json.dumps(found, indent=1))
        return
    if not found:
        refuse("stats", "nothing to measure: no config of this build has the column python_source")
    console = wide_console()
    for line in summary(found):
        console.print(Text(one_line(line, 10_000)), soft_wrap=True)
    table = Table("category", "rows", "exact", "alpha", "skeleton", "zlib", "lines", "depth", "arguments")
    for name, one in found["categories"].items():
        spread = (middle(one[kind]) for kind in ("lines", "depth", "arguments"))
        counts = (f"{one[kind]:,}" for kind in ("rows", "exact_unique", "alpha_unique", "skeleton_unique"))
        table.add_row(Text(one_line(name)), *counts, str(one["compression_ratio"]), *spread)
    console.print(table)


def summary(found: dict[str, Any]) -> list[str]:
    """The figures over all categories, a line each."""
    rows = found["rows"]
    unique = ", ".join(f"{kind} {found[f'{kind}_unique'] / rows:.2%}" for kind in ("exact", "alpha", "skeleton"))
    leaks = ", ".join(f"{split} {count}" for split, count in found["skeletons_in_train"].items())
    lines = [
        f"rows: {rows:,} ({', '.join(f'{split} {count:,}' for split, count in found['splits'].items())})",
        f"unique: {unique}",
        f"compression ratio: {found['compression_ratio']}",
        f"skeletons in train as well: {leaks}",
        f"Warp built-ins: {len(found['builtins'])}, types: {len(found['dtypes'])}",
    ]
    for split in found["splits"]:
        one = found["near_duplicates"][split]
        shares = ", ".join(f"{one[key] / one['rows']:.2%} at {key[3:]}" for key in one if key.startswith("at_"))
        lines.append(f"near-duplicates of {split} in train (5-gram Jaccard): {shares}")
    return lines


def middle(histogram: dict[str, int]) -> str:
    """Smallest, (lower) median and largest value of a histogram of value -> count."""
    values = sorted((int(value), count) for value, count in histogram.items())
    half, seen = sum(histogram.values()) / 2, 0
    for value, count in values:
        seen += count
        if seen >= half:
            return f"{values[0][0]} / {value} / {values[-1][0]}"
    return "-"
