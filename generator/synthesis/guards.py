"""Domain guards: written only where the interval does not already prove the operation safe, and where they act."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from generator.synthesis.expression import ATOM, Expression, Unfit, binary
from generator.synthesis.gathering import odd, undoes
from generator.synthesis.intervals import applied
from generator.synthesis.samples import VALUES, clear_of

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

FLOOR = 0.05
"""What may be added to a value that is not negative without changing what is computed."""

LEVELLING = frozenset(("tanh", "erf", "erfc"))
"""Curves that cut off by themselves."""


class Guard(NamedTuple):
    """What was guarded, by what."""

    inner: str
    value: Expression


def wrapped(builder: Builder, name: str, argument: Expression, low: float, high: float) -> Expression:
    """``wp.name(argument)`` with an interval that is known."""
    samples = applied(VALUES[name], argument)
    text = f"wp.{name}({argument.text})"
    return Expression(builder, text, argument.type, low, high, ATOM, name, False, samples, argument.rough)


def into(builder: Builder, expression: Expression, low: float, high: float, outer: str = "") -> Expression:
    """The expression if its interval lies in [low, high], else a guarded form; Unfit where none is natural.

    ``outer`` is the built-in that it becomes an argument of, or ``/`` for a divisor: nobody divides by an exponential.
    """
    if expression.low >= low and expression.high <= high:
        return expression
    if expression.type != "F":
        raise Unfit("only floats are guarded")
    if expression.head == "literal":
        raise Unfit("literal outside the domain")
    if math.isinf(high) or (low >= 0.0 and expression.high <= 0.8 * high):
        guarded = _positive(builder, expression, low, outer)
        if guarded.high > high:
            raise Unfit("guarded out of the domain")
    else:
        guarded = _bounded(builder, expression, low, high, outer)
    builder.guards.append(Guard(expression.text, guarded))
    return guarded


def both_signs(expression: Expression) -> bool:
    """Whether threads that come here have values on both sides of zero."""
    values = expression.builder.acting(expression.samples)
    return min(values) < 0.0 < max(values)


def _positive(builder: Builder, expression: Expression, low: float, outer: str) -> Expression:
    random = builder.random
    if expression.low >= 0.0:
        if low <= FLOOR and random.chance(0.5):
            return binary("+", expression, builder.number(FLOOR))
        return binary("+", expression, _shift(builder, low))
    floor = _shift(builder, low)
    bound = _round_in(floor.low)
    if _cuts(expression, bound, math.inf) and random.chance(0.4):
        return _cut(builder, expression, bound, math.inf)
    missing = max(low, FLOOR) - expression.low
    if missing <= 2.0 and random.chance(0.6):
        return binary("+", expression, builder.constant(missing, missing + 0.6))
    if expression.head == "" and expression.largest() < 12.0 and outer != "sqrt" and random.chance(0.5):
        return binary("+", binary("*", expression, expression), floor)
    fits = outer != "/" and expression.low >= -9.0 and expression.high <= 3.0 and math.exp(expression.low) > low
    if fits and random.chance(0.3) and not undoes("exp", expression) and not odd("exp", expression.head):
        return wrapped(builder, "exp", expression, math.exp(expression.low), math.exp(expression.high))
    if expression.head == "abs":
        return binary("+", expression, floor)
    if not both_signs(expression):
        raise Unfit("magnitude of values of one sign")
    least = 0.0 if expression.low <= 0.0 <= expression.high else min(abs(expression.low), abs(expression.high))
    return binary("+", wrapped(builder, "abs", expression, least, expression.largest()), floor)


def _shift(builder: Builder, low: float) -> Expression:
    if builder.random.chance(0.3):
        return builder.number(1.0)
    return builder.constant(max(low, FLOOR), max(low * 4.0, 1.0))


def _bounded(builder: Builder, expression: Expression, low: float, high: float, outer: str) -> Expression:
    random = builder.random
    if low >= 0.0:
        margin = 0.1 * (high - low) if high < 3.0 else 0.0
        return _cut(builder, expression, _round_in(low + margin), _round_in(high - margin))
    reach = min(-low, high)
    if reach > 20.0:
        raise Unfit("a wave of more turns than anybody means")
    periodic = expression.head in ("sin", "cos", "tanh")
    fits = not odd(outer, expression.head if periodic else "tanh")
    if reach < 1.0 and expression.largest() <= 6.0 and fits and random.chance(0.5):
        inner = expression if periodic else wrapped(builder, "tanh", expression, -1.0, 1.0)
        return binary("*", builder.number(0.9 if reach >= 0.9 else 0.5), inner)
    bound = _round_in(0.95 * reach)
    if outer not in LEVELLING and _cuts(expression, -bound, bound) and random.chance(0.6):
        return _cut(builder, expression, -bound, bound)
    share = min(low / min(expression.low, low), high / max(expression.high, high))
    if share < 0.1 or expression.head in ("*", "/", "negate"):
        raise Unfit("out of the domain by far, or two factors")
    return binary("*", builder.constant(0.4 * share, share), expression)


def _round_in(value: float) -> float:
    return round(value, 2 if abs(value) < 1.0 else 1)


def _cuts(expression: Expression, low: float, high: float) -> bool:
    """Whether each bound that the interval asks for acts, and two values in three pass."""
    if expression.rough or expression.head in ("clamp", "min", "max"):
        return False
    if expression.high <= low or expression.low >= high:  # a condition may leave less than the samples know
        return False
    values = expression.builder.acting(expression.samples)
    if (expression.low < low <= min(values)) or (expression.high > high >= max(values)):
        return False
    return 3 * sum([low < x < high for x in values]) >= 2 * len(values)


def _cut(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    """``wp.clamp``, or the one side of it that is needed; Unfit where it would be idle or cut off too much."""
    if not _cuts(expression, low, high):
        raise Unfit("clamp that is idle or nearly constant")
    if not (clear_of(expression.samples, low) and clear_of(expression.samples, high)):
        raise Unfit("bound on a sample")
    if expression.low >= low:
        text = f"wp.min({expression.text}, {builder.number(high).text})"
    elif expression.high <= high:
        text = f"wp.max({expression.text}, {builder.number(low).text})"
    else:
        text = f"wp.clamp({expression.text}, {builder.number(low).text}, {builder.number(high).text})"
    samples = tuple([min(max(x, low), high) for x in expression.samples])
    bounds = max(low, expression.low), min(high, expression.high)
    return Expression(builder, text, "F", *bounds, head="clamp", scaled=True, samples=samples)
