"""The variant of a launch with inputs equal to what a kernel compares them with: it tells ``<`` from ``<=``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from generator.launch.edges import with_ends
from generator.launch.fills import FILLS
from generator.launch.numbers import Numbers, Values, uniform
from generator.launch.recipe import EDGES, INOUT, INPUT, TIES, Launch

SHARE = 0.25
"""Share of an array's positions that hold a tie."""

OTHER_DRAW = 0x7F4A7C15
"""Mask that is XORed to the seed of values, for the draw of ties."""

TIED_FILLS = ("uniform", "index", "optional", "sparse", "zero_or", "distinct")
"""Fills in which any value may be at any position; in others a tie would break an order, a permutation or a length."""


def draw(launch: Launch, every: Sequence[Numbers]) -> dict[str, Values]:
    """Path -> values of each array of a launch, with ties or ends where that is the launch's variant."""
    drawn = {numbers.path: FILLS[numbers.fill](numbers) for numbers in every}
    if launch.variant == EDGES:
        return {numbers.path: with_ends(numbers, drawn[numbers.path]) for numbers in every}
    if launch.variant != TIES:
        return drawn
    return {numbers.path: with_ties(numbers, drawn) for numbers in every}


def with_ties(numbers: Numbers, drawn: Mapping[str, Values]) -> Values:
    """Values of one array with ties at a share of the positions, where they lie in the argument's domain."""
    values, sources = drawn[numbers.path], tie_sources(numbers, drawn)
    if not sources or not numbers.total:
        return values
    positions = np.arange(numbers.total)
    chosen = uniform(numbers.seed ^ OTHER_DRAW, positions) / SHARE * len(sources)
    low, high = tie_bounds(numbers)
    made = values.copy()
    for number, source in enumerate(sources):
        tie = source_values(source, numbers, drawn)
        tie = tie[positions % len(tie)]
        place = (np.floor(chosen) == number) & (low <= tie) & (tie <= high)
        made[place] = tie[place]
    return made


def can_tie(numbers: Numbers) -> bool:
    """Whether elements of an array may be set to the ties of its recipe."""
    loaded = numbers.argument.kind == "array" and numbers.element.scalar != "bool"
    return loaded and numbers.argument.role in (INPUT, INOUT) and numbers.fill in TIED_FILLS


def tie_sources(numbers: Numbers, known: Mapping[str, Any]) -> list[float | str]:
    """The usable ties of an array: numbers, and paths of arguments in ``known``."""
    if not can_tie(numbers):
        return []
    return [tie for tie in numbers.argument.ties if not isinstance(tie, str) or tie in known]


def source_values(source: float | str, numbers: Numbers, drawn: Mapping[str, Values]) -> Values:
    """Values of a tie by position; a shorter array is repeated.

    For an array compared with itself, the value is the one before.
    """
    if not isinstance(source, str):
        return np.array([source], dtype=np.float64)
    return np.roll(drawn[source], 1) if source == numbers.path else drawn[source]


def tie_bounds(numbers: Numbers) -> tuple[float, float]:
    """Least and largest tie that stays in the domain, both inclusive."""
    low, high = numbers.bounds
    return (low, high) if numbers.is_float else (low, high - 1.0)
