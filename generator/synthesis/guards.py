"""Domain guards: written only where the interval does not already prove the operation safe."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from generator.synthesis.expression import SUM, Expression, Unfit, binary

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder


def wrapped(builder: Builder, name: str, argument: Expression, low: float, high: float) -> Expression:
    """``wp.name(argument)`` with an interval that is known."""
    return Expression(builder, f"wp.{name}({argument.text})", argument.type, low, high, head=name)


def into(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    """The expression if its interval lies in [low, high], else a guarded form that does; Unfit where none is natural."""
    if expression.low >= low and expression.high <= high:
        return expression
    if expression.type != "F":
        raise Unfit("only floats are guarded")
    if expression.head == "literal":
        raise Unfit("literal outside the domain")
    if math.isinf(high):
        return _positive(builder, expression, low)
    return _bounded(builder, expression, low, high)


def _positive(builder: Builder, expression: Expression, low: float) -> Expression:
    random = builder.random
    floor = builder.constant(max(low, 0.05), max(low * 4.0, 1.0)) if random.chance(0.7) else builder.number(1.0)
    if expression.low >= 0.0:
        return binary("+", expression, floor)
    if expression.high > 0.0 and random.chance(0.25):
        return _max(builder, expression, floor)
    if expression.precedence > SUM and expression.head == "" and expression.largest() < 12.0 and random.chance(0.5):
        return binary("+", binary("*", expression, expression), floor)
    if (
        expression.low >= -9.0
        and expression.high <= 3.0
        and expression.head != "log"
        and math.exp(expression.low) > low
        and random.chance(0.3)
    ):
        return wrapped(builder, "exp", expression, math.exp(expression.low), math.exp(expression.high))
    if expression.head == "abs":
        return binary("+", expression, floor)
    least = 0.0 if expression.low <= 0.0 <= expression.high else min(abs(expression.low), abs(expression.high))
    return binary("+", wrapped(builder, "abs", expression, least, expression.largest()), floor)


def _max(builder: Builder, expression: Expression, floor: Expression) -> Expression:
    if expression.high <= floor.low:
        raise Unfit("maximum that is constant")
    text = f"wp.max({expression.text}, {floor.text})"
    return Expression(builder, text, "F", floor.low, expression.high, head="max", scaled=True)


def _bounded(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    random = builder.random
    if low >= 0.0:
        if expression.low < low or expression.high > high:
            margin = 0.1 * (high - low)
            return _clamp(builder, expression, _round_in(low + margin), _round_in(high - margin))
    reach = min(-low, high)
    if (
        reach > 1.0
        and expression.largest() <= 30.0
        and expression.head not in ("sin", "cos", "tanh")
        and random.chance(0.45)
    ):
        name = random.pick(("sin", "tanh")) if expression.largest() <= 6.0 else "sin"
        return wrapped(builder, name, expression, -1.0, 1.0)
    if reach < 1.0 and expression.largest() <= 6.0 and random.chance(0.5):
        inner = (
            expression if expression.head in ("sin", "cos", "tanh") else wrapped(builder, "tanh", expression, -1.0, 1.0)
        )
        return binary("*", builder.number(0.9), inner) if reach >= 0.9 else binary("*", builder.number(0.5), inner)
    bound = _round_in(0.95 * reach)
    return _clamp(builder, expression, -bound, bound)


def _round_in(value: float) -> float:
    return round(value, 2 if abs(value) < 1.0 else 1)


def _clamp(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    if expression.head in ("clamp", "min", "max"):
        raise Unfit("clamp of a clamp")
    if expression.high <= low or expression.low >= high:
        raise Unfit("clamp that is constant")
    if expression.low >= low:
        text = f"wp.min({expression.text}, {builder.number(high).text})"
    elif expression.high <= high:
        text = f"wp.max({expression.text}, {builder.number(low).text})"
    else:
        text = f"wp.clamp({expression.text}, {builder.number(low).text}, {builder.number(high).text})"
    return Expression(
        builder, text, "F", max(low, expression.low), min(high, expression.high), head="clamp", scaled=True
    )
