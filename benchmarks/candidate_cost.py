"""What a candidate costs before code generation, by category, beside Python's own compiler on the same sources.

Usage: python -m benchmarks.candidate_cost [--count 300] [--rounds 7] [--group default]

Processor time, the rejected candidates included; the median of the rounds. Each round draws new keys, so that nothing
is remembered from the round before.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table

from generator.synthesis import CATEGORIES, DEFAULT, EXTENDED, Candidate, Rejected, synthesize

WARM = 40
"""Candidates of each category before anything is measured: tables are filled by the first of them."""


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time of one call, and what it gives."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def draw(category: str, keys: Iterable[str]) -> list[Candidate]:
    """The kernels of some keys; those that give none are left out."""
    found = []
    for key in keys:
        try:
            found.append(synthesize(category, key))
        except Rejected:
            continue
    return found


def compile_all(candidates: Iterable[Candidate]) -> None:
    """Python's parser and compiler, nothing else."""
    for candidate in candidates:
        compile(candidate.source, "<kernel>", "exec", dont_inherit=True)


def measure(category: str, count: int, rounds: int) -> tuple[float, float, float]:
    """Milliseconds a candidate, milliseconds a compilation, and the share that is rejected."""
    draw(category, (f"warm/{k}" for k in range(WARM)))
    drawing: list[float] = []
    compiling: list[float] = []
    kept = 0
    for turn in range(rounds):
        keys = [f"cost/{turn}/{k}" for k in range(count)]
        taken, found = seconds(lambda keys=keys: draw(category, keys))
        drawing.append(taken / count)
        compiling.append(seconds(lambda found=found: compile_all(found))[0] / len(found))
        kept += len(found)
    return 1e3 * median(drawing), 1e3 * median(compiling), 1.0 - kept / (rounds * count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="candidates of each category in a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--group", choices=(DEFAULT, EXTENDED), default=DEFAULT)
    options = parser.parse_args()

    table = Table("category", "ms a candidate", "compile()", "ratio", "rejected")
    names = [name for name, category in CATEGORIES.items() if category.group == options.group]
    found = [measure(name, options.count, options.rounds) for name in names]
    means = [sum(column) / len(found) for column in zip(*found, strict=True)]
    for name, (taken, compiling, rejected) in zip((*names, "mean"), (*found, means), strict=True):
        table.add_row(name, f"{taken:.3f}", f"{compiling:.3f}", f"{taken / compiling:.2f}", f"{rejected:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
