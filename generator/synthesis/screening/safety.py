"""Guards of numeric safety: tests against a tiny number, which keep a division from zero and need never fire."""

from __future__ import annotations

from collections.abc import Mapping

from generator.syntax.values import Value, dotted_name

TINY = 1e-3
"""A positive number up to which a test is against zero but for rounding."""

_WITHIN: Mapping[str, tuple[str, ...]] = {
    "<": ("if", "yes"),
    "<=": ("if", "yes"),
    ">": ("else", "no"),
    ">=": ("else", "no"),
}
"""A comparison of a value with a tiny number -> the arms in which the value is as good as zero."""


def is_safety(condition: Value, arm: str, constants: Mapping[str, Value]) -> bool:
    """Whether an arm is for values that are as good as zero; ``constants`` are the module's, by name."""
    if condition.operation in ("and", "or"):
        return any(is_safety(part, arm, constants) for part in condition.children)
    return arm in _WITHIN.get(condition.operation, ()) and 0.0 < _number(condition.operands[1], constants) <= TINY


def _number(value: Value | object, constants: Mapping[str, Value]) -> float:
    """A float that is written out or named by the module; 0 for anything else."""
    if not isinstance(value, Value):
        return 0.0
    if value.is_name and value.operands[0] in constants:
        return _number(constants[value.operands[0]], {})
    if value.operation == "call" and dotted_name(value.operands[0]) in ("wp.constant", "wp.static"):
        return _number(value.operands[1], constants)
    if value.operation == "python":
        return _number(constants.get(str(value.operands[0])), {})
    number = value.operands[0] if value.operation == "literal" else 0.0
    return number if isinstance(number, float) else 0.0
