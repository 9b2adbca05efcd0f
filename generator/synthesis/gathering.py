"""Sums and calls that a reader would write shorter: like terms, common factors, curves of curves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.synthesis.expression import Expression

_SIGN = re.compile(r" [+-] ")
_LITERAL = re.compile(r"(?:wp\.float(?:16|64)\()?-?\d[\d.e-]*\)?")
_SCALED_SUM = re.compile(r"(?:[\w.]+(?:\([\d.]+\))? \* )?\((.*)\)(?: [*/] [\w.]+(?:\([\d.]+\))?)?")
_NAME = re.compile(r"[\w.\[\]]+")
CURVES = frozenset(
    "sin cos tan sinh cosh tanh asin acos atan atan2 exp log log2 log10 erf erfc erfinv erfcinv cbrt sqrt pow".split()
)
NATURAL = frozenset(
    {
        ("exp", "sin"), ("exp", "cos"), ("exp", "sqrt"), ("exp", "tanh"), ("log", "cosh"), ("tanh", "log"),
        ("sin", "sqrt"), ("cos", "sqrt"), ("sin", "exp"), ("cos", "exp"), ("sin", "log"), ("cos", "log"),
        ("tanh", "sqrt"), ("atan", "sqrt"), ("atan", "exp"), ("erf", "sqrt"), ("sqrt", "cosh"),
    }
)  # fmt: skip
"""Curves of curves that people write: stretched exponentials, chirps, the log-cosh loss."""


def odd(outer: str, inner: str) -> bool:
    """Whether nobody writes the one curve of the other."""
    return inner in CURVES and outer in CURVES and (outer, inner) not in NATURAL


def gathers(a: Expression, b: Expression) -> bool:
    """Whether ``a + b`` or ``a - b`` has terms to gather: ``x - (u + x)``, ``2 * u + 3 * u``, ``e * h - r * h``.

    Names stand for what was assigned to them where that is a sum: ``midpoint - x``.
    """
    for one, other in ((a, b), (b, a)):
        if _holds(other, one):
            return True
    heads = {a.head, b.head}
    if not heads.isdisjoint("+-") or (a.scaled and b.scaled and heads == {"*"}):
        return not _bases(a.text).isdisjoint(_bases(b.text)) or (a.scaled and b.scaled and _factor(a) == _factor(b))
    return heads == {"*"} and _share_a_factor(a.text, b.text)


def _holds(whole: Expression, part: Expression) -> bool:
    """Whether ``part`` is a term of ``whole`` already."""
    if whole.scaled and whole.head == "*" and part.text in whole.text:
        return True
    if not _NAME.fullmatch(part.text):
        return False
    if whole.head in ("+", "-", "lerp"):
        return part.text in whole.text
    definition = whole.builder.definitions.get(whole.text, "") if not whole.head else ""
    if part.text not in definition:
        return False
    scaled = _SCALED_SUM.fullmatch(definition)
    return part.text in _bases(scaled[1] if scaled else definition)


def _bases(sum: str) -> set[str]:
    """The terms of a sum without their literal factors; terms with parentheses are cut where no other sum is."""
    return {" * ".join(p for p in term.split(" * ") if not _LITERAL.fullmatch(p)) for term in _SIGN.split(sum)}


def _factor(product: Expression) -> str:
    """The literal at one end of a scaled product."""
    left, right = product.text.partition(" * ")[0], product.text.rpartition(" * ")[2]
    return right if _LITERAL.fullmatch(right) else left


def _share_a_factor(one: str, other: str) -> bool:
    """``e * h`` and ``r * h``, all names."""
    left, right = one.split(" * "), other.split(" * ")
    if len(left) != 2 or len(right) != 2 or not all(_NAME.fullmatch(p) for p in (*left, *right)):
        return False
    return not set(left).isdisjoint(right) and not any(_LITERAL.fullmatch(p) for p in (*left, *right))
