"""Calls of built-ins: type from Warp's registry, domain and interval from the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import lt
from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.forms import composed, form_of, has_term
from generator.synthesis.gathering import (
    BILINEAR,
    CHOOSING,
    CURVES,
    PRODUCTS,
    blends,
    curve_of,
    gathers,
    is_square,
    odd,
    undoes,
)
from generator.synthesis.guards import both_signs, into
from generator.synthesis.literals import rounded
from generator.synthesis.rules import RISING_POWERS, ROUNDING, SCALAR, Rule, shaped
from generator.synthesis.samples import COUNT, JOINT, VALUES, Samples, clear_of, divided, flat
from generator.synthesis.signatures import result_types
from generator.synthesis.structure import ABOUT, NONE, SAME_AXIS, check_structure, traits_of
from generator.synthesis.types import COMPONENTS, ORDER

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

CROSS, REORDERED = " x ", " parts"
_COMMUTATIVE_REPEATS = frozenset(
    ("min", "max", "lerp", "atan2", "dot", "cross", "copysign", "cw_div", "spatial_cross", "cw_mul")
)
ORDERED = frozenset(("min", "max", "dot", "ddot", "cw_mul"))
"""Calls whose operands stand in one order, so that the same value has the same text."""
SIGNED = frozenset(("abs", "sign", "step", "copysign"))
"""Calls that ask for the sign of the last operand."""
FEWEST_STEPPED = 3
"""Of the imagined threads, so many do not have the rounded value of the others."""
LENGTHS = frozenset(("length", "length_sq", "norm_l2"))
ROTATING = ("quat_rotate", "quat_rotate_inv", "transform_vector")
_shaped_rules: dict[tuple[str, int], Rule | None] = {}


def rule_of(name: str, first: str) -> Rule | None:
    """The rule of a built-in for the type of its first argument; None where nothing is known."""
    if first == "F":
        return SCALAR.get(name)
    key = (name, ORDER.get(first) or COMPONENTS.get(first, 0))
    if key not in _shaped_rules:
        _shaped_rules[key] = shaped(*key)
    return _shaped_rules[key]


def call(name: str, *arguments: Expression) -> Expression:
    """``wp.name(arguments)``, guarded into its domain. Unfit for what is trivial, unknown or too large."""
    builder = arguments[0].builder
    types = tuple([a.type for a in arguments])
    result = result_types(builder.precision).get((name, *types))
    rule = SCALAR.get(name) if types[0] == "F" else rule_of(name, types[0])
    if result is None or rule is None:
        raise Unfit(f"no {name} of {types}")
    first = arguments[0]
    if first.head == "literal" and all(a.head == "literal" for a in arguments):
        raise Unfit("constant expression")
    for a in arguments if name in CURVES else ():
        if odd(name, curve_of(a), a.text):
            raise Unfit("curve of a curve")
    if name == first.head or name == first.made_by or (name in ROUNDING and first.head in ROUNDING):
        raise Unfit("call that repeats itself")
    if name in _COMMUTATIVE_REPEATS and len({a.text for a in arguments}) < len(arguments):
        raise Unfit("equal operands")
    if name == "atan2" and composed("/", first, arguments[1]) is None:
        raise Unfit("angle of a quotient that cancels")
    if name == "lerp":
        if arguments[2].low < 0.0 or arguments[2].high > 1.0:
            raise Unfit("share outside of zero to one")
        if first.type == "F" and (gathers(first, arguments[1]) or composed("-", first, arguments[1]) is None):
            raise Unfit("blend of what gathers")
    scaled = 0
    if first.type != "F":
        check_directions(name, first, arguments[1:])
        check_structure(name, *arguments)
        if name in BILINEAR:
            scaled = sum([a.scaled and a.head in PRODUCTS for a in arguments])
            if scaled > 1 or composed("*", first, arguments[1]) is None:
                raise Unfit("two factors, or factors that cancel")
            left, right = form_of(first).over, form_of(arguments[1]).over
            if name == "cw_mul" and len(left) + len(right) > 2 and not set(left).isdisjoint(right):
                raise Unfit("factor in two places")
        if name == "lerp" and first.axis == arguments[1].axis:
            raise Unfit("blend of parallel vectors")
    if name == "copysign" and (arguments[1].text in form_of(first).over or blends(first, arguments[1])):
        raise Unfit("sign that it has")
    if name in ("sqrt", "pow") and is_square(first):
        raise Unfit("root or power of a square")
    fitted = list(arguments)
    rising = name == "pow" and arguments[1].head == "literal" and arguments[1].low >= 1.0
    domain = RISING_POWERS if rising else rule.domain
    for place, (least, most) in enumerate(domain[: len(fitted)]):
        fitted[place] = into(builder, fitted[place], least, most, name)
    if name in ORDERED and len(fitted) == 2 and fitted[1].head != "literal" and fitted[1].text < fitted[0].text:
        fitted.reverse()
    if undoes(name, fitted[0]):
        raise Unfit("call that undoes another")
    intervals = [(a.low, a.high) for a in fitted]
    if rule.trivial is not None and len(intervals) == rule.trivial.__code__.co_argcount and rule.trivial(*intervals):
        raise Unfit("trivial call")
    if name in SIGNED and result == "F" and not both_signs(fitted[-1]):
        raise Unfit("sign that is always the same")
    low, high = rule.interval(*intervals)
    if high > builder.largest or low < -builder.largest:
        raise Unfit("magnitude")
    samples = _samples(name, fitted)
    if name in ROUNDING and samples and max(map(samples.count, samples)) > COUNT - FEWEST_STEPPED:
        raise Unfit("rounding that gives nearly always the same")
    rough = samples is None
    for a in fitted:
        rough = rough or a.rough
    if samples and not rough and name in CURVES and name != "sqrt" and flat(samples):
        raise Unfit("curve that is nearly flat")
    if name in ("min", "max") and len(fitted) == 2:
        first, second = fitted
        whole = [builder.definitions.get(a.text, a.text) for a in fitted]
        if first.text in whole[1] or second.text in whole[0]:
            raise Unfit("extremum that absorbs")
        least = 4 if len(set(first.samples)) == 1 or len(set(second.samples)) == 1 else 2
        smaller = tuple(map(lt, first.samples, second.samples))
        if rough or not divided(smaller, least) or not 0 < sum(here := builder.acting(smaller)) < len(here):
            raise Unfit("one operand always wins, or one that threads share nearly always")
    return Expression(
        builder,
        f"wp.{name}({', '.join([a.text for a in fitted])})",
        result,
        low,
        high,
        head=name,
        scaled=scaled > 0,
        samples=samples,
        rough=rough,
        axis=_axis(name, fitted) if first.type != "F" else "",
        unit=name == "normalize",
        traits=NONE if first.type == "F" else traits_of(name, fitted),
    )


def distance(a: Expression, b: Expression) -> Expression:
    """``wp.abs(a - b)``, its operands in one order, so that the same value has the same text."""
    return call("abs", a - b if a.text < b.text else b - a)


def direction(value: Expression) -> Expression:
    """The unit vector along another one."""
    return value if value.made_by == "normalize" else call("normalize", value)


def check_directions(name: str, first: Expression, others: Sequence[Expression]) -> None:
    """Unfit where the directions of vectors already decide the result."""
    if name in LENGTHS:
        made = first.builder.definitions.get(first.text, first.text)
        if first.unit or first.made_by in ROTATING or made.startswith("wp.quat_to_matrix("):
            raise Unfit("length of a unit vector, or of a rotated one")
        if first.axis != first.text and first.made_by != "cross":
            raise Unfit("length of a scaled vector")
    if name == "normalize" and first.unit:
        raise Unfit("direction of a unit vector")
    if name == "normalize" and first.axis != first.text and first.made_by != "cross":
        raise Unfit("direction of a scaled vector")
    if name in ("cross", "spatial_cross", "spatial_cross_dual"):
        if first.axis == others[0].axis:
            raise Unfit("cross product of parallel vectors")
        if has_term(first, others[0]) or has_term(others[0], first):
            raise Unfit("cross product with a term that drops out")
        if name == "cross" and (has_part(first, others[0]) or has_part(others[0], first)):
            raise Unfit("cross product with a part of the vector")
    if name == "dot":
        if first.axis == others[0].axis:
            raise Unfit("dot product of parallel vectors")
        for one, other in ((first, others[0]), (others[0], first)):
            if CROSS in one.axis and other.axis in one.axis.split(CROSS):
                raise Unfit("dot product of orthogonal vectors")
            if ABOUT + other.axis in one.traits:
                raise Unfit("dot product with the axis of a rotation")


def has_part(whole: Expression, part: Expression) -> bool:
    """Whether a sum has a multiple of a vector, or of what it is parallel to, as a term, or a choice may be one."""
    along = {part.text, part.axis}
    if any(not along.isdisjoint(over) for over, _ in form_of(whole).terms):
        return True
    text = whole.builder.definitions.get(whole.text, whole.text)
    return whole.made_by in CHOOSING and any(re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text) for word in along)


def _axis(name: str, arguments: Sequence[Expression]) -> str:
    if name in ("normalize", "abs", "skew", *SAME_AXIS) or (name == "lerp" and arguments[0].axis == arguments[1].axis):
        return arguments[0].axis
    if name == "cw_mul" and any(a.axis != a.text for a in arguments):
        return " by ".join(a.axis for a in arguments)
    return CROSS.join(a.axis for a in arguments) if name == "cross" else ""


def _samples(name: str, arguments: list[Expression]) -> Samples | None:
    if arguments[0].type != "F":
        joint = JOINT.get(name)
        count = COMPONENTS.get(arguments[0].type, 1)
        if joint is not None and count <= 4 and joint.__code__.co_argcount == len(arguments) + 1:
            return joint(*[a.samples for a in arguments], count)
    value = VALUES.get(name)
    if value is None or (name in ("max", "min") and len(arguments) == 1):
        return None
    try:
        return tuple(map(value, *[a.samples for a in arguments]))
    except (ValueError, OverflowError):  # what loops come to is estimated, and may lie beyond what is proven of it
        within = [[min(max(x, a.low), a.high) for x in a.samples] for a in arguments]
        return tuple(map(value, *within))


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
    if low >= high or len(kept) < len(ordered) // 3 or ordered[0] >= low or ordered[-1] <= high:
        raise Unfit("idle clamp")
    if not (clear_of(value.samples, low) and clear_of(value.samples, high)):
        raise Unfit("bound on a sample")
    text = f"wp.clamp({value.text}, {builder.number(low).text}, {builder.number(high).text})"
    samples = tuple([min(max(x, low), high) for x in value.samples])
    return Expression(builder, text, "F", low, high, head="clamp", scaled=True, samples=samples)
