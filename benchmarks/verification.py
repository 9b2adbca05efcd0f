"""``python -m benchmarks.verification``: kernels a second through the tiers, and where the time goes."""

from __future__ import annotations

import os
import resource
import time
from contextlib import suppress
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from generator.synthesis import CATEGORIES, DEFAULT, Rejected, synthesize
from generator.verification.batch import BATCH, verify_all
from generator.verification.tiers import CHECKED_HERE, Item, tiers_up_to, verify

GPU_FREE = CHECKED_HERE[1:]


def kernels(count: int, seed: str) -> list[Item]:
    """Fresh kernels of the default categories in turn."""
    names = [name for name, category in CATEGORIES.items() if category.group == DEFAULT]
    found: list[Item] = []
    attempt = 0
    while len(found) < count:
        with suppress(Rejected):
            made = synthesize(names[len(found) % len(names)], f"benchmark/{seed}/{attempt}")
            found.append(Item(made.source, made.launch, seed=f"{seed}/{attempt}"))
        attempt += 1
    return found


def breakdown(items: list[Item]) -> dict[str, float]:
    """CPU seconds a kernel that each tier adds, on one core, after what a process pays once."""
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


def rate(items: list[Item], processes: int) -> tuple[float, float, int]:
    """Kernels a second of wall clock, of CPU time of one core, and how many passed; workers are started and warm."""
    verdicts = verify_all([*items[: processes * BATCH], *items], CHECKED_HERE, processes=processes)
    for _ in range(processes * BATCH):
        next(verdicts)
    start, cpu = time.perf_counter(), _children()
    sound = sum(verdict.sound for _, verdict in verdicts)
    wall = time.perf_counter() - start
    return len(items) / wall, len(items) / max(_children() - cpu, 1e-9), sound


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(
    count: Annotated[int, typer.Option(min=1, help="Kernels.")] = 400,
    seed: Annotated[str, typer.Option(help="Any text.")] = "0",
    processes: Annotated[int | None, typer.Option(min=1, help="One a core by default.")] = None,
) -> None:
    """Measure and print."""
    workers = processes or os.cpu_count() or 1
    items = kernels(count, seed)
    console = Console()
    table = Table("tier", "CPU milliseconds a kernel", "share")
    parts = breakdown(items[:BATCH])
    for tier, seconds in parts.items():
        table.add_row(tier, f"{1e3 * seconds:.1f}", f"{seconds / sum(parts.values()):.0%}")
    table.add_row("all", f"{1e3 * sum(parts.values()):.1f}", "")
    console.print(table)
    lines = sum(item.source.count("\n") for item in items) / len(items)
    wall, _, sound = rate(items, workers)
    console.print(
        f"{wall:.1f} kernels/s through {', '.join(GPU_FREE)} with {workers} processes; "
        f"{lines:.1f} lines a kernel, {sound} of {len(items)} passed"
    )


if __name__ == "__main__":
    typer.run(main)
