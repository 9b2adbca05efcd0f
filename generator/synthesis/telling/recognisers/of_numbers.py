"""Reasons that hold in kernels and functions: what keeps a divisor off zero, what a first value is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.syntax.statements import LOOPS, Assign, Block, For, If, Jump, Return, walk
from generator.syntax.values import Value
from generator.synthesis.telling.recognisers.facts import NONE, ZERO, Facts, Reason, Words

ABOVE, BELOW = (">", ">=", "!="), ("<", "<=", "==")
"""Comparisons that let a divisor pass, and that keep it out."""


LEAVING = (Jump("break"), Jump("continue"))

LARGE = 0.1
"""Numbers from here on are parts of a formula, not what only keeps it from zero."""


def of_zero(statement: If, rest: Block, facts: Facts) -> Iterator[Reason]:
    """A condition that keeps a divisor from zero, in an arm or after one that leaves."""
    body = statement.body
    leaves = (type(body[-1]) is Return or body[-1] in LEAVING) and not statement.otherwise
    for signs, region in ((ABOVE, body), (BELOW, rest if leaves else statement.otherwise)):
        if not any("/" in each.kinds for each in region):
            continue
        test = statement.condition
        changed = {name for each in region for name in each.sets_within}
        if test.operation in signs and _keeps_off(test, facts) and changed.isdisjoint(test.names):
            parts = [part for each in region for part in each.parts_within]
            if _divides(parts, test.operands[0], facts):
                yield "divisor", {"w": test.operands[0]}


def _keeps_off(test: Value, facts: Facts) -> bool:
    """Whether a comparison tells a value that may be zero from those that are not; no element that is written to."""
    left, right = test.operands
    number = facts.number(right)
    small = number is not None and 0.0 <= number < LARGE and (number > 0.0 or test.operation not in (">=", "<"))
    bound = right in ZERO if test.operation in ("==", "!=") else small
    return bound and left.operation != "literal" and {*left.names}.isdisjoint((*facts.written, *facts.contended))


def _divides(parts: list[Value], value: Value, facts: Facts) -> bool:
    return any(part.operation == "/" and value in _factors(part.operands[1], value, facts) for part in parts)


def _factors(divisor: Value, value: Value, facts: Facts) -> list[Value]:
    """The factors of a divisor, as far as they are not the value itself."""
    known = divisor if divisor == value else facts.meant(divisor)
    inner = known.operands if known.operation == "*" else known.operands[1:] if known.callee == "float" else ()
    return [each for factor in inner for each in _factors(factor, value, facts)] or [known]


def of_search(statement: If, rest: Block, facts: Facts) -> Iterator[Reason]:
    """A condition under which something is noted and the loop ends."""
    match statement.body, statement.otherwise:
        case (Assign(), Jump("break")), ():
            yield "search", {}


def of_first(statement: Assign, rest: Block, facts: Facts) -> Iterator[Reason]:
    """A number in a cast: of a search that may find nothing, or one that a loop changes."""
    value = statement.value
    number = value.operands[1] if value.callee in ("float", "int") and len(value.operands) == 2 else value
    if number is value or not statement.local or number.names:
        return
    loops = [each for each in walk(rest) if type(each) in LOOPS and statement.local in each.sets_within]
    others = [each for each in facts.values[statement.local] if each is not value]
    ranges = [each for each in others if each.operation == "name" and facts.is_turn(each.operands[0])]
    led = [each for each in others if facts.leads(each)]
    if number in NONE and loops and len(ranges) + len(led) == len(others):
        yield "found none", {}
    if any(type(each) is not For or not {*each.iterable.names} <= {"range", *facts.constants} for each in loops):
        yield "cast", {"cast": value}


def _floor(value: Value, facts: Facts) -> Words | None:
    """The number that keeps a value above zero: a bound, or a small one that is added."""
    value = facts.meant(value)
    while value.callee in ("wp.sqrt", "float"):
        value = facts.meant(value.operands[1])
    bounded = value.callee in ("wp.max", "max")
    pair = value.operands[1:] if bounded else value.operands if value.operation == "+" else ()
    for one, other in (pair, pair[::-1]) if pair else ():
        if facts.sign(one) == 1 and _is_setting(one, facts) and not _is_setting(other, facts):
            small = (facts.number(one) or 0.0) < LARGE
            return {"c": one} if bounded or (facts.sign(other) == 0 and small) else None
    return None


def _is_setting(value: Value, facts: Facts) -> bool:
    """Whether a number is the same for all threads: a literal, a constant, a number of the launch."""
    value = facts.meant(value)
    if value.operation == "*":
        return all(_is_setting(each, facts) for each in value.operands)
    slot = facts.slot(value) if value.operation == "name" else None
    number = value.operation == "literal" or (value.operation == "name" and value.operands[0] in facts.constants)
    return number if slot is None else not slot.shape


def _chosen(value: Value, facts: Facts) -> Words | None:
    """A value that is chosen by the same kind of condition."""
    so, test, otherwise = value.operands
    branch = so if test.operation in ABOVE else otherwise if test.operation in BELOW else None
    kept = branch is not None and _keeps_off(test, facts) and _divides([*branch.walk()], test.operands[0], facts)
    return {"w": test.operands[0]} if kept else None


OF_NUMBERS: dict[str, dict[str, Callable[[Value, Facts], Words | None]]] = {
    "/": {"floor": lambda value, facts: _floor(value.operands[1], facts)},
    "ternary": {"divisor": _chosen},
}
"""Operation or function -> the reasons that it may have, each with its recogniser."""
