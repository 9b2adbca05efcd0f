"""Domain guards: written only where the interval does not already prove the operation safe."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.gathering import odd, undoes
from generator.synthesis.samples import COUNT, VALUES

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder


def wrapped(builder: Builder, name: str, argument: Expression, low: float, high: float) -> Expression:
    """``wp.name(argument)`` with an interval that is known."""
    value = VALUES[name]
    samples = tuple(map(value, argument.samples))
    text = f"wp.{name}({argument.text})"
    return Expression(builder, text, argument.type, low, high, head=name, samples=samples, rough=argument.rough)


def into(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    """The expression if its interval lies in [low, high], else a guarded form; Unfit where none is natural."""
    if expression.low >= low and expression.high <= high:
        return expression
    if expression.type != "F":
        raise Unfit("only floats are guarded")
    if expression.head == "literal":
        raise Unfit("literal outside the domain")
    builder.guards += 1
    return _positive(builder, expression, low) if math.isinf(high) else _bounded(builder, expression, low, high)


def _positive(builder: Builder, expression: Expression, low: float) -> Expression:
    random = builder.random
    floor = builder.constant(max(low, 0.05), max(low * 4.0, 1.0)) if random.chance(0.7) else builder.number(1.0)
    if expression.low >= 0.0:
        return binary("+", expression, floor)
    if not expression.rough and sum(x > floor.low for x in expression.samples) >= COUNT // 2 and random.chance(0.4):
        return _cut(builder, expression, _round_in(floor.low), math.inf)
    missing = max(low, 0.05) - expression.low
    if missing <= 2.0 and random.chance(0.6):
        return binary("+", expression, builder.constant(missing, missing + 0.6))
    if expression.head == "" and expression.largest() < 12.0 and random.chance(0.5):
        return binary("+", binary("*", expression, expression), floor)
    fits = expression.low >= -9.0 and expression.high <= 3.0 and math.exp(expression.low) > low
    if fits and random.chance(0.3) and not undoes("exp", expression) and not odd("exp", expression.head):
        return wrapped(builder, "exp", expression, math.exp(expression.low), math.exp(expression.high))
    if expression.head == "abs":
        return binary("+", expression, floor)
    least = 0.0 if expression.low <= 0.0 <= expression.high else min(abs(expression.low), abs(expression.high))
    return binary("+", wrapped(builder, "abs", expression, least, expression.largest()), floor)


def _bounded(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    random = builder.random
    if low >= 0.0:
        margin = 0.1 * (high - low)
        return _cut(builder, expression, _round_in(low + margin), _round_in(high - margin))
    reach = min(-low, high)
    if reach > 20.0:
        raise Unfit("a wave of more turns than anybody means")
    periodic = expression.head in ("sin", "cos", "tanh")
    if reach < 1.0 and expression.largest() <= 6.0 and random.chance(0.5):
        inner = expression if periodic else wrapped(builder, "tanh", expression, -1.0, 1.0)
        return binary("*", builder.number(0.9 if reach >= 0.9 else 0.5), inner)
    bound = _round_in(0.95 * reach)
    return _cut(builder, expression, -bound, bound)


def _round_in(value: float) -> float:
    return round(value, 2 if abs(value) < 1.0 else 1)


def _cut(builder: Builder, expression: Expression, low: float, high: float) -> Expression:
    """``wp.clamp``, or the one side of it that is needed; Unfit when fewer than half of the samples pass."""
    if expression.head in ("clamp", "min", "max"):
        raise Unfit("clamp of a clamp")
    if expression.rough or sum(low < x < high for x in expression.samples) < COUNT // 2:
        raise Unfit("clamp that is nearly constant")
    if expression.low >= low:
        text = f"wp.min({expression.text}, {builder.number(high).text})"
    elif expression.high <= high:
        text = f"wp.max({expression.text}, {builder.number(low).text})"
    else:
        text = f"wp.clamp({expression.text}, {builder.number(low).text}, {builder.number(high).text})"
    samples = tuple([min(max(x, low), high) for x in expression.samples])
    builder.gate(text, (text.index("(") + 1, expression, [low < x < high for x in expression.samples]))
    bounds = max(low, expression.low), min(high, expression.high)
    return Expression(builder, text, "F", *bounds, head="clamp", scaled=True, samples=samples)
