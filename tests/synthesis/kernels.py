"""Draws for the tests of the synthesizer."""

from __future__ import annotations

from collections.abc import Iterator

from generator.synthesis import CATEGORIES, Candidate, Rejected, synthesize

DEFAULTS = [name for name, category in CATEGORIES.items() if category.group == "default"]


def draw(category: str, count: int, seed: str) -> Iterator[Candidate]:
    """So many candidates of a category; rejected keys are passed over."""
    made = attempt = 0
    while made < count:
        attempt += 1
        try:
            candidate = synthesize(category, f"{seed}/{attempt}")
        except Rejected:
            continue
        made += 1
        yield candidate
