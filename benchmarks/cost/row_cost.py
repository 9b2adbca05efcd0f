"""What a row costs beside the bare Warp work for it: exec of the source, stock ``ModuleBuilder`` and ``codegen``.

Usage: python -m benchmarks.cost.row_cost [--config cuda_backward] [--shards 4] [--warm 4]

Processor time of this process, in turns: a shard of train, then stock Warp on its sources, then a shard of test. Each
turn reads shards that were not read before; ``--warm`` shards of train come first and are not counted, since files of
computations are imported once.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterable
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


def timed(work: Callable[[], Iterable[T]]) -> tuple[list[T], float]:
    """What a call gives, and its processor seconds."""
    start = time.process_time()
    found = list(work())
    return found, time.process_time() - start


def bare_warp(sources: Iterable[str], config: DatasetConfig) -> Iterable[str]:
    """Nothing but Warp: what no pipeline over stock Warp can do without."""
    targets = [target for target, prefix in (("cuda", "cuda_"), ("cpu", "cpp_")) if prefix in " ".join(config.code)]
    backward = any(name.endswith("_backward") for name in config.code)
    return (text for source in sources for text in stock_text(source, *targets, backward=backward))


def measure(config: DatasetConfig, shards: int, warm: int) -> dict[str, float]:
    """Milliseconds of a train row, of drawing it, of a test row and of bare Warp; million letters of code a second."""
    train, test = shards_of(config, "train"), shards_of(config, "test")
    for shard in train[:warm]:
        list(rows_of(shard))
    seconds: Counter[str] = Counter()
    rows: Counter[str] = Counter()
    letters = 0
    for turn in range(shards):
        first, second = train[warm + 2 * turn], train[warm + 2 * turn + 1]
        made, taken = timed(lambda shard=first: rows_of(shard))  # type: ignore[misc]
        seconds["train"] += taken
        rows["train"] += len(made)
        letters += sum(len(row[name]) for row in made for name in config.code)
        sources = [row["python_source"] for row in made]
        seconds["bare Warp"] += timed(lambda sources=sources: bare_warp(sources, config))[1]  # type: ignore[misc]
        rows["bare Warp"] += len(made)
        drawn, taken = timed(lambda shard=second: kernels_of(shard))  # type: ignore[misc]
        seconds["drawing"] += taken
        rows["drawing"] += len(drawn)
        few = len(config.categories) * 2
        held, taken = timed(lambda shard=test[turn]: islice(rows_of(shard), few))  # type: ignore[misc]
        seconds["test"] += taken
        rows["test"] += len(held)
    found = {name: seconds[name] / rows[name] * 1e3 for name in ("train", "drawing", "test", "bare Warp")}
    return found | {"letters": letters / seconds["train"] / 1e6}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default="cuda_backward")
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--warm", type=int, default=4)
    options = parser.parse_args()

    wp.config.log_level = wp.LOG_ERROR
    found = measure(get_config(options.config, rows=ROWS), options.shards, options.warm)
    letters = found.pop("letters")
    for name, milliseconds in found.items():
        ratio = milliseconds / found["bare Warp"]
        print(f"{name:10} {milliseconds:7.2f} ms a row  {ratio:5.2f} x bare Warp")
    print(f"a test row costs {found['test'] / found['train']:.2f} train rows")
    print(f"{letters:.2f} million letters of code a processor second")


if __name__ == "__main__":
    main()
