"""How different the rows of a stream are before anything is dropped over all shards: no code is made.

Usage: python -m benchmarks.diversity [--config cuda_backward] [--rows 100000] [--seed 0] [--export DIR]

Prints how many rows repeat a skeleton, by category and by statements of the kernel, the computation of the most rows,
skeletons of held-out splits that occur in train, and near-duplicates of rows of train. ``--export`` writes
``SPLIT.parquet`` files with a column ``python_source`` for other measures.
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table

from generator.dataset.configs import get_config
from generator.dataset.shards import kernels_of, shards_of
from generator.dataset.shingles import Shingles, shingles, tokens
from generator.dataset.splits import SPLITS
from generator.dataset.stream import Drawn
from generator.production.measuring.stats import near_duplicates

LONG = 16
"""Kernels of this many statements or more are one group."""


@dataclass
class Uniqueness:
    """Counts over the rows so far."""

    rows: Counter[str] = field(default_factory=Counter)
    """Rows by group: a category, or a number of statements."""
    repeats: Counter[str] = field(default_factory=Counter)
    computations: Counter[str] = field(default_factory=Counter)
    skeletons: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Skeletons by split."""
    compared: dict[str, list[Shingles]] = field(default_factory=lambda: defaultdict(list))

    def add(self, split: str, drawn: Drawn) -> None:
        """Count one row."""
        candidate = drawn.candidate
        size = statements(candidate.source, candidate.kernel_name)
        groups = (candidate.category, f"{min(size, LONG):2} statements{' and more' if size >= LONG else ''}", "all")
        self.rows.update(groups)
        if any(drawn.fingerprint in known for known in self.skeletons.values()):
            self.repeats.update(groups)
        self.skeletons[split].add(drawn.fingerprint)
        self.compared[split].append(shingles(tokens(candidate.source)))
        if candidate.made is not None:
            self.computations.update(set(candidate.made.computations))


def statements(source: str, kernel: str) -> int:
    """Number of statements in a kernel's body, without its docstring."""
    found = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == kernel)
    body = next(found)
    return sum(isinstance(node, ast.stmt) for node in ast.walk(body)) - 1 - (ast.get_docstring(body) is not None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default="cuda_backward")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--export", type=Path)
    options = parser.parse_args()
    config = get_config(options.config, rows=options.rows, seed=options.seed)
    found = Uniqueness()
    for split in SPLITS:
        sources = []
        for shard in shards_of(config, split):
            for drawn in kernels_of(shard):
                found.add(split, drawn)
                if options.export is not None:
                    sources.append(drawn.candidate.source)
        if options.export is not None:
            options.export.mkdir(parents=True, exist_ok=True)
            pq.write_table(pa.table({"python_source": sources}), options.export / f"{split}.parquet")
    report(found)


def report(found: Uniqueness) -> None:
    """Print the table and the summary."""
    table = Table("rows that", "rows", "repeat a skeleton", "share")
    for group, count in sorted(found.rows.items()):
        repeats = found.repeats[group]
        table.add_row(group, f"{count:,}", f"{repeats:,}", f"{repeats / count:.2%}")
    console = Console()
    console.print(table)
    total = found.rows["all"]
    (name, count), *_ = found.computations.most_common(1)
    console.print(f"skeleton-unique: {1 - found.repeats['all'] / total:.2%} of {total:,} rows")
    console.print(
        f"computations: {len(found.computations):,}; the most frequent, {name}, in {count / total:.2%} of rows"
    )
    for split in ("validation", "test"):
        shared = found.skeletons[split] & found.skeletons["train"]
        console.print(f"{split} skeletons in train: {len(shared)} of {len(found.skeletons[split]):,}")
    near = near_duplicates(dict(found.compared))
    for split in SPLITS:
        shares = (f"{near[split][key] / max(1, near[split]['rows']):.2%} {key}" for key in ("at_0.7", "at_0.85"))
        console.print(f"{split}: {near[split]['rows']:,} rows, near a row of train: {', '.join(shares)}")


if __name__ == "__main__":
    main()
