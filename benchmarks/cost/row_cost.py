"""What a row costs beside the bare Warp work for it: exec of the source, stock ``ModuleBuilder`` and ``codegen``.

Usage: python -m benchmarks.cost.row_cost [--config cuda_backward] [--turns 4] [--warm 12]

Processor time of this process, in turns: a shard of train, then stock Warp on its sources, then a shard of test. Each
turn reads shards that were not read before; ``--warm`` shards of train come first and are not counted, since files of
computations are imported once.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

import warp as wp

from benchmarks.stock import stock_text
from generator.dataset.configs import DatasetConfig, get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import kernels_of, shards_of

T = TypeVar("T")

ROWS = 110_000
"""Rows of the config that the shards are of: enough for any number of turns."""

HELD = 2
"""Rows of test a category in a turn."""


def timed(work: Iterable[T]) -> tuple[list[T], float]:
    """All that there is, and the processor seconds that making it took."""
    start = time.process_time()
    found = list(work)
    return found, time.process_time() - start


def bare_warp(sources: Iterable[str], config: DatasetConfig) -> Iterable[str]:
    """Nothing but Warp: what no pipeline over stock Warp can do without."""
    targets = [target for target, prefix in (("cuda", "cuda_"), ("cpu", "cpp_")) if prefix in " ".join(config.code)]
    backward = any(name.endswith("_backward") for name in config.code)
    return (text for source in sources for text in stock_text(source, *targets, backward=backward))


def measure(config: DatasetConfig, turns: int, warm: int) -> tuple[dict[str, float], float]:
    """Milliseconds of a train row, of drawing it, of a test row and of bare Warp; million letters of code a second."""
    train, test = shards_of(config, "train"), shards_of(config, "test")
    for shard in train[:warm]:
        list(rows_of(shard))
    held = HELD * len(config.categories)
    list(islice(rows_of(test[-1]), held))
    seconds: dict[str, list[float]] = {name: [] for name in ("train", "bare Warp", "drawing", "test")}
    letters = 0
    for turn in range(turns):
        first, second = train[warm + 2 * turn], train[warm + 2 * turn + 1]
        made, taken = timed(rows_of(first))
        seconds["train"].append(taken / len(made))
        letters += sum(len(row[name]) for row in made for name in config.code)
        _, taken = timed(bare_warp([row["python_source"] for row in made], config))
        seconds["bare Warp"].append(taken / len(made))
        drawn, taken = timed(kernels_of(second))
        seconds["drawing"].append(taken / len(drawn))
        _, taken = timed(islice(rows_of(test[turn]), held))
        seconds["test"].append(taken / held)
    spent = sum(seconds["train"]) * len(made)
    return {name: statistics.fmean(found) * 1e3 for name, found in seconds.items()}, letters / spent / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default="cuda_backward")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--warm", type=int, default=12)
    options = parser.parse_args()

    wp.config.log_level = wp.LOG_ERROR
    found, letters = measure(get_config(options.config, rows=ROWS), options.turns, options.warm)
    for name, milliseconds in found.items():
        ratio = milliseconds / found["bare Warp"]
        print(f"{name:10} {milliseconds:7.2f} ms a row  {ratio:5.2f} x bare Warp")
    print(f"a test row costs {found['test'] / found['train']:.2f} train rows")
    print(f"{letters:.2f} million letters of code a processor second")


if __name__ == "__main__":
    main()
