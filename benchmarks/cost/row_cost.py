"""What a row costs beside the bare Warp work for it: exec of the source, stock ``ModuleBuilder`` and ``codegen``.

Usage: python -m benchmarks.cost.row_cost [--rows 550] [--config cuda_backward] [--split train] [--rounds 3]

Without ``--split`` the rows are those of all three: a row of validation or test takes about twenty candidates, of which
its fingerprint keeps one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import warp as wp

from generator.dataset.configs import DatasetConfig, get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import kernels_of, shards_of
from generator.dataset.splits import SPLITS
from generator.lowering.warp_backend import program, stock_module_text


def bare_warp(sources: Sequence[str], config: DatasetConfig) -> None:
    """Nothing but Warp: what no pipeline over stock Warp can do without."""
    targets = [target for target, prefix in (("cuda", "cuda_"), ("cpu", "cpp_")) if prefix in " ".join(config.code)]
    backward = any(name.endswith("_backward") for name in config.code)
    for source in sources:
        with program(source) as opened:
            for target in targets:
                stock_module_text(opened.kernel, target, backward=backward)


def seconds(work: Callable[[], Any]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measure(config: DatasetConfig, splits: Sequence[str], rounds: int) -> dict[str, float]:
    """Milliseconds a row: the best of interleaved rounds, so that a busy machine does not favour one."""
    shards = [shard for split in splits for shard in shards_of(config, split)]
    sources = [drawn.candidate.source for shard in shards for drawn in kernels_of(shard)]
    works: dict[str, Callable[[], Any]] = {
        "drawing the kernel": lambda: sum(1 for shard in shards for _ in kernels_of(shard)),
        "the whole row": lambda: sum(1 for shard in shards for _ in rows_of(shard)),
        "bare Warp": lambda: bare_warp(sources, config),
    }
    best = {name: seconds(work) for name, work in works.items()}
    for _ in range(rounds - 1):
        best = {name: min(best[name], seconds(work)) for name, work in works.items()}
    return {name: taken / len(sources) * 1e3 for name, taken in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=550)
    parser.add_argument("--config", default="cuda_backward")
    parser.add_argument("--split", choices=tuple(SPLITS))
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()

    wp.config.log_level = wp.LOG_ERROR
    config = get_config(options.config, rows=options.rows)
    found = measure(config, [options.split] if options.split else list(SPLITS), options.rounds)
    for name, milliseconds in found.items():
        ratio = milliseconds / found["bare Warp"]
        print(f"{name:20} {milliseconds:7.3f} ms a row  {1e3 / milliseconds:8.1f} rows/s  {ratio:5.2f} x bare Warp")


if __name__ == "__main__":
    main()
