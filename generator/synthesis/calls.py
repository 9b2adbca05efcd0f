"""Calls of built-ins: type from Warp's registry, domain and interval from the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.guards import into
from generator.synthesis.rules import ANY, ROUNDING, SCALAR, Rule, shaped
from generator.synthesis.signatures import result_types
from generator.synthesis.types import COMPONENTS, ORDER

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

_COMMUTATIVE_REPEATS = ("min", "max", "lerp", "atan2", "dot", "cross", "copysign", "cw_div", "spatial_cross", "cw_mul")
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
    types = tuple(a.type for a in arguments)
    result = result_types(builder.precision).get((name, *types))
    rule = rule_of(name, types[0])
    if result is None or rule is None:
        raise Unfit(f"no {name} of {types}")
    if all(a.head == "literal" for a in arguments):
        raise Unfit("constant expression")
    first = arguments[0]
    if first.head == name or (name in ROUNDING and first.head in ROUNDING):
        raise Unfit("call that repeats itself")
    if name in _COMMUTATIVE_REPEATS and len(arguments) > 1 and first.text == arguments[1].text:
        raise Unfit("equal operands")
    domain = rule.domain
    fitted = [into(builder, a, *(domain[i] if i < len(domain) else ANY)) for i, a in enumerate(arguments)]
    intervals = [(a.low, a.high) for a in fitted]
    if rule.trivial is not None and len(intervals) == rule.trivial.__code__.co_argcount and rule.trivial(*intervals):
        raise Unfit("trivial call")
    low, high = rule.interval(*intervals)
    if high > builder.largest or low < -builder.largest:
        raise Unfit("magnitude")
    return Expression(builder, f"wp.{name}({', '.join([a.text for a in fitted])})", result, low, high, head=name)


def vector(builder: Builder, *components: Expression) -> Expression:
    """A vector of two to four floats."""
    type = {2: "V2", 3: "V3", 4: "V4"}[len(components)]
    text = f"{builder.spell(type)}({', '.join(c.text for c in components)})"
    return Expression(
        builder, text, type, min(c.low for c in components), max(c.high for c in components), head="vector"
    )


def component(builder: Builder, value: Expression, index: int) -> Expression:
    """One component: ``v[0]``; by letter when ``letters``."""
    if value.head not in ("", "component"):
        raise Unfit("component of a compound")
    return Expression(builder, f"{value.text}[{index}]", "F", value.low, value.high, head="component")


def clamp(value: Expression, low: float, high: float) -> Expression:
    """``wp.clamp`` between two literals; Unfit where the interval makes it idle."""
    builder = value.builder
    if value.low >= low or (value.high <= high - 0.0 and value.low >= low):
        raise Unfit("idle clamp")
    if value.high <= high or value.high <= low or value.low >= high:
        raise Unfit("idle clamp")
    text = f"wp.clamp({value.text}, {builder.number(low).text}, {builder.number(high).text})"
    return Expression(builder, text, "F", low, high, head="clamp", scaled=True)


def smoothstep(value: Expression, low: float, high: float) -> Expression:
    """``wp.smoothstep`` between two literal edges."""
    builder = value.builder
    text = f"wp.smoothstep({builder.number(low).text}, {builder.number(high).text}, {value.text})"
    return Expression(builder, text, "F", 0.0, 1.0, head="smoothstep", scaled=True)
