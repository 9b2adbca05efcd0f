"""The kernels that are measured, the same for every way to lower them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice

from generator.dataset.stream import Drawn, stream
from generator.synthesis import CATEGORIES, DEFAULT, Candidate, Rejected, synthesize


def default_categories() -> tuple[str, ...]:
    """The categories of the default configs."""
    return tuple(name for name, group in CATEGORIES.items() if group == DEFAULT)


def candidates(category: str, label: str) -> Iterator[tuple[str, Candidate]]:
    """The kernels of the keys ``label/0``, ``label/1`` and so on that give one, without end, each with its key."""
    for attempt in count():
        key = f"{label}/{attempt}"
        try:
            yield key, synthesize(category, key)
        except Rejected:
            continue


def some_of(category: str, number: int) -> list[Candidate]:
    """The first ``number`` kernels of a category under keys that no dataset uses."""
    return [candidate for _, candidate in islice(candidates(category, "benchmark"), number)]


def all_candidates(categories: Iterable[str], number: int) -> list[Candidate]:
    """``number`` kernels of each category."""
    return [candidate for category in categories for candidate in some_of(category, number)]


def drawn(categories: Iterable[str], number: int) -> list[Drawn]:
    """``number`` kernels of each category, as in the training stream."""
    return [d for category in categories for d in islice(stream(0, category, "train", 0), number)]
