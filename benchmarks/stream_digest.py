"""A digest of what the stream says, to see that a change of the house left the rows alone.

python -m benchmarks.stream_digest [--seed 7] [--draws 5000] [--rows 330]

Covers source, id, description and code. Columns that follow from fills (`io`, `launch`, what tiers measured,
stand-alone programs) are left out: they may change without a new stream.
"""

from __future__ import annotations

import argparse
import hashlib
import json

from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import SPLITS
from generator.synthesis import CATEGORIES, Rejected, synthesize

FILLED = ("launch", "io", "execute_", "gradient_", "cuda_standalone", "python_test", "makefile")
"""Prefixes of the columns that follow from how arguments are filled."""

CONFIGS = ("cuda_backward", "cpu_cuda", "extended", "ptx")


def draws_digest(seed: int, draws: int) -> str:
    """Digest of ``draws`` draws over the categories in turn: source and description, or why there is none."""
    digest = hashlib.sha256()
    names = sorted(CATEGORIES)
    for i in range(draws):
        category = names[i % len(names)]
        try:
            candidate = synthesize(category, f"{seed}/{category}/{i}")
            text = f"{candidate.kernel_name}\n{candidate.source}\n{candidate.description}"
        except Rejected as rejected:
            text = f"rejected: {rejected}"
        digest.update(f"{category}\0{text}\0".encode())
    return digest.hexdigest()


def rows_digest(config_name: str, seed: int, rows: int) -> str:
    """Digest of a config's rows in all splits, without the columns that follow from fills."""
    config = get_config(config_name, seed=seed, rows=rows)
    digest = hashlib.sha256()
    for split in SPLITS:
        for shard in shards_of(config, split):
            for row in rows_of(shard):
                kept = {key: value for key, value in row.items() if not key.startswith(FILLED)}
                digest.update(json.dumps(kept, sort_keys=True, default=str).encode())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--draws", type=int, default=5000)
    parser.add_argument("--rows", type=int, default=330)
    given = parser.parse_args()
    print(f"{given.draws} draws: {draws_digest(given.seed, given.draws)}", flush=True)
    for name in CONFIGS:
        print(f"{name}, {given.rows} rows: {rows_digest(name, given.seed, given.rows)}", flush=True)


if __name__ == "__main__":
    main()
