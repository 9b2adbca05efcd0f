"""Expressions grown by type: a budget divided among sub-expressions, built-ins by the registry's signatures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.gathering import CURVES, odd
from generator.synthesis.overloads import rule_of
from generator.synthesis.randomness import Table
from generator.synthesis.signatures import Signature, producers
from generator.synthesis.types import COMPONENTS, VECTORS

OPERATORS: Table[str] = Table((("+", 3.0), ("-", 2.5), ("*", 3.5), ("/", 1.2)))
OTHERS = {operator: Table(row for row in OPERATORS if row[0] != operator) for operator, _ in OPERATORS}
GROWN_GROUPS = ("Scalar Math", "Vector Math", "Utility", "Quaternion Math", "Transformations", "Spatial Math")


@cache
def choices(result: str, precision: str, types: frozenset[str], outer: str = "") -> tuple[tuple[Signature, float], ...]:
    """Signatures whose arguments can all be had from variables of the given types, with their weights.

    Those that would look odd as an argument of ``outer`` are left out.
    """
    found = []
    for signature in producers(result, precision):
        if signature.group not in GROWN_GROUPS or not signature.arguments or not signature.differentiable:
            continue
        if odd(outer, signature.name) or not all(a == "F" or a in types for a in signature.arguments):
            continue
        rule = rule_of(signature.name, signature.arguments[0])
        if rule is not None and rule.weight > 0.0:
            found.append((signature, rule.weight))
    return Table(found)


def grow(
    builder: Builder, type: str, budget: int, calls: float = 0.5, outer: str = "", beside: Sequence[Expression] = ()
) -> Expression:
    """An expression of a type with about ``budget`` operations; ``calls`` is the share of built-ins among them.

    ``outer`` is the built-in that it becomes an argument of; a single variable is none of those ``beside`` it.
    """
    if budget <= 0:
        return leaf(builder, type, beside, outer)
    random = builder.random
    for _ in range(6):
        mark = len(builder.reads)
        try:
            if random.chance(calls):
                types = frozenset([v.type for v in builder.variables if not v.linear])
                table = choices(type, builder.precision, types, outer)
                if table:
                    return _call(builder, table, budget, calls)
            if type == "F" or type in VECTORS:
                return _operator(builder, type, budget, calls)
            return leaf(builder, type)
        except Unfit:
            builder.unread_since(mark)
    return leaf(builder, type)


def leaf(builder: Builder, type: str, beside: Sequence[Expression] = (), outer: str = "") -> Expression:
    """A variable, or a component of one where only larger types are in scope."""
    try:
        return builder.take(type, beside, (lambda e: not odd(outer, e.made_by)) if outer in CURVES else None)
    except Unfit:
        vectors = [v for v in builder.variables if v.type in VECTORS and not v.linear]
        if type != "F" or builder.of_type("F") or not vectors:
            raise
    value = builder.read(builder.random.pick(vectors))
    return component(builder, value, builder.random.between(0, COMPONENTS[value.type] - 1))


def _call(builder: Builder, table: Sequence[tuple[Signature, float]], budget: int, calls: float) -> Expression:
    signature = builder.random.weighted(table)
    shares = _shares(builder, budget - 1, len(signature.arguments))
    last = [builder.take("F", fits=_is_share)] if signature.name == "lerp" else []
    grown: list[Expression] = []
    for type, share in zip(signature.arguments[: len(shares) - len(last)], shares, strict=False):
        grown.append(grow(builder, type, share, calls, signature.name, grown))
    try:
        return call(signature.name, *grown, *last)
    except Unfit:
        if last:
            raise
    return _instead(builder, table, signature, grown)


def _instead(
    builder: Builder, table: Sequence[tuple[Signature, float]], unfit: Signature, operands: Sequence[Expression]
) -> Expression:
    """What else is made of operands that one built-in says nothing of: another, or a sum, a product, a quotient."""
    random = builder.random
    if len(operands) == 2 and unfit.arguments == ("F", "F"):
        return binary(random.weighted(OPERATORS), *operands)
    for _ in range(3):
        other = random.weighted(table)
        if other.arguments == unfit.arguments and other is not unfit:
            return call(other.name, *operands)
    raise Unfit("no built-in for these operands")


def _operator(builder: Builder, type: str, budget: int, calls: float) -> Expression:
    random = builder.random
    operator = random.weighted(OPERATORS)
    left, right = _shares(builder, budget - 1, 2)
    if operator in "*/" and type != "F":
        scale = grow(builder, "F", right, calls) if random.chance(0.6) else builder.constant(1.25, 4.0)
        return binary(operator, grow(builder, type, left, calls), scale)
    if right == 0 and type == "F" and random.chance(0.3):
        value = grow(builder, type, left, calls)
        if operator != "/" and random.chance(0.5):
            return binary(operator, builder.constant(0.1, 4.0), value)
        return binary(operator, value, builder.constant(1.25 if operator == "/" else 0.1, 4.0))
    first = grow(builder, type, left, calls)
    second = grow(builder, type, right, calls, beside=() if operator == "*" else (first,))
    try:
        return binary(operator, first, second)
    except Unfit:
        if type != "F":
            raise
    return binary(random.weighted(OTHERS[operator]), first, second)


def _is_share(value: Expression) -> bool:
    return value.low >= 0.0 and value.high <= 1.0


def _shares(builder: Builder, budget: int, count: int) -> list[int]:
    shares = [0] * count
    unit = builder.random.unit
    for _ in range(budget):
        shares[int(unit() * count)] += 1
    return shares
