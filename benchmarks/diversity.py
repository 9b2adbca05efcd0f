"""How different the rows of a stream are before anything is dropped over all shards: no code is made.

Usage: python -m benchmarks.diversity [--rows 100000] [--seed 0] [--export DIR]

Prints skeleton-unique shares by category, test skeletons that occur in train, and how many test rows have a
near-duplicate in train. ``--export`` writes ``SPLIT.parquet`` files with a column ``python_source`` for other measures.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console
from rich.table import Table

from generator.dataset.configs import get_config
from generator.dataset.shards import kernels_of, shards_of
from generator.dataset.shingles import Shingles, shingles, tokens
from generator.dataset.splits import SPLITS
from generator.production.publishing.stats import near_duplicates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--export", type=Path)
    options = parser.parse_args()
    config = get_config("cuda_backward", rows=options.rows, seed=options.seed)
    rows: Counter[str] = Counter()
    skeletons: dict[str, set[str]] = defaultdict(set)
    by_split: dict[str, set[str]] = defaultdict(set)
    compared: dict[str, list[Shingles]] = defaultdict(list)
    for split in SPLITS:
        sources = []
        for shard in shards_of(config, split):
            for drawn in kernels_of(shard):
                category = drawn.candidate.category
                rows[category] += 1
                skeletons[category].add(drawn.fingerprint)
                by_split[split].add(drawn.fingerprint)
                sources.append(drawn.candidate.source)
        compared[split] = [shingles(tokens(source)) for source in sources]
        if options.export is not None:
            options.export.mkdir(parents=True, exist_ok=True)
            pq.write_table(pa.table({"python_source": sources}), options.export / f"{split}.parquet")
    report(rows, skeletons, by_split, compared)


def report(
    rows: Counter[str],
    skeletons: dict[str, set[str]],
    by_split: dict[str, set[str]],
    compared: dict[str, list[Shingles]],
) -> None:
    """Print the table and the sentences."""
    table = Table("category", "rows", "skeleton-unique", "share")
    for category, count in sorted(rows.items()):
        unique = len(skeletons[category])
        table.add_row(category, str(count), str(unique), f"{unique / count:.2%}")
    total, unique = rows.total(), len(set().union(*by_split.values()))
    table.add_row("all", str(total), str(unique), f"{unique / total:.2%}")
    console = Console()
    console.print(table)
    for split in ("validation", "test"):
        shared = by_split[split] & by_split["train"]
        console.print(f"{split} skeletons in train: {len(shared)} of {len(by_split[split])}")
    console.print(near_duplicates(dict(compared)))


if __name__ == "__main__":
    main()
