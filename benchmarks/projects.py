"""Collected kernels by project: rows, how far they were verified, what they have. A table for docs/real.md.

Usage: python -m benchmarks.projects DIR

DIR is a folder that `collect` wrote. Tiers are numbers of rows; constructs are per cent of the kernels, where one that
was read with several types counts once.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.likeness.comparison import Profile
from benchmarks.likeness.kernel_sets import RealKernel, by_package, real_kernels
from benchmarks.likeness.kernel_source import kernel_in
from generator.production.folder.errors import BuildError

TIERS = ("compile", "execute", "gradient")
SHOWN = {
    "an if": "if",
    "a for": "for",
    "calls a function": "functions",
    "index that was read": "read index",
    "atomic": "atomic",
    "vector": "vector",
    "tile": "tile",
    "generic argument": "generic",
}
"""Construct -> title of its column."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    try:
        rows = real_kernels(parser.parse_args().folder)
    except BuildError as error:
        sys.exit(f"projects: {error}")
    Console(width=300).print(table(rows))


def table(rows: Sequence[RealKernel]) -> Table:
    """A line a project, and one of all."""
    found = Table("project", "split", box=box.MARKDOWN, pad_edge=False)
    for column in ("rows", "self-contained", *TIERS, "kernels", "lines", *(f"{name}, %" for name in SHOWN.values())):
        found.add_column(column, justify="right")
    for package in by_package(rows):
        mine = [row for row in rows if row.package == package]
        found.add_row(package, mine[0].split, *_cells(mine))
    found.add_row("all", "", *_cells(rows))
    return found


def _cells(rows: Sequence[RealKernel]) -> list[str]:
    passed = Counter(tier for row in rows for tier in row.tiers)
    one_each = (kernel for kernels in by_package(rows).values() for kernel in kernels)
    trees = [tree for each in one_each if (tree := kernel_in(each.source, each.name)) is not None]
    shares = Profile(trees).shares
    numbers = (len(rows), sum(row.self_contained for row in rows), *(passed[tier] for tier in TIERS), len(trees))
    lines = median(tree.lines for tree in trees)
    return [f"{number:,}" for number in numbers] + [f"{lines:.0f}", *(f"{shares[name]:.0f}" for name in SHOWN)]


if __name__ == "__main__":
    main()
