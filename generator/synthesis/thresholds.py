"""Thresholds: numbers that samples fall on both sides of, drawn from where they divide what they have to."""

from __future__ import annotations

from collections.abc import Callable

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.literals import rounded
from generator.synthesis.samples import BITS, COUNT, EVERY, clear_of, mask_of

Admits = Callable[[int], bool]
"""Whether a condition may be met in exactly the imagined threads of a mask."""
DRAWS = 3
"""Numbers tried within the gaps: rounding may carry one out of its gap."""


def divides(met: int) -> bool:
    """Whether both outcomes occur, each twice."""
    return 2 <= met.bit_count() <= COUNT - 2


def otherwise(admits: Admits) -> Admits:
    """What is admitted of the opposite condition."""
    return lambda met: admits(EVERY & ~met)


def below(value: Expression, edge: float) -> int:
    """The threads whose sample is below the edge."""
    return mask_of([x < edge for x in value.samples])


def threshold(value: Expression, admits: Admits = divides) -> Expression:
    """A literal out of the middle half of the samples that what is below it is admitted for; Unfit without one."""
    if value.rough:
        raise Unfit("threshold for a guess")
    ordered = sorted(zip(value.samples, BITS, strict=True))
    first, last = COUNT // 4, COUNT - 1 - COUNT // 4
    width = ordered[last][0] - ordered[first][0]
    met = sum([bit for _, bit in ordered[:first]])
    gaps = []
    for (low, bit), (high, _) in zip(ordered[first:last], ordered[first + 1 : last + 1], strict=True):
        met |= bit
        if low < high and admits(met):
            gaps.append(((low, high), high - low))
    if not gaps:
        raise Unfit("no threshold inside")
    builder = value.builder
    for _ in range(DRAWS):
        edge = rounded(builder.random.uniform(*builder.random.weighted(gaps)), width)
        if clear_of(value.samples, edge) and admits(below(value, edge)):
            return builder.number(edge)
    raise Unfit("no threshold inside")
