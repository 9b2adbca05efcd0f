"""One worker against two, on the same kernels; the processes are warm, so that only rows are measured."""

from __future__ import annotations

import multiprocessing
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.reference_pipeline import REFERENCE, measured_shards, run_ours, run_reference
from generator.dataset.shards import Drawn, Shard, kernels_of


def measure(scale: Scale) -> Iterator[Figure]:
    """Rows a second of one and of two workers, from given kernels to Parquet, and with the kernels made as well."""
    shards = measured_shards(scale.shards)
    kernels = [kernel for shard in shards for kernel in kernels_of(shard)]
    context = multiprocessing.get_context("spawn")
    # A pool for each worker, so that a shard always comes to the process that has its kernels.
    with ProcessPoolExecutor(1, context) as first, ProcessPoolExecutor(1, context) as second:
        ways = {
            "1 worker": lambda: _run([first], shards, make=False),
            "2 workers": lambda: _run([first, second], shards, make=False),
            "1 worker, kernels made too": lambda: _run([first], shards, make=True),
            "2 workers, kernels made too": lambda: _run([first, second], shards, make=True),
            "reference": lambda: run_reference(kernels),
        }
        seconds = interleaved(ways, max(3, scale.rounds // 2), clock=time.perf_counter)

    def figure(name: str, reference: str, limit: str = "") -> Figure:
        rate = len(kernels) / statistics.median(seconds[name])
        return Figure("scaling", name, rate, "rows/s", 1 / ratio(seconds, name, reference), reference, limit)

    yield figure("1 worker", "reference", ">=2.5")
    yield figure("2 workers", "reference", ">=4.8")
    yield figure("2 workers", "1 worker", ">=1.85")
    yield figure("2 workers, kernels made too", "1 worker, kernels made too", ">=1.85")
    cores = len(os.sched_getaffinity(0))
    yield Figure(
        "scaling", "cores of this machine", cores, "", cores / 2, f"2 workers; reference: {REFERENCE}, one core"
    )


def _run(pools: Sequence[ProcessPoolExecutor], shards: Sequence[Shard], *, make: bool) -> int:
    futures = [pools[i % len(pools)].submit(_rows_to_file, shard, make) for i, shard in enumerate(shards)]
    return sum(future.result() for future in futures)


def _rows_to_file(shard: Shard, make: bool) -> int:
    return run_ours(list(kernels_of(shard)) if make else _kernels(shard))


@lru_cache(maxsize=64)
def _kernels(shard: Shard) -> list[Drawn]:
    return list(kernels_of(shard))
