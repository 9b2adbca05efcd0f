"""Intervals, samples and directions of sums, products and quotients."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, mul, sub, truediv
from typing import TYPE_CHECKING

from generator.synthesis.samples import Samples

if TYPE_CHECKING:
    from generator.synthesis.expression import Expression

_NEGATIVE = ("-", "wp.float64(-", "wp.float16(-")
_COMBINING = {"+": add, "-": sub, "*": mul}


def product_interval(a: Expression, b: Expression, atom: int) -> tuple[float, float]:
    """Interval of the product of two intervals; ``x * x`` and ``c * x * x`` keep their sign.

    ``atom`` is the precedence from which a factor needs no parentheses.
    """
    if a.head == "literal" or b.head == "literal":
        number, other = (a.low, b) if a.head == "literal" else (b.low, a)
        low, high = number * other.low, number * other.high
        return (low, high) if number > 0.0 else (high, low)
    if a.low >= 0.0 and b.low >= 0.0:
        return a.low * b.low, a.high * b.high
    corners = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    low, high = min(corners), max(corners)
    if a.text == b.text:
        return (0.0 if a.low <= 0.0 <= a.high else low), high
    if a.head == "*" and a.scaled and a.text.endswith(f"* {b.at_least(atom)}"):
        return (low, min(high, 0.0)) if a.text.startswith(_NEGATIVE) else (max(low, 0.0), high)
    return low, high


def combined(operator: str, a: Samples, b: Samples) -> Samples:
    """Sample by sample."""
    if operator != "/":
        return tuple(map(_COMBINING[operator], a, b))
    return tuple(map(truediv, a, b if 0.0 not in b else [y or 1.0 for y in b]))


def applied(value: Callable[..., float], *arguments: Expression) -> Samples:
    """What a function makes of samples, sample by sample.

    Some lie beyond what is proven of the interval, where the function may have no value: what loops come to is
    estimated, and a condition narrows the interval for those who meet it. Then the nearest that lie within are taken.
    """
    try:
        return tuple(map(value, *[a.samples for a in arguments]))
    except (ValueError, OverflowError):
        within = [[min(max(x, a.low), a.high) for x in a.samples] for a in arguments]
        return tuple(map(value, *within))


def kept(operator: str, a: Expression, b: Expression, type: str) -> tuple[str, bool, frozenset[str]]:
    """What a vector is parallel to, whether only its direction is left, and what is known of a matrix."""
    if operator in "+-":
        return (a.axis if a.axis == b.axis else ""), False, (a.traits & b.traits) - {"singular"}
    if a.type == type and b.type == "F":
        return a.axis, a.unit, a.traits
    if b.type == type and a.type == "F" and operator == "*":
        return b.axis, b.unit, b.traits
    both = a.traits | b.traits
    if a.type == b.type and ("singular" in both or (type == "M33" and "skew" in both)):
        return "", False, frozenset({"singular"})
    return "", False, frozenset()
