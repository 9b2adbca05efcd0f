"""How a field of a record changes in a step, so that it stays within what it can be."""

from __future__ import annotations

from dataclasses import dataclass

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.samples import divided


def reach(value: Expression) -> float:
    """How large a value gets: a dozen samples miss what is seldom."""
    seen = max(map(abs, value.samples))
    return max(seen, 0.5 * min(value.largest(), 4.0 * seen))


def bounded_change(builder: Builder, change: str, value: Expression) -> str:
    """The change squashed to between minus one and one, scaled so that it neither vanishes nor saturates."""
    largest = reach(value)
    if 0.5 <= largest <= 2.0:
        return f"wp.tanh({change})"
    factor = builder.chosen(0.8 / largest, 1.6 / largest)
    return f"wp.tanh({builder.number(factor)} * {change})"


@dataclass(frozen=True)
class Update:
    """A field a step later; what a description says of that, and a docstring: {0} is the field, {1} the change,
    or what that is made from.
    """

    later: str
    told: str
    done: str


def changed(builder: Builder, field: str, low: float, high: float, change: Expression) -> Update:
    """The field a step later, within what it can be: a fraction stays one, what is positive stays so."""
    rate, one, bounded = builder.constant(0.1, 0.6), builder.number(1.0), bounded_change(builder, change.text, change)
    if low < 0.0:
        both = divided([x > 0.0 for x in change.samples])
        if both and (low != -high or builder.random.chance(0.5)):
            part, ends = (high - low) / reach(change), f"{builder.number(low)}, {builder.number(high)}"
            later = f"wp.clamp({field} + {builder.constant(0.1 * part, 0.3 * part)} * {change}, {ends})"
            told = "A step adds a multiple of {1} to the {0}, which is cut off at its bounds"
            return Update(later, told, "with a function of {1} added to its {0} within bounds")
        if low != -high:
            raise Unfit("field that would only rise or fall")
        target = bounded if high == 1.0 else f"{builder.number(high)} * {bounded}"
        told = "A step moves the {0} a share of the way to a target that follows {1} within bounds"
        done = "with its {0} moved toward a bounded function of {1}"
        return Update(f"{field} + {rate} * ({target} - {field})", told, done)
    if high <= 1.0:
        room = builder.name("room", "headroom")
        builder.emit(f"{room} = {field} * ({one} - {field})")
        told = "A step moves the {0} by a bounded share of {1}, and ever less near zero and one"
        return Update(f"{field} + {rate} * {bounded} * {room}", told, "with its {0} moved by a bounded function of {1}")
    told = "A step scales the {0} by a factor that follows {1} within bounds"
    later = f"{field} * ({one} + {rate} * {bounded})"
    return Update(later, told, "with its {0} scaled by a bounded function of {1}")
