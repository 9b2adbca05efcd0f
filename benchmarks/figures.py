"""A measured figure, and how two ways to do the same are timed against each other."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much to measure: kernels of each category, rounds of each comparison, rows at which memory is read."""

    kernels: int = 20
    rounds: int = 7
    checked: int = 3
    memory_rows: tuple[int, ...] = (1_000, 10_000)
    shards: int = 16


@dataclass(frozen=True)
class Figure:
    """A value with its ratio to a reference; ``limit`` bounds the ratio ("<=0.6", ">=2.5"), or a value ``absolute``."""

    group: str
    name: str
    value: float
    unit: str
    ratio: float
    reference: str
    limit: str = ""
    absolute: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the limit holds; None where there is none."""
        if not self.limit:
            return None
        measured = self.value if self.absolute else self.ratio
        bound = float(self.limit[2:])
        return measured <= bound if self.limit.startswith("<=") else measured >= bound


Clock = Callable[[], float]


def interleaved(
    ways: Mapping[str, Callable[[], object]], rounds: int, clock: Clock = time.process_time
) -> dict[str, list[float]]:
    """Seconds of each way in each round, after one round that is not counted; the ways take turns, first and last.

    The clock counts the processor time of this process, so other work on the machine hardly shows; work that is spread
    over processes needs ``time.perf_counter``.
    """
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for round_number in range(rounds + 1):
        order = list(ways) if round_number % 2 else list(ways)[::-1]
        for name in order:
            gc.collect()
            start = clock()
            ways[name]()
            if round_number:
                seconds[name].append(clock() - start)
    return seconds


def ratio(seconds: Mapping[str, list[float]], way: str, reference: str) -> float:
    """Median over the rounds of time of ``way`` / time of ``reference``."""
    return statistics.median(a / b for a, b in zip(seconds[way], seconds[reference], strict=True))
