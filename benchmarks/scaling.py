"""One worker against two, on the same kernels; the processes are warm, so that only rows are measured.

What a second worker gains is compared with what a second process of plain arithmetic gains in the same rounds: two
cores of a shared machine are not always two.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.reference_pipeline import REFERENCE, measured_shards, run_ours, run_reference
from generator.cores import cores
from generator.dataset.shards import Shard, kernels_of
from generator.dataset.stream import Drawn

ARITHMETIC = "2 processes of arithmetic"
Seconds = dict[str, list[float]]
ADDITIONS, TURNS = 10_000_000, 16


def measure(scale: Scale) -> Iterator[Figure]:
    """Rows a second of one and of two workers, from given kernels to Parquet, and with the kernels made as well."""
    shards = measured_shards(scale.shards)
    kernels = [kernel for shard in shards for kernel in kernels_of(shard)]

    def figure(seconds: Seconds, name: str, reference: str, limit: str = "") -> Figure:
        rate = len(kernels) / statistics.median(seconds[name])
        return Figure("scaling", name, rate, "rows/s", 1 / ratio(seconds, name, reference), reference, limit)

    context = multiprocessing.get_context("spawn")
    # A pool for each worker, so that a shard always comes to the process that has its kernels.
    with ProcessPoolExecutor(1, context) as first, ProcessPoolExecutor(1, context) as second:
        both = [first, second]
        for make, more, rounds in ((False, "", scale.rounds), (True, ", kernels made too", max(3, scale.rounds // 2))):
            ways: dict[str, Callable[[], object]] = {
                f"1 worker{more}": partial(_run, [first], shards, make=make),
                f"2 workers{more}": partial(_run, both, shards, make=make),
                "1 process": partial(_spin, [first]),
                ARITHMETIC: partial(_spin, both),
            }
            if not make:
                ways["reference"] = partial(run_reference, kernels)
            seconds = interleaved(ways, rounds, clock=time.perf_counter)
            if not make:
                yield figure(seconds, "1 worker", "reference", ">=2.5")
                yield figure(seconds, "2 workers", "reference", ">=4.8")
            yield figure(seconds, f"2 workers{more}", f"1 worker{more}")
            gained = 1 / ratio(seconds, ARITHMETIC, "1 process")
            yield Figure("scaling", ARITHMETIC, gained, "", gained, "1 process")
            rows = zip(*[seconds[way] for way in ways][:4], strict=True)
            share = statistics.median(one / two * spun_two / spun for one, two, spun, spun_two in rows)
            yield Figure("scaling", f"what the second gains{more}", share, "", share, ARITHMETIC, ">=0.93")
    found = cores()
    yield Figure(
        "scaling", "cores of this machine", found, "", found / 2, f"2 workers; reference: {REFERENCE}, one core"
    )


def _run(pools: Sequence[ProcessPoolExecutor], shards: Sequence[Shard], *, make: bool) -> int:
    futures = [pools[i % len(pools)].submit(_rows_to_file, shard, make) for i, shard in enumerate(shards)]
    return sum(future.result() for future in futures)


def _spin(pools: Sequence[ProcessPoolExecutor]) -> int:
    futures = [pools[turn % len(pools)].submit(sum, range(ADDITIONS)) for turn in range(TURNS)]
    return sum(future.result() for future in futures)


def _rows_to_file(shard: Shard, make: bool) -> int:
    return run_ours(list(kernels_of(shard)) if make else _kernels(shard))


@lru_cache(maxsize=64)
def _kernels(shard: Shard) -> list[Drawn]:
    return list(kernels_of(shard))
