"""What a row costs beside the bare Warp work for it: exec of the source, stock ``ModuleBuilder`` and ``codegen``.

Usage: python -m benchmarks.cost.row_cost [--config cuda_backward] [--seed 0] [--turns 40] [--warm 12]

Processor time of this process, in short turns, so that a busy machine slows all alike: a row of each category, stock
Warp on the same sources, as many kernels drawn, as many rows of test. No row is made twice; ``--warm`` shards of train
come first and are not counted, since files of computations are imported and read once.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from itertools import chain, islice
from typing import TypeVar

import warp as wp

from benchmarks.stock import stock_text
from generator.dataset.configs import DatasetConfig, get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import kernels_of, shards_of
from generator.lowering.native_output import start_warp

T = TypeVar("T")

ROWS = 110_000
"""Rows of the config whose shards are made: enough for any number of turns."""


def timed(work: Iterable[T]) -> tuple[list[T], float]:
    """All items of ``work`` as a list, and the processor seconds that took."""
    start = time.process_time()
    found = list(work)
    return found, time.process_time() - start


def bare_warp(sources: Iterable[str], config: DatasetConfig) -> Iterable[str]:
    """The Warp work that every pipeline over stock Warp has to do, and nothing else."""
    targets = [target for target, prefix in (("cuda", "cuda_"), ("cpu", "cpp_")) if prefix in " ".join(config.code)]
    backward = any(name.endswith("_backward") for name in config.code)
    return (text for source in sources for text in stock_text(source, *targets, backward=backward))


def measure(config: DatasetConfig, turns: int, warm: int) -> tuple[dict[str, float], float]:
    """Milliseconds of a train row, of drawing it, of a test row and of bare Warp; million letters of code a second."""
    start_warp()  # stock Warp asks its native library about tile products
    train, test = shards_of(config, "train"), shards_of(config, "test")
    for shard in train[:warm]:
        list(rows_of(shard))
    few = len(config.categories)
    rows = chain.from_iterable(map(rows_of, train[warm : len(train) // 2]))
    kernels = chain.from_iterable(map(kernels_of, train[len(train) // 2 :]))
    held = chain.from_iterable(map(rows_of, test))
    list(islice(held, few))
    seconds = dict.fromkeys(("train", "bare Warp", "drawing", "test"), 0.0)
    letters = 0
    for _ in range(turns):
        made, taken = timed(islice(rows, few))
        seconds["train"] += taken
        letters += sum(len(row[name]) for row in made for name in config.code)
        seconds["bare Warp"] += timed(bare_warp([row["python_source"] for row in made], config))[1]
        seconds["drawing"] += timed(islice(kernels, few))[1]
        seconds["test"] += timed(islice(held, few))[1]
    found = {name: taken / (turns * few) * 1e3 for name, taken in seconds.items()}
    return found, letters / seconds["train"] / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default="cuda_backward")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--warm", type=int, default=12)
    options = parser.parse_args()

    wp.config.log_level = wp.LOG_ERROR
    config = get_config(options.config, rows=ROWS, seed=options.seed)
    found, letters = measure(config, options.turns, options.warm)
    for name, milliseconds in found.items():
        ratio = milliseconds / found["bare Warp"]
        print(f"{name:10} {milliseconds:7.2f} ms a row  {ratio:5.2f} x bare Warp")
    print(f"a test row costs {found['test'] / found['train']:.2f} train rows")
    print(f"{letters:.2f} million letters of code a processor second")


if __name__ == "__main__":
    main()
