"""``python -m benchmarks.verification``: kernels a second through the tiers, and where the time goes."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from multiprocessing.util import get_temp_dir
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from generator.cores import cores
from generator.dataset.stream import stream
from generator.lowering.warp_backend import keep_headers, lower, program
from generator.synthesis import CATEGORIES, DEFAULT, EXTENDED
from generator.verification.tiers.batch import BATCH, verify_all
from generator.verification.tiers.heap import keep_heap
from generator.verification.tiers.tiers import CHECKED_HERE, Item, Verdict, tiers_up_to, verify

GPU_FREE = CHECKED_HERE[1:]


def kernels(count: int, seed: int, group: str = DEFAULT) -> list[Item]:
    """Kernels of the group's categories in turn, as in the stream, with their forward and adjoint columns."""
    names = [name for name, own in CATEGORIES.items() if own == group]
    streams = cycle([stream(seed, name, "train", 0) for name in names])
    found: list[Item] = []
    for drawn in islice(map(next, streams), count):
        made = drawn.candidate
        with program(made.source) as opened:
            texts = lower(opened.kernel)
        found.append(Item(made.source, made.launch, texts, drawn.key.id))
    return found


def breakdown(items: list[Item]) -> dict[str, float]:
    """CPU seconds per kernel that each tier adds, on one core, without one-time costs of a process."""
    found: dict[str, float] = {}
    before = 0.0
    for tier in CHECKED_HERE:
        tiers = tiers_up_to(tier)
        verify(items[:1], tiers)
        start = time.process_time()
        verify(items, tiers)
        total = (time.process_time() - start) / len(items)
        found[tier], before = total - before, total
    return found


def as_worker(folder: str) -> None:
    """Prepare this process like a worker of verification. It has to end before ``folder`` is removed."""
    get_temp_dir()  # multiprocessing removes it at exit: it must not lie in a folder that is gone by then
    keep_heap()
    keep_headers(folder)
    gc.freeze()


def rate(items: list[Item], processes: int) -> tuple[float, dict[int, Verdict]]:
    """Kernels per second of wall clock, and their verdicts by place; workers are started and warm.

    The clock starts when the first of the kernels is fetched. A batch for each process goes before, to warm them; the
    part of it that is unfinished by then counts against the rate.
    """
    warming = [item for _, item in zip(range(processes * BATCH), cycle(items), strict=False)]
    started: list[float] = []

    def fetched() -> Iterator[Item]:
        yield from warming
        started.append(time.perf_counter())
        yield from items

    verdicts = dict(verify_all(fetched(), CHECKED_HERE, processes=processes))
    speed = len(items) / (time.perf_counter() - started[0])
    return speed, {place - len(warming): verdict for place, verdict in verdicts.items() if place >= len(warming)}


def main(
    count: Annotated[int, typer.Option(min=1, help="Kernels, in equal parts of each category.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Of the stream that they are drawn from.")] = 0,
    group: Annotated[str, typer.Option(help="default or extended.")] = DEFAULT,
    processes: Annotated[int | None, typer.Option(min=1, help="One a core by default.")] = None,
) -> None:
    """Measure and print; exit 1 where a kernel fails a tier."""
    if group not in (DEFAULT, EXTENDED):
        raise typer.BadParameter(f"no such group: {group!r} ({DEFAULT} or {EXTENDED})", param_hint="--group")
    items = kernels(count, seed, group)
    with TemporaryDirectory(prefix="warp-cuda-ir-benchmark-") as folder:
        as_worker(folder)
        _report(items, processes or cores())


def _report(items: list[Item], workers: int) -> None:
    console = Console()
    table = Table("tier", "CPU milliseconds a kernel", "share")
    parts = breakdown(items[:BATCH])
    total = sum(parts.values())
    for tier, seconds in parts.items():
        table.add_row(tier, f"{1e3 * seconds:.1f}", f"{seconds / total:.0%}")
    table.add_row("all", f"{1e3 * total:.1f}", "")
    console.print(table)
    lines = sum(item.source.count("\n") for item in items) / len(items)
    speed, verdicts = rate(items, workers)
    without = Counter(why for verdict in verdicts.values() for why in verdict.not_applicable.values())
    for why, times in without.most_common():
        console.print(f"not differentiable, {times} times: {why}")
    failed = {place: verdict for place, verdict in sorted(verdicts.items()) if not verdict.sound}
    for place, verdict in failed.items():
        console.print(f"{items[place].seed}: {verdict.failed}")
    console.print(
        f"{speed:.1f} kernels/s through {', '.join(GPU_FREE)} with {workers} processes; "
        f"{lines:.1f} lines a kernel, {len(items) - len(failed)} of {len(items)} passed"
    )
    if failed:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
