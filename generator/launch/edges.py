"""Where indices lie at the ends of their domain: the variant of a launch in which they meet and addresses are last."""

from __future__ import annotations

import numpy as np

from generator.launch.numbers import Numbers, Values, uniform
from generator.launch.recipe import INOUT, INPUT, Launch

SHARE = 0.5
"""Of an array's positions, those that hold the least or the greatest index."""

OTHER_DRAW = 0x2545F491
"""Bits that differ between the seed of values and that of ends."""

INDEX_FILLS = ("index", "optional", "sparse")
"""Fills of whole numbers of which any may stand anywhere."""


def has_ends(launch: Launch) -> bool:
    """Whether the variant ``EDGES`` of a launch differs from the launch: whether an argument holds indices."""
    every = (leaf for argument in launch.arguments for leaf in (argument, *argument.fields))
    return any(leaf.fill in INDEX_FILLS and leaf.role in (INPUT, INOUT) for leaf in every)


def with_ends(numbers: Numbers, values: Values) -> Values:
    """Values of one array, of whose indices a share is the least or the greatest, half of it each.

    A number is the greatest: with the least, which often is a count of none, the launch may do nothing.
    """
    if numbers.argument.role not in (INPUT, INOUT) or numbers.fill not in INDEX_FILLS:
        return values
    low, high = numbers.bounds
    if not numbers.shape:
        return np.full_like(values, high - 1.0)
    chosen = uniform(numbers.seed ^ OTHER_DRAW, np.arange(numbers.total))
    return np.where(chosen < SHARE / 2.0, low, np.where(chosen < SHARE, high - 1.0, values))
