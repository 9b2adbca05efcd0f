"""Joins of bits that put nothing in twice, and nothing in that is taken out again."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.synthesis.builder import Builder
from generator.synthesis.codes import acts, code, filled, related, unfolded, whole
from generator.synthesis.expression import BIT_AND, BIT_OR, BIT_XOR, Expression, Unfit
from generator.synthesis.whole_words import says

E = Expression
_NAME = re.compile(r"[a-z]\w*")
_BITWISE = re.compile(r"\(?~?\w+\)? [&|^] \(?~?\w+\)?")
_BITS: dict[str, tuple[Callable[[int, int], int], int]] = {
    "&": (lambda x, y: x & y, BIT_AND), "|": (lambda x, y: x | y, BIT_OR), "^": (lambda x, y: x ^ y, BIT_XOR),
}  # fmt: skip


def bits_behind(b: Builder, text: str, steps: int = 2) -> set[str]:
    """The names whose bits an operand is made from by bitwise steps alone."""
    made = b.definitions.get(text, "")
    if not steps or not _BITWISE.fullmatch(made):
        return set()
    names = set(_NAME.findall(made))
    return names.union(*(bits_behind(b, name, steps - 1) for name in names))


def bitwise(b: Builder, operator: str, x: E, y: E) -> E:
    """``x operator y``, different from both."""
    if y.text in bits_behind(b, x.text) or x.text in bits_behind(b, y.text):
        raise Unfit("bits that are in already")
    for one, other in ((x, y), (y, x)):
        made = b.definitions.get(one.text, "")
        if says(made, other.text) and (f" {operator} " in made or operator in "&|"):
            raise Unfit("the same bits twice")
    if operator == "^" and related(b, x, y):
        unfolded("xor", x, y)
    function, precedence = _BITS[operator]
    values = [function(one, other) for one, other in zip(whole(x), whole(y), strict=True)]
    acts(x.samples, values)
    acts(y.samples, values)
    bits, signed = filled(x.low, x.high, y.low, y.high), min(x.low, y.low) < 0
    if operator == "&" and max(x.low, y.low) >= 0:
        signed, bits = False, int(min(e.high for e in (x, y) if e.low >= 0))
    text = f"{x.at_least(precedence + 1)} {operator} {y.at_least(precedence + 1)}"
    return code(b, text, values, -bits - 1 if signed else 0, bits, precedence, "bits")
