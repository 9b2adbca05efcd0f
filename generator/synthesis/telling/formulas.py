"""Values as formulas: what stands on the right side of a step, as a reader of mathematics or of code writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from generator.syntax.operations import POSTFIX
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, dotted_name, literal
from generator.syntax.walks.rewriting import change_value

_SIGNS: dict[str, Callable[..., str]] = {
    "length": lambda a: f"|{a}|",
    "length_sq": lambda a: f"|{a}|²",
    "dot": lambda a, b: f"{a} · {b}",
    "cross": lambda a, b: f"{a} × {b}",
    "sqrt": lambda a: f"√({a})",
    "transpose": lambda a: f"{a}ᵀ",
}
"""Functions that mathematics has a sign for -> the sign around their arguments."""

_BARE = ("length", "length_sq", "sqrt")
"""Functions whose sign keeps its argument together, so that this needs no brackets of its own."""

_BETWEEN = ("dot", "cross")
"""Functions whose sign stands between its arguments, in brackets beside other signs."""

_CHANGED = frozenset(("attribute", "call"))
"""Operations whose formula differs from their text."""

_COMPARISONS = {
    "<": "is below",
    "<=": "is at most",
    ">": "is above",
    ">=": "is at least",
    "==": "equals",
    "!=": "is not",
}
"""Comparisons -> their words, for a condition that is one comparison."""


@dataclass(frozen=True)
class Notation:
    """How formulas are written: with signs of mathematics, conditions in words, between back ticks."""

    signs: bool
    words: bool
    ticks: bool

    def formula(self, value: Value) -> str:
        """A value. ``wp.`` is left out: what is called is known by its name."""
        text = value.operands[0] if value.operation == "name" else plain(value, _SIGNS if self.signs else {})
        return f"`{text}`" if self.ticks else text

    def condition(self, value: Value, say: Callable[[Value], str] | None = None) -> str:
        """A condition, in words where it is one comparison or the truth of one value; ``say`` tells these values."""
        if not self.words:
            return self.formula(value)
        say = say or self.formula
        if comparison := _COMPARISONS.get(value.operation):
            return f" {comparison} ".join(map(say, value.operands))
        if value.operation == "not":
            return f"{say(value.operands[0])} is false"
        return f"{say(value)} is true" if value.operation in ("subscript", "name") else self.formula(value)

    def turns(self, iterable: Value) -> str:
        """What a loop goes over."""
        if iterable.callee != "range":
            return self.formula(iterable)
        ends = iterable.operands[1:]
        first, end, *step = map(self.formula, ends if len(ends) > 1 else (literal(0), *ends))
        return " in steps of ".join((f"{first} up to but not including {end}", *step))

    def quoted(self, text: str) -> str:
        """Code, between back ticks if the notation has them."""
        return f"`{text}`" if self.ticks else text


@cache
def kind(annotation: Value) -> str:
    """A type as it is spelled, without ``wp.``."""
    return plain(annotation, {})


def plain(value: Value, signs: Mapping[str, Callable[..., str]]) -> str:
    """A value's text without ``wp.``, with the signs that there are for functions."""
    if value.kinds.isdisjoint(_CHANGED):
        return value_text(value)

    def change(part: Value) -> Value:
        if part.operation == "attribute":
            owner, word = part.operands
            return Value("name", (word,)) if owner.operation == "name" and owner.operands[0] == "wp" else part
        if part.operation != "call":
            return part
        function = dotted_name(part.operands[0])
        if function == "static":
            return Value("python", (part.operands[1].operands[0].replace("wp.", ""),))
        if sign := signs.get(function):
            around = 0 if function in _BARE else POSTFIX
            text = sign(*[value_text(each, around) for each in part.operands[1:]])
            return Value("python" if function in _BETWEEN else "name", (text,))
        return part

    return value_text(change_value(value, change, _CHANGED))
