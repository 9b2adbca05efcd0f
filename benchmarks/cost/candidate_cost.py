"""What a candidate costs before code generation, by category, beside Python's own compiler on kernels of the same.

Usage: python -m benchmarks.cost.candidate_cost [--count 300] [--rounds 7] [--group default]

Processor time, the rejected candidates included; the median of the rounds. Each round draws new keys, so that nothing
is remembered from the round before.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable
from statistics import median

from rich.console import Console
from rich.table import Table

from benchmarks.figures import interleaved
from benchmarks.kernels import some_of
from generator.synthesis import CATEGORIES, DEFAULT, EXTENDED, Candidate, Rejected, synthesize


def gives(category: str, key: str) -> bool:
    """Whether a key gives a kernel, by making it."""
    try:
        synthesize(category, key)
    except Rejected:
        return False
    return True


def compile_all(candidates: Iterable[Candidate]) -> None:
    """Python's parser and compiler, nothing else."""
    for candidate in candidates:
        compile(candidate.source, "<kernel>", "exec", dont_inherit=True)


def measure(category: str, count: int, rounds: int) -> tuple[float, float, float]:
    """Milliseconds a candidate, milliseconds a compilation, and the share that is rejected."""
    kernels, turns, kept = some_of(category, count), itertools.count(), []

    def draw() -> None:
        turn = next(turns)
        kept.extend([gives(category, f"cost/{turn}/{k}") for k in range(count)])

    seconds = interleaved({"drawing": draw, "compiling": lambda: compile_all(kernels)}, rounds)
    drawing, compiling = (1e3 * median(seconds[way]) / count for way in ("drawing", "compiling"))
    return drawing, compiling, 1.0 - sum(kept) / len(kept)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="candidates of each category in a round")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--group", choices=(DEFAULT, EXTENDED), default=DEFAULT)
    options = parser.parse_args()

    table = Table("category", "ms a candidate", "compile()", "ratio", "rejected")
    names = [name for name, group in CATEGORIES.items() if group == options.group]
    found = [measure(name, options.count, options.rounds) for name in names]
    means = [sum(column) / len(found) for column in zip(*found, strict=True)]
    for name, (taken, compiling, rejected) in zip((*names, "mean"), (*found, means), strict=True):
        table.add_row(name, f"{taken:.3f}", f"{compiling:.3f}", f"{taken / compiling:.2f}", f"{rejected:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
