"""The structure of a kernel, without names and numbers, from its tree: neither printed nor parsed."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import Any

from generator.syntax.modules import Class, Constant, Field, Function, Import, Module, Parameter
from generator.syntax.reading.source import Source
from generator.syntax.reading.value_reader import BINARY_SIGNS, COMPARISON_SIGNS, UNARY_SIGNS, read_value
from generator.syntax.statements import (
    Assign,
    Augment,
    Blank,
    Block,
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
)
from generator.syntax.values import Value, name

KEPT_NAMES = frozenset({"wp", "range", "len", "int", "float", "bool", "min", "max", "abs"})
"""Names that mean something by themselves; all others are numbered in order of appearance."""


@dataclass(frozen=True)
class Structure:
    """What one pass over a source finds: its fingerprint, and names that mean something by themselves."""

    fingerprint: str
    """16 hexadecimal digits, equal for sources that differ in names, numbers, docstrings, comments and layout only."""
    warp_names: frozenset[str]
    """Attributes of ``wp`` that it uses."""
    plain_names: frozenset[str]
    """Which of ``KEPT_NAMES`` it uses."""
    compares: bool
    """Whether it compares anything."""


def structure_of_words(words: list[str], names: Mapping[str, str], warp_names: Set[str]) -> Structure:
    """The structure of a source whose syntax is these words, in prefix order."""
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    return Structure(digest, frozenset(warp_names), frozenset(KEPT_NAMES & names.keys()), "Compare" in words)


def structure_of(module: Module) -> Structure:
    """The same as `generator.dataset.fingerprint.structure` of the module's text.

    KeyError for a construct that no synthesized kernel has.
    """
    words = _Words()
    words.write("Module", module.parts)
    return structure_of_words(words.found, words.names, words.warp_names)


class _Words:
    """Writes the words that `generator.dataset.fingerprint` finds in the same text, in prefix order."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.names: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.warp_names: set[str] = set()

    def write(self, *parts: Any) -> None:
        """Writes strings as they are, values and nodes by the tables, sequences between brackets."""
        for part in parts:
            kind = type(part)
            if kind is str:
                self.found.append(part)
            elif kind is Value:
                self.value(part)
            elif kind is list or kind is tuple:
                self.write("[", *part, "]")
            elif part is None:
                self.found.append("None")
            else:
                _NODES[kind](self, part)

    def value(self, value: Value) -> None:
        """Writes a value: names and signs between two operands, which are most, here; others by the table."""
        operation, operands = value.operation, value.operands
        if operation == "name":
            self.found += ("Name", self.numbered(operands[0]))
        elif operation in SIGNS:
            self.found.append("BinOp")
            self.value(operands[0])
            self.found.append(SIGNS[operation])
            self.value(operands[1])
        else:
            _VALUES[operation](self, operation, *operands)

    def numbered(self, name: str) -> str:
        """The word for a name: itself if it is kept, else its number."""
        if name in KEPT_NAMES:
            self.names[name] = name
        return self.names.setdefault(name, f"v{len(self.names)}")

    def attribute(self, _: str, owner: Value, word: str) -> None:
        self.found.append("Attribute")
        if owner.operation == "name" and owner.operands[0] == "wp":
            self.warp_names.add(word)
            self.found.append(word)
        else:
            self.value(owner)
            self.found.append(self.attributes.setdefault(word, f"a{len(self.attributes)}"))

    def literal(self, _: str, constant: object, *spelling: str) -> None:
        if isinstance(constant, int | float) and not isinstance(constant, bool):
            self.found += ("UnaryOp", "USub", "Constant", "0") if constant < 0 else ("Constant", "0")
        else:
            self.found += ("Constant", repr(constant))

    def call(self, _: str, function: Value, *arguments: Value) -> None:
        named = [each for each in arguments if each.operation == "keyword"]
        self.write("Call", function, [each for each in arguments if each.operation != "keyword"], named)

    def subscript(self, _: str, base: Value, *indices: Value) -> None:
        self.write("Subscript", base, *(indices if len(indices) == 1 else ("Tuple", indices)))

    def imported(self, node: Import) -> None:
        names = [word for given, own in node.names for word in ("alias", repr(given), repr(own or None))]
        self.write(*(("ImportFrom", repr(node.module), names, "0") if node.module else ("Import", names)))

    def assigned(self, node: Assign | Constant | Field, *targets: Value) -> None:
        if node.annotation is None:
            self.write("Assign", targets, node.value)
        else:
            self.write("AnnAssign", *targets, node.annotation, node.value, "1")

    def record(self, node: Class) -> None:
        self.write("ClassDef", self.numbered(node.name), node.bases, node.fields or [Jump("pass")], node.decorators)

    def function(self, node: Function) -> None:
        self.write("FunctionDef", self.numbered(node.name), "arguments", [], node.parameters, "None", [], [], "None")
        self.write([each.default for each in node.parameters if each.default is not None])
        self.write(_lines(node.body), node.decorators, node.returns)


def _lines(block: Block) -> list[Statement]:
    """The statements of a block without comments and empty lines; ``pass`` where none is left."""
    return _code(block) or [Jump("pass")]


def _code(block: Block) -> list[Statement]:
    return [each for each in block if type(each) not in (Comment, Blank)]


@cache
def _parsed(text: str) -> Value:
    return read_value(ast.parse(text, mode="eval").body, Source(text))


SIGNS, COMPARED, BEFORE = (
    {sign: node.__name__ for node, sign in signs.items()} for signs in (BINARY_SIGNS, COMPARISON_SIGNS, UNARY_SIGNS)
)
"""Binary operations, comparisons and unary operations -> names of Python's ast classes."""

_VALUES: dict[str, Callable[..., None]] = {
    **{"attribute": _Words.attribute, "literal": _Words.literal, "call": _Words.call, "subscript": _Words.subscript},
    **dict.fromkeys(COMPARED, lambda words, sign, left, right: words.write("Compare", left, [COMPARED[sign]], [right])),
    **dict.fromkeys(BEFORE, lambda words, operation, value: words.write("UnaryOp", BEFORE[operation], value)),
    "ternary": lambda words, _, chosen, condition, other: words.write("IfExp", condition, chosen, other),
    "keyword": lambda words, _, word, value: words.write("keyword", repr(word), value),
    "tuple": lambda words, _, *values: words.write("Tuple", values),
    "list": lambda words, _, *values: words.write("List", values),
    "and": lambda words, _, *values: words.write("BoolOp", "And", values),
    "or": lambda words, _, *values: words.write("BoolOp", "Or", values),
    "python": lambda words, _, text: words.write(_parsed(text)),  # what `wp.static` computes, as if it stood there
}
"""Operation -> its writer, called with the operation and its operands."""

_NODES: dict[type, Callable[[_Words, Any], None]] = {
    **{Import: _Words.imported, Class: _Words.record, Function: _Words.function},
    Parameter: lambda words, node: words.write("arg", words.numbered(node.name), node.annotation),
    **dict.fromkeys((Constant, Field), lambda words, node: words.assigned(node, name(node.name))),
    Assign: lambda words, node: words.assigned(node, *node.targets),
    Store: lambda words, node: words.write("Assign", [node.target], node.value),
    Augment: lambda words, node: words.write("AugAssign", node.target, SIGNS[node.sign], node.value),
    Call: lambda words, node: words.write("Expr", node.value),
    If: lambda words, node: words.write("If", node.condition, _lines(node.body), _code(node.otherwise)),
    For: lambda words, node: words.write("For", node.target, node.iterable, _lines(node.body), []),
    While: lambda words, node: words.write("While", node.condition, _lines(node.body), []),
    Return: lambda words, node: words.write("Return", node.value),
    Jump: lambda words, node: words.write(node.word.capitalize()),
}
"""Kind of a statement, or of a part of a module -> its writer."""
