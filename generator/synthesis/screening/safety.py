"""Guards of numeric safety: tests against a tiny number, or one next to 1 or -1, which need never fire."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping

from generator.syntax.values import Value, dotted_name

TINY = 1e-3
"""Largest positive number with which a comparison counts as one with zero."""

_BELOW: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("<", "<="), ("if", "yes")),
    **dict.fromkeys((">", ">="), ("else", "no")),
}
"""A comparison of a value with a number -> the arms in which the value is below it."""

_SUMS: Mapping[str, Callable[..., float]] = {"+": operator.add, "-": operator.sub, "neg": operator.neg}


def is_safety(condition: Value, arm: str, constants: Mapping[str, Value]) -> bool:
    """Whether an arm is for values that are as good as zero, or for cosines as good as 1 or -1.

    ``constants`` are the module's, by name.
    """
    if condition.operation in ("and", "or"):
        return any(is_safety(part, arm, constants) for part in condition.children)
    if condition.operation not in _BELOW:
        return False
    number = number_of(condition.operands[1], constants)
    if arm in _BELOW[condition.operation]:
        return 0.0 < number <= TINY or -1.0 < number <= TINY - 1.0
    return 1.0 - TINY <= number < 1.0


def number_of(value: Value, constants: Mapping[str, Value]) -> float:
    """A number that is written out, named by the module, or a sum of such; NaN for anything else."""
    if value.operation in ("name", "python"):
        known = constants.get(str(value.operands[0]))
        return math.nan if known is None else number_of(known, {})
    if value.operation == "call" and dotted_name(value.operands[0]) in ("wp.constant", "wp.static"):
        return number_of(value.operands[1], constants)
    if value.operation in _SUMS:
        return _SUMS[value.operation](*[number_of(part, constants) for part in value.operands])
    number = value.operands[0] if value.operation == "literal" else None
    return float(number) if isinstance(number, int | float) else math.nan
