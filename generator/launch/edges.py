"""The variant of a launch with indices at the ends of their domain, so that they collide and reach the last element."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.launch.fills import DRAWN_FILLS, owners_of, within_parts
from generator.launch.numbers import Element, Numbers, Values, numbers_of, uniform
from generator.launch.recipe import INOUT, INPUT, Argument, Launch

SHARE = 0.5
"""Share of an array's positions that hold the least or the greatest index."""

OTHER_DRAW = 0x2545F491
"""Mask that is XORed to the seed of values, for the draw of ends."""

INDEX_FILLS = ("index", "optional", "sparse")
"""Fills of whole numbers in which any value may be at any position."""

RELATED_FILLS = ("distinct", "other", "earlier")
"""Fills of whole numbers that depend on each other, or on their position."""

LAST_SHARE = 1.0 - 2.0**-32
"""The greatest draw in [0, 1)."""


def has_ends(launch: Launch, element_of: Callable[[Argument], Element]) -> bool:
    """Whether the variant ``EDGES`` of a launch differs from the launch: whether an argument holds indices."""
    every = (numbers for argument in launch.arguments for numbers in numbers_of(argument, "", element_of))
    return any(_holds_indices(numbers) for numbers in every)


def _holds_indices(numbers: Numbers) -> bool:
    return numbers.fill in (*INDEX_FILLS, *RELATED_FILLS) and numbers.argument.role in (INPUT, INOUT)


def with_ends(numbers: Numbers, values: Values) -> Values:
    """Values of one array, with ``SHARE`` of its indices at the ends, half of them the least, half the greatest.

    A single number is the greatest: with the least, often a count of zero, the launch may do nothing.
    """
    if not _holds_indices(numbers):
        return values
    low, high = numbers.bounds
    if not numbers.shape:
        return np.full_like(values, high - 1.0)
    chosen = uniform(numbers.seed ^ OTHER_DRAW, np.arange(numbers.total))
    if numbers.argument.members > 1 and numbers.argument.member >= 0:  # each has a part of the domain with its ends
        shares = uniform(numbers.seed, np.arange(numbers.total))
        shares = np.where(chosen < SHARE / 2.0, 0.0, np.where(chosen < SHARE, LAST_SHARE, shares))
        if numbers.fill == "other":
            return DRAWN_FILLS["other"](numbers, shares)
        return within_parts(numbers, shares, high)
    if numbers.fill in ("other", "earlier"):
        return _related_ends(numbers, values, chosen)
    return np.where(chosen < SHARE / 2.0, low, np.where(chosen < SHARE, high - 1.0, values))


def _related_ends(numbers: Numbers, values: Values, chosen: Values) -> Values:
    """Ends of what each position may hold: any record but its own, or those before it."""
    low, high = numbers.bounds
    own, others = owners_of(numbers)
    least, most = np.full(numbers.total, low), np.full(numbers.total, high - 1.0)
    if numbers.fill == "earlier":
        most = np.minimum(np.arange(numbers.total) % numbers.length, high) - 1.0
    elif others > 0.0:
        least = np.where((low >= 0.0) & ((low - own) % high < high - others), (own + high - others) % high, least)
        most = np.where((most - own) % high < high - others, (own - 1.0) % high, most)
    return np.where(chosen < SHARE / 2.0, least, np.where(chosen < SHARE, most, values))
