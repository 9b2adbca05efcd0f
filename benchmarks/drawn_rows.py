"""Rows of fresh keys from every category in turn, on which the benchmarks of the tiers are measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from generator.synthesis import Candidate, Rejected, synthesize
from generator.synthesis.catalogue.families import FAMILIES
from generator.synthesis.catalogue.strata import STRATA
from generator.verification.tiers.tiers import Item


class DrawnRow(NamedTuple):
    """A row's name, which is also the seed of its inputs, and its kernel."""

    name: str
    made: Candidate

    @property
    def number(self) -> int:
        """Its index among the drawn rows."""
        return int(self.name.rpartition("/")[2])

    @property
    def item(self) -> Item:
        """The row as an item for the tiers."""
        return Item(self.made.source, self.made.launch, seed=self.name)


def drawn_rows(seed: str, start: int = 0, categories: Sequence[str] = (*STRATA, *FAMILIES)) -> Iterator[DrawnRow]:
    """Endless rows from index ``start`` on: the categories in turn, a key for each row."""
    for number in count(start):
        category = categories[number % len(categories)]
        try:
            yield DrawnRow(f"{category}/{seed}/{number}", synthesize(category, f"{seed}/{number}"))
        except Rejected:
            continue
