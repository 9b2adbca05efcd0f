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
        operation, operands = value.operation, value.operands
        if operation == "name":
            self.add("Name")
            self.name(operands[0])
        elif operation == "literal":
            self.literal(operands[0])
        elif (write := _VALUES.get(operation)) is not None:
            write(self, operands)
        elif operation in SIGNS:
            self.add("BinOp")
            self.value(operands[0])
            self.add(SIGNS[operation])
            self.value(operands[1])
        elif operation in COMPARED:
            self.add("Compare")
            self.value(operands[0])
            self.found += ("[", COMPARED[operation], "]")
            self.each(operands[1:], self.value)
        elif operation in BEFORE:
            self.found += ("UnaryOp", BEFORE[operation])
            self.value(operands[0])
        else:
            raise KeyError(operation)

    def literal(self, constant: object) -> None:
        if isinstance(constant, int | float) and not isinstance(constant, bool):
            self.found += ("UnaryOp", "USub", "Constant", "0") if constant < 0 else ("Constant", "0")
        else:
            self.found += ("Constant", repr(constant))

    def attribute(self, operands: tuple[Any, ...]) -> None:
        owner, text = operands
        self.add("Attribute")
        if owner.operation == "name" and owner.operands[0] == "wp":
            self.warp_names.add(text)
            self.add(text)
        else:
            self.value(owner)
            self.add(self.attributes.setdefault(text, f"a{len(self.attributes)}"))

    def subscript(self, operands: tuple[Any, ...]) -> None:
        self.add("Subscript")
        self.value(operands[0])
        if len(operands) == 2:
            self.value(operands[1])
        else:
            self.several("Tuple", values=operands[1:])

    def call(self, operands: tuple[Any, ...]) -> None:
        function, *arguments = operands
        self.add("Call")
        self.value(function)
        named = [each for each in arguments if each.operation == "keyword"]
        self.each([each for each in arguments if each.operation != "keyword"] if named else arguments, self.value)
        self.each(named, self.value)

    def python(self, operands: tuple[Any, ...]) -> None:
        """What ``wp.static`` computes, as if it stood there as a value."""
        self.value(_parsed(operands[0]))

    def ternary(self, operands: tuple[Any, ...]) -> None:
        chosen, condition, other = operands
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


_VALUES: dict[str, Callable[[ValueWords, tuple[Any, ...]], None]] = {
    "attribute": ValueWords.attribute,
    "subscript": ValueWords.subscript,
    "call": ValueWords.call,
    "python": ValueWords.python,
    "ternary": ValueWords.ternary,
    "keyword": lambda words, operands: words.one("keyword", repr(operands[0]), value=operands[1]),
    "tuple": lambda words, operands: words.several("Tuple", values=operands),
    "list": lambda words, operands: words.several("List", values=operands),
    "and": lambda words, operands: words.several("BoolOp", "And", values=operands),
    "or": lambda words, operands: words.several("BoolOp", "Or", values=operands),
}
"""Operation of a value -> what writes it, where the tables of signs do not have it."""
