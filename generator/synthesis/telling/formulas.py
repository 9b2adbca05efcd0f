"""Values in words: what stands on the right side of a step, as a formula that a reader of mathematics knows."""

from __future__ import annotations

from collections.abc import Callable

from generator.syntax.value_text import value_text
from generator.syntax.values import Value, dotted_name

_WORDS: dict[str, Callable[..., str]] = {
    "length": lambda a: f"|{a}|",
    "length_sq": lambda a: f"|{a}|^2",
    "dot": lambda a, b: f"the dot product of {a} and {b}",
    "cross": lambda a, b: f"the cross product of {a} and {b}",
    "normalize": lambda a: f"{a} normalised",
    "min": lambda *of: f"the smallest of {', '.join(of)}",
    "max": lambda *of: f"the largest of {', '.join(of)}",
    "clamp": lambda a, low, high: f"{a} clamped to [{low}, {high}]",
    "sqrt": lambda a: f"the square root of {a}",
    "abs": lambda a: f"|{a}|",
    "where": lambda test, a, b: f"{a} where {test}, else {b}",
    "transpose": lambda a: f"the transpose of {a}",
    "transform_point": lambda pose, p: f"the point {p} moved by the pose {pose}",
    "transform_vector": lambda pose, p: f"the direction {p} turned by the pose {pose}",
    "transform_get_translation": lambda pose: f"the position of the pose {pose}",
    "transform_get_rotation": lambda pose: f"the rotation of the pose {pose}",
    "quat_rotate": lambda q, a: f"{a} turned by {q}",
    "quat_rotate_inv": lambda q, a: f"{a} turned back by {q}",
    "spatial_top": lambda a: f"the first three components of {a}",
    "spatial_bottom": lambda a: f"the last three components of {a}",
    "float": lambda a: f"{a} as a float",
    "int": lambda a: f"{a} as an integer",
}
"""Functions whose name a reader need not know -> how their value is said."""


def formula(value: Value) -> str:
    """A value in words and signs. Calls that have no words of their own stand as functions, without ``wp.``."""
    if value.operation == "call":
        word = dotted_name(value.operands[0]).removeprefix("wp.")
        arguments = [formula(each) for each in value.operands[1:]]
        known = _WORDS.get(word)
        if known is not None and arguments:
            try:
                return known(*arguments)
            except TypeError:  # another number of arguments than the words are for
                pass
        return f"{word}({', '.join(arguments)})"
    if value.operation in ("<", "<=", ">", ">=", "==", "!="):
        left, right = (formula(each) for each in value.operands)
        words = {
            "<": "is below",
            "<=": "is at most",
            ">": "is above",
            ">=": "is at least",
            "==": "equals",
            "!=": "differs from",
        }
        return f"{left} {words[value.operation]} {right}"
    if value.operation in ("and", "or"):
        return f" {value.operation} ".join(formula(each) for each in value.operands)
    if value.operation == "not":
        return f"{formula(value.operands[0])} does not hold"
    if value.operation == "ternary":
        chosen, test, other = (formula(each) for each in value.operands)
        return f"{chosen} if {test}, else {other}"
    return value_text(value).replace("wp.", "")
