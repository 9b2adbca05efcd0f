"""Draws for the tests of the synthesizer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from generator.synthesis import CATEGORIES, Candidate, candidates

DEFAULTS = [name for name, category in CATEGORIES.items() if category.group == "default"]


def draw(category: str, count: int, seed: str) -> Iterator[Candidate]:
    """So many candidates of a category; rejected keys are passed over."""
    return (candidate for _, candidate in islice(candidates(category, seed), count))
