"""Sample values that travel with every expression: a dozen imagined threads.

An interval says what can happen; samples say what does, so that thresholds are crossed, both arms of a branch are
taken, and a minimum or a clamp is not idle. For vectors and matrices a sample is one typical component.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from operator import mul
from statistics import NormalDist

COUNT = 12
EVERY = (1 << COUNT) - 1
BITS = tuple([1 << place for place in range(COUNT)])
Samples = tuple[float, ...]
LEAST_SPREAD, SPREAD_SHARE = 0.002, 0.04
FLAT = 0.12
"""Share of its size that a curve has to vary by where its argument varies."""

LEAST_SEEN = 0.01
"""Of a summand, what shows beside it."""
STRAIGHT_SHARE = 0.01
"""Of its own spread, how far a curve has to leave the line through its ends."""


def spread(values: Sequence[float]) -> float:
    """Distance between the extremes."""
    return max(values) - min(values)


def varies(values: Sequence[float]) -> bool:
    """Whether the samples differ so much, for their magnitude, that nobody would write a number for them."""
    low, high = min(values), max(values)
    width = high - low
    return width > LEAST_SPREAD and width > SPREAD_SHARE * high and width > -SPREAD_SHARE * low


def flat(values: Sequence[float]) -> bool:
    """Whether a curve of what varies hardly does, so that its series would have done."""
    low, high = min(values), max(values)
    return low != high and high - low < FLAT * max(high, -low)


def straight(arguments: Sequence[float], values: Sequence[float]) -> bool:
    """Whether a curve of what varies is as good as the line through its ends."""
    low, high = min(arguments), max(arguments)
    if low == high:
        return False
    begin, end = values[arguments.index(low)], values[arguments.index(high)]
    slope, most = (end - begin) / (high - low), STRAIGHT_SHARE * spread(values)
    for x, y in zip(arguments, values, strict=True):
        if not -most <= y - begin - slope * (x - low) <= most:
            return False
    return True


def size(values: Sequence[float]) -> float:
    """The greatest magnitude."""
    return max(max(values), -min(values))


def drowned(greatest: float, others: Sequence[float]) -> bool:
    """Whether values that are nowhere greater hardly show beside most of those that they are added to."""
    return greatest / LEAST_SEEN < sorted(map(abs, others))[len(others) // 2]


def shared(values: Sequence[float]) -> bool:
    """Whether more than two threads in three have the same value."""
    return 3 * values.count(sorted(values)[len(values) // 2]) > 2 * len(values)


def divided(outcomes: Sequence[bool], least: int = 2) -> bool:
    """Whether both outcomes occur, each ``least`` times."""
    count = sum(outcomes)
    return least <= count <= len(outcomes) - least


def mask_of(outcomes: Iterable[bool]) -> int:
    """A bit for each sample, the first one lowest."""
    return sum(compress(BITS, outcomes))


@cache
def outcomes_of(mask: int) -> tuple[bool, ...]:
    """The outcomes whose mask this is."""
    return tuple([mask & bit > 0 for bit in BITS])


def clear_of(values: Sequence[float], edge: float) -> bool:
    """Whether no sample lies on the edge: scalar arguments do not move when inputs are drawn anew."""
    margin = 1e-4 * (1.0 + abs(edge))
    low, high = edge - margin, edge + margin
    return not any(low <= x <= high for x in values)


def _step(x: float) -> float:
    return 1.0 if x < 0.0 else 0.0


def _sign(x: float) -> float:
    return -1.0 if x < 0.0 else 1.0


_NORMAL = NormalDist()
VALUES: dict[str, Callable[..., float]] = {
    "abs": abs, "acos": math.acos, "asin": math.asin, "atan": math.atan, "atan2": math.atan2, "cbrt": math.cbrt,
    "ceil": math.ceil, "copysign": math.copysign, "cos": math.cos, "cosh": math.cosh, "degrees": math.degrees,
    "erf": math.erf, "erfc": math.erfc, "exp": math.exp, "floor": math.floor, "log": math.log, "log10": math.log10,
    "log2": math.log2, "max": max, "min": min, "pow": math.pow, "radians": math.radians, "rint": round, "round": round,
    "sign": _sign, "sin": math.sin, "sinh": math.sinh, "sqrt": math.sqrt, "step": _step, "tan": math.tan,
    "tanh": math.tanh, "trunc": math.trunc, "lerp": lambda a, b, t: a + t * (b - a), "cw_mul": lambda a, b: a * b,
    "erfinv": lambda x: _NORMAL.inv_cdf(0.5 + 0.5 * x) / math.sqrt(2.0),
    "erfcinv": lambda x: _NORMAL.inv_cdf(1.0 - 0.5 * x) / math.sqrt(2.0),
    "transpose": lambda a: a, "get_diag": lambda a: a, "diag": lambda a: a,
}  # fmt: skip
"""What a built-in does to a sample (a typical component, for vectors); others draw from the interval of the result."""


def _across(a: Samples, count: int) -> list[Samples]:
    """Components of vectors: the k-th has the k-th sample and its followers, as if components were independent."""
    doubled = a + a
    return [doubled[k : k + count] for k in range(len(a))]


def _dots(a: Samples, b: Samples, count: int) -> Samples:
    products = tuple(map(mul, a, b))
    return tuple(map(sum, _across(products, count)))


def _crosses(a: Samples, b: Samples) -> Samples:
    pairs = zip(_across(a, 3), _across(b, 3), strict=True)
    return tuple([one[1] * other[2] - one[2] * other[1] for one, other in pairs])


def _lengths(a: Samples, count: int) -> Samples:
    return tuple(map(math.sqrt, _dots(a, a, count)))


JOINT: dict[str, Callable[..., Samples]] = {
    "dot": _dots,
    "length": _lengths,
    "length_sq": lambda a, n: _dots(a, a, n),
    "normalize": lambda a, n: tuple([x / (r or 1.0) for x, r in zip(a, _lengths(a, n), strict=True)]),
    "cross": lambda a, b, n: _crosses(a, b),
    "max": lambda a, n: tuple(map(max, _across(a, n))),
    "min": lambda a, n: tuple(map(min, _across(a, n))),
}
"""Built-ins over all components of vectors of ``n``."""
