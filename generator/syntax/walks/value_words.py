"""Values of a tree as the words that their syntax has in Python, names and numbers taken away."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from generator.syntax.reading.source import Source
from generator.syntax.reading.value_reader import BINARY_SIGNS, COMPARISON_SIGNS, UNARY_SIGNS, read_value
from generator.syntax.values import Value

KEPT_NAMES = frozenset({"wp", "range", "len", "int", "float", "bool", "min", "max", "abs"})
"""Names that mean something by themselves; all others are numbered in order of appearance."""

SIGNS = {sign: node.__name__ for node, sign in BINARY_SIGNS.items()}
COMPARED = {sign: node.__name__ for node, sign in COMPARISON_SIGNS.items()}
BEFORE = {sign: node.__name__ for node, sign in UNARY_SIGNS.items()}
"""Operations of two operands, comparisons, operations of one operand -> Python's names."""


class ValueWords:
    """Writes the words of values, in prefix order; names are numbered as they appear."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.add = self.found.append
        self.names: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.warp_names: set[str] = set()

    def each(self, items: Iterable[Any], write: Callable[[Any], None]) -> None:
        self.add("[")
        for item in items:
            write(item)
        self.add("]")

    def name(self, name: str) -> None:
        if name in KEPT_NAMES:
            self.names[name] = name
        self.add(self.names.setdefault(name, f"v{len(self.names)}"))

    def optional(self, value: Value | None) -> None:
        if value is None:
            self.add("None")
        else:
            self.value(value)

    def value(self, value: Value) -> None:
        _VALUES[value.operation](self, value.operation, *value.operands)

    def named(self, _: str, word: str) -> None:
        self.add("Name")
        self.name(word)

    def binary(self, sign: str, left: Value, right: Value) -> None:
        self.add("BinOp")
        self.value(left)
        self.add(SIGNS[sign])
        self.value(right)

    def compared(self, sign: str, left: Value, right: Value) -> None:
        self.add("Compare")
        self.value(left)
        self.found += ("[", COMPARED[sign], "]")
        self.each((right,), self.value)

    def literal(self, _: str, constant: object, *spelling: str) -> None:
        if isinstance(constant, int | float) and not isinstance(constant, bool):
            self.found += ("UnaryOp", "USub", "Constant", "0") if constant < 0 else ("Constant", "0")
        else:
            self.found += ("Constant", repr(constant))

    def attribute(self, _: str, owner: Value, text: str) -> None:
        self.add("Attribute")
        if owner.operation == "name" and owner.operands[0] == "wp":
            self.warp_names.add(text)
            self.add(text)
        else:
            self.value(owner)
            self.add(self.attributes.setdefault(text, f"a{len(self.attributes)}"))

    def subscript(self, _: str, base: Value, *indices: Value) -> None:
        self.add("Subscript")
        self.value(base)
        if len(indices) == 1:
            self.value(indices[0])
        else:
            self.several("Tuple", values=indices)

    def call(self, _: str, function: Value, *arguments: Value) -> None:
        self.add("Call")
        self.value(function)
        named = [each for each in arguments if each.operation == "keyword"]
        self.each([each for each in arguments if each.operation != "keyword"] if named else arguments, self.value)
        self.each(named, self.value)

    def ternary(self, _: str, chosen: Value, condition: Value, other: Value) -> None:
        self.add("IfExp")
        for part in (condition, chosen, other):
            self.value(part)

    def several(self, *kinds: str, values: Iterable[Value]) -> None:
        self.found += kinds
        self.each(values, self.value)

    def one(self, *kinds: str, value: Value | None) -> None:
        self.found += kinds
        self.optional(value)


@cache
def _parsed(text: str) -> Value:
    return read_value(ast.parse(text, mode="eval").body, Source(text))


_VALUES: dict[str, Callable[..., None]] = {
    **{"name": ValueWords.named, "literal": ValueWords.literal, "attribute": ValueWords.attribute},
    **{"subscript": ValueWords.subscript, "call": ValueWords.call, "ternary": ValueWords.ternary},
    **{**dict.fromkeys(SIGNS, ValueWords.binary), **dict.fromkeys(COMPARED, ValueWords.compared)},
    **dict.fromkeys(BEFORE, lambda words, operation, value: words.one("UnaryOp", BEFORE[operation], value=value)),
    "keyword": lambda words, _, word, value: words.one("keyword", repr(word), value=value),
    "tuple": lambda words, _, *values: words.several("Tuple", values=values),
    "list": lambda words, _, *values: words.several("List", values=values),
    "and": lambda words, _, *values: words.several("BoolOp", "And", values=values),
    "or": lambda words, _, *values: words.several("BoolOp", "Or", values=values),
    "python": lambda words, _, text: words.value(_parsed(text)),  # what `wp.static` computes, as if it stood there
}
"""Operation of a value -> what writes it, of the operation and its operands."""
