"""Makes kernels: ``synthesize(category, key, split)`` is a pure function of its strings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from generator.synthesis.candidate import Candidate, Provenance, Rejected
from generator.synthesis.category import CATEGORIES, DEFAULT, EXTENDED, Category
from generator.synthesis.making import synthesize

__all__ = [
    "CATEGORIES",
    "DEFAULT",
    "EXTENDED",
    "Candidate",
    "Category",
    "Provenance",
    "Rejected",
    "candidates",
    "synthesize",
]


def candidates(category: str, label: str) -> Iterator[tuple[str, Candidate]]:
    """The kernels of the keys ``label/0``, ``label/1`` and so on that give one, without end, each with its key."""
    for attempt in count():
        key = f"{label}/{attempt}"
        try:
            yield key, synthesize(category, key)
        except Rejected:
            continue
