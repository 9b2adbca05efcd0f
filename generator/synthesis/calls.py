"""Calls of built-ins: type from Warp's registry, domain and interval from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.synthesis.expression import ATOM, Expression, Unfit
from generator.synthesis.fitting import (
    CROSS,
    REORDERED,
    check_arms,
    check_curve,
    check_directions,
    check_extremum,
)
from generator.synthesis.forms import composed, form_of
from generator.synthesis.gathering import PRODUCTS, undoes
from generator.synthesis.guards import both_signs, into
from generator.synthesis.intervals import applied
from generator.synthesis.literals import rounded
from generator.synthesis.overloads import overload
from generator.synthesis.rules import RISING_POWERS, ROUNDING
from generator.synthesis.samples import COUNT, clear_of, flat, straight
from generator.synthesis.structure import SAME_AXIS, check_structure, traits_of

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

FEWEST_STEPPED = 3
"""Of the imagined threads, so many do not have the rounded value of the others."""


def call(name: str, *arguments: Expression) -> Expression:
    """``wp.name(arguments)``, guarded into its domain. Unfit for what is trivial, unknown or too large."""
    first = arguments[0]
    builder = first.builder
    known = overload(builder.precision, name, *[a.type for a in arguments])
    if known is None:
        raise Unfit(f"no {name} of {[a.type for a in arguments]}")
    if first.head == "literal" and all(a.head == "literal" for a in arguments):
        raise Unfit("constant expression")
    if known.bends:
        check_curve(name, first, arguments)
    if name == first.head or name == first.made_by or (known.rounds and first.head in ROUNDING):
        raise Unfit("call that repeats itself")
    if known.repeats and len({a.text for a in arguments}) < len(arguments):
        raise Unfit("equal operands")
    if known.check is not None:
        known.check(*arguments)
    scaled = 0
    if first.type != "F":
        check_directions(name, first, arguments[1:])
        check_structure(name, *arguments)
        if known.bilinear:
            scaled = sum([a.scaled and a.head in PRODUCTS for a in arguments])
            if scaled > 1 or composed("*", first, arguments[1]) is None:
                raise Unfit("two factors, or factors that cancel")
            left, right = form_of(first).over, form_of(arguments[1]).over
            if name == "cw_mul" and len(left) + len(right) > 2 and not set(left).isdisjoint(right):
                raise Unfit("factor in two places")
    fitted = list(arguments)
    rising = name == "pow" and arguments[1].head == "literal" and arguments[1].low >= 1.0
    for place, (least, most) in enumerate(RISING_POWERS if rising else known.domain):
        if place < len(fitted) and (fitted[place].low < least or fitted[place].high > most):
            fitted[place] = into(builder, fitted[place], least, most, name)
    if known.ordered and fitted[1].head != "literal" and fitted[1].text < fitted[0].text:
        fitted.reverse()
    first = fitted[0]
    if undoes(name, first):
        raise Unfit("call that undoes another")
    intervals = [(a.low, a.high) for a in fitted]
    if known.trivial is not None and known.trivial(*intervals):
        raise Unfit("trivial call")
    if known.signed and not both_signs(fitted[-1]):
        raise Unfit("sign that is always the same")
    low, high = known.interval(*intervals)
    if high > builder.largest or low < -builder.largest:
        raise Unfit("magnitude")
    samples = None
    if known.joint is not None:
        samples = known.joint(*[a.samples for a in fitted], known.components)
    elif known.value is not None:
        samples = applied(known.value, *fitted)
    if known.rounds and samples and max(map(samples.count, samples)) > COUNT - FEWEST_STEPPED:
        raise Unfit("rounding that gives nearly always the same")
    rough = samples is None
    for a in fitted:
        rough = rough or a.rough
    if known.bends and samples and not rough and name != "sqrt":  # roots stand for what they mean
        if flat(samples):
            raise Unfit("curve that is nearly flat")
        if (len(fitted) == 1 or fitted[1].head == "literal") and straight(first.samples, samples):
            raise Unfit("curve that is straight there")
    if name in ("min", "max") and len(fitted) == 2:
        check_extremum(name, first, fitted[1], rough)
    text = f"wp.{name}({', '.join([a.text for a in fitted])})"
    if arguments[0].type == "F":
        return Expression(builder, text, known.result, low, high, ATOM, name, False, samples, rough)
    return Expression(
        builder, text, known.result, low, high, ATOM, name, scaled > 0, samples, rough, _axis(name, fitted),
        name == "normalize", traits_of(name, fitted),
    )  # fmt: skip


def distance(a: Expression, b: Expression) -> Expression:
    """``wp.abs(a - b)``, its operands in one order, so that the same value has the same text."""
    return call("abs", a - b if a.text < b.text else b - a)


def direction(value: Expression) -> Expression:
    """The unit vector along another one."""
    return value if value.made_by == "normalize" else call("normalize", value)


def _axis(name: str, arguments: Sequence[Expression]) -> str:
    if name in ("normalize", "abs", "skew", *SAME_AXIS) or (name == "lerp" and arguments[0].axis == arguments[1].axis):
        return arguments[0].axis
    if name == "cw_mul" and any(a.axis != a.text for a in arguments):
        return " by ".join(a.axis for a in arguments)
    return CROSS.join(a.axis for a in arguments) if name == "cross" else ""


def vector(builder: Builder, *components: Expression) -> Expression:
    """A vector of two to four floats."""
    type = {2: "V2", 3: "V3", 4: "V4"}[len(components)]
    text = f"{builder.spell(type)}({', '.join(c.text for c in components)})"
    low, high = min(c.low for c in components), max(c.high for c in components)
    return Expression(builder, text, type, low, high, head="vector", samples=components[0].samples)


def component(builder: Builder, value: Expression, index: int) -> Expression:
    """One component: ``v[0]``; by letter when ``letters``."""
    if value.head not in ("", "component") or value.axis.endswith(REORDERED):
        raise Unfit("component of a compound, or one that another vector has")
    if value.made_by == "cw_mul" or (value.made_by == "*" and value.axis != value.text):
        raise Unfit("component of what was scaled for it")
    return Expression(
        builder, f"{value.text}[{index}]", "F", value.low, value.high, head="component", samples=value.samples
    )


def clamp(value: Expression) -> Expression:
    """``wp.clamp`` between two literals that cut off some samples and keep most."""
    builder = value.builder
    if value.rough:
        raise Unfit("clamp of a guess")
    ordered = sorted(builder.acting(value.samples))
    if len(ordered) < 6:
        raise Unfit("too few come here for a clamp")
    cut = len(ordered) // 5
    low, high = ordered[cut], ordered[-1 - cut]
    low, high = rounded(low, high - low), rounded(high, high - low)
    kept = [x for x in ordered if low < x < high]
    if low >= high or len(kept) < len(ordered) // 2 or ordered[0] >= low or ordered[-1] <= high:
        raise Unfit("idle clamp")
    if low <= value.low or high >= value.high:
        raise Unfit("clamp that the arm's condition makes idle")
    check_arms(value, [low < x < high for x in value.samples])
    if not (clear_of(value.samples, low) and clear_of(value.samples, high)):
        raise Unfit("bound on a sample")
    text = f"wp.clamp({value.text}, {builder.number(low).text}, {builder.number(high).text})"
    samples = tuple([min(max(x, low), high) for x in value.samples])
    return Expression(builder, text, "F", low, high, head="clamp", scaled=True, samples=samples)
