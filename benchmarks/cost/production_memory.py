"""What a verified `produce` takes of a machine's memory: each process, and all of them together.

Usage: python -m benchmarks.cost.production_memory [--rows 2200] [--workers 2] [--config cuda_backward]

Once a second each process of the run is asked for its resident pages (RSS) and its share of them (PSS), in which a page
that so many processes map counts as that part of one. RSS is what a limit on a process sees, the sum of PSS is what the
machine pays. Linux alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

SECONDS = 1.0
"""Time between two samples, in seconds."""

FIELDS = ("Rss", "Pss", "Pss_Anon", "Pss_File")
"""Lines of ``smaps_rollup`` that are read, in kB there."""


@dataclass
class Peaks:
    """The maxima over all samples, in MB."""

    of_process: dict[int, dict[str, float]] = field(default_factory=dict)
    """Process -> field -> maximum."""
    together: dict[str, float] = field(default_factory=dict)
    """Field -> maximum of the sum over processes."""

    def look(self, parent: int) -> None:
        """Take a sample of the process and its children."""
        found = {process: sizes for process in family(parent) if (sizes := memory_of(process))}
        for process, sizes in found.items():
            _raise(self.of_process.setdefault(process, {}), sizes)
        _raise(self.together, {name: sum(sizes[name] for sizes in found.values()) for name in FIELDS})


def _raise(peaks: dict[str, float], sizes: dict[str, float]) -> None:
    for name, size in sizes.items():
        peaks[name] = max(peaks.get(name, 0.0), size)


def family(parent: int) -> Iterator[int]:
    """A process and all its descendants."""
    yield parent
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        try:
            children = task.read_text().split()
        except FileNotFoundError:  # a thread has ended
            continue
        for child in children:
            yield from family(int(child))


def memory_of(process: int) -> dict[str, float]:
    """``FIELDS`` of a process in MB; empty for one that has ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    sizes = {name: rest.split() for name, _, rest in (line.partition(":") for line in lines)}
    return {name: int(sizes[name][0]) / 1_000 for name in FIELDS} if "Rss" in sizes else {}


def measure(command: list[str]) -> tuple[Peaks, float, int]:
    """Peaks of a command while it runs, its time in seconds, its parent process."""
    peaks, begun = Peaks(), time.monotonic()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while running.poll() is None:
        peaks.look(running.pid)
        time.sleep(SECONDS)
    if running.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {running.returncode}")
    return peaks, time.monotonic() - begun, running.pid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2_200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--config", default="cuda_backward")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "generator", "produce", "--out", f"{folder}/build", "--config", given.config]
        peaks, seconds, parent = measure([*command, "--rows", str(given.rows), "--workers", str(given.workers)])
    table = Table("process", *(f"{name}, MB at most" for name in FIELDS))
    for process, sizes in peaks.of_process.items():
        name = "parent" if process == parent else f"child {process - parent:+d}"
        table.add_row(name, *(f"{sizes[field]:,.0f}" for field in FIELDS))
    table.add_row("all at one time", *(f"{peaks.together[name]:,.0f}" for name in FIELDS))
    Console(width=120).print(table, f"{given.rows} rows in {seconds:,.0f} s")


if __name__ == "__main__":
    main()
