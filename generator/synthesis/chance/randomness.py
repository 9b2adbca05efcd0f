"""The only source of randomness: one object, keyed by a hashed string and handed down."""

from __future__ import annotations

import hashlib
from _random import Random as Twister
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import TypeVar

T = TypeVar("T")
_WEIGHT = itemgetter(1)


class Table(tuple[tuple[T, float], ...]):
    """Items with weights, and the cumulative sums of these: for long tables that are drawn from often."""

    heaped: list[float]
    total: float
    last: int

    def __new__(cls, rows: Iterable[tuple[T, float]]) -> Table[T]:
        table = super().__new__(cls, rows)
        table.heaped = list(accumulate(weight for _, weight in table))
        table.total, table.last = (table.heaped[-1], len(table) - 1) if table else (0.0, 0)
        return table


class Random:
    """Draws built on ``random.Random.random`` alone, whose sequence is the same on every Python version.

    It uses the base class of ``random.Random``, which is seeded once, not twice.
    """

    __slots__ = ("unit",)

    def __init__(self, key: str):
        self.unit = Twister(int.from_bytes(hashlib.sha256(key.encode()).digest()[:16], "big")).random

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[int(self.unit() * len(items))]

    def weighted(self, table: Sequence[tuple[T, float]]) -> T:
        """An item of pairs of item and weight, with a chance in proportion to its weight."""
        if type(table) is Table:
            return table[bisect_right(table.heaped, self.unit() * table.total, 0, table.last)][0]
        target = self.unit() * sum(map(_WEIGHT, table))
        for item, weight in table:
            target -= weight
            if target < 0.0:
                return item
        return table[-1][0]

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self.unit() < probability

    def between(self, low: int, high: int) -> int:
        """An integer, both ends included."""
        return low + int(self.unit() * (high - low + 1))

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Different items in random order; all of them when there are fewer than ``count``."""
        pool = list(items)
        return [pool.pop(int(self.unit() * len(pool))) for _ in range(min(count, len(pool)))]

    def turned(self, items: Sequence[T]) -> tuple[T, ...]:
        """All items, rotated by a random number of places: for names, of which the first free one is taken."""
        place = int(self.unit() * len(items))
        return (*items[place:], *items[:place])

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items in random order."""
        return self.sample(items, len(items))
