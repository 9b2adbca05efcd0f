"""What a kernel is when names and numbers are taken away, of one that is a tree still: neither printed nor parsed."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from typing import Any

from generator.syntax.modules import Class, Constant, Field, Function, Import, Module, Parameter
from generator.syntax.reading.source import Source
from generator.syntax.reading.value_reader import read_value
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
    Store,
    While,
)
from generator.syntax.values import Value

KEPT_NAMES = frozenset({"wp", "range", "len", "int", "float", "bool", "min", "max", "abs"})
"""Names that mean something by themselves; all others are numbered in order of appearance."""

SIGNS = {
    **{"+": "Add", "-": "Sub", "*": "Mult", "/": "Div", "//": "FloorDiv", "%": "Mod", "@": "MatMult", "**": "Pow"},
    **{"|": "BitOr", "^": "BitXor", "&": "BitAnd", "<<": "LShift", ">>": "RShift"},
}
"""Binary sign -> Python's name of the operation."""

COMPARED = {
    **{"==": "Eq", "!=": "NotEq", "<": "Lt", "<=": "LtE", ">": "Gt", ">=": "GtE"},
    **{"in": "In", "not in": "NotIn", "is": "Is", "is not": "IsNot"},
}
"""Sign of a comparison -> Python's name."""

BEFORE = {"neg": "USub", "pos": "UAdd", "invert": "Invert", "not": "Not"}
"""Operation of one operand -> Python's name."""


@dataclass(frozen=True)
class Structure:
    """What one pass over a source finds: its fingerprint, and names that mean something by themselves."""

    fingerprint: str
    """16 hexadecimal digits, equal for sources that differ in names, numbers, docstrings, comments and layout only."""
    warp_names: frozenset[str]
    """What it takes from ``wp``."""
    plain_names: frozenset[str]
    """Which of ``KEPT_NAMES`` it uses."""
    compares: bool
    """Whether it compares anything."""


def structure_of_words(words: list[str], names: Mapping[str, str], warp_names: Set[str]) -> Structure:
    """The structure of a source whose syntax is these words, in prefix order."""
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    return Structure(digest, frozenset(warp_names), frozenset(KEPT_NAMES & names.keys()), "Compare" in words)


def structure_of(module: Module) -> Structure:
    """What `generator.dataset.fingerprint.structure` finds in the module's text.

    KeyError for what no synthesized kernel has.
    """
    words = _Words()
    words.add("Module")
    words.each(module.parts, words.node)
    return structure_of_words(words.found, words.names, words.warp_names)


class _Words:
    """Writes the words that `generator.dataset.fingerprint` finds in the same text."""

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

    def node(self, node: Any) -> None:
        """A part of a module, or a statement."""
        _NODES[type(node)](self, node)

    def block(self, block: Block) -> None:
        self.each([each for each in block if type(each) not in (Comment, Blank)] or [Jump("pass")], self.node)

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
            _VALUES[operation](self, operands)

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
        base, *indices = operands
        self.add("Subscript")
        self.value(base)
        if len(indices) == 1:
            self.value(indices[0])
        else:
            self.several("Tuple", values=indices)

    def call(self, operands: tuple[Any, ...]) -> None:
        function, *arguments = operands
        self.add("Call")
        self.value(function)
        self.each([each for each in arguments if each.operation != "keyword"], self.value)
        self.each([each for each in arguments if each.operation == "keyword"], self.value)

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

    def assignment(self, targets: Iterable[Value], value: Value, annotation: Value | None = None) -> None:
        if annotation is None:
            self.several("Assign", values=targets)
            self.value(value)
            return
        self.add("AnnAssign")
        for part in (*targets, annotation, value):
            self.value(part)
        self.add("1")

    def augmented(self, node: Augment) -> None:
        self.add("AugAssign")
        self.value(node.target)
        self.add(SIGNS[node.sign])
        self.value(node.value)

    def branch(self, node: If) -> None:
        self.add("If")
        self.value(node.condition)
        self.block(node.body)
        self.each([each for each in node.otherwise if type(each) not in (Comment, Blank)], self.node)

    def loop(self, kind: str, head: Iterable[Value], body: Block) -> None:
        self.add(kind)
        for value in head:
            self.value(value)
        self.block(body)
        self.found += ("[", "]")

    def imported(self, node: Import) -> None:
        self.add("ImportFrom" if node.module else "Import")
        if node.module:
            self.add(repr(node.module))
        self.each(node.names, lambda pair: self.found.extend(("alias", repr(pair[0]), repr(pair[1] or None))))
        if node.module:
            self.add("0")

    def member(self, node: Field) -> None:
        target = Value("name", (node.name,))
        if node.annotation is None:
            assert node.value is not None, "a member without a type has a value"
            self.assignment((target,), node.value)
            return
        self.add("AnnAssign")
        self.value(target)
        self.value(node.annotation)
        self.optional(node.value)
        self.add("1")

    def record(self, node: Class) -> None:
        self.add("ClassDef")
        self.name(node.name)
        self.each(node.bases, self.value)
        self.each(node.fields or [Jump("pass")], self.node)
        self.each(node.decorators, self.value)

    def function(self, node: Function) -> None:
        self.add("FunctionDef")
        self.name(node.name)
        self.found += ("arguments", "[", "]")
        self.each(node.parameters, self.parameter)
        self.found += ("None", "[", "]", "[", "]", "None")
        self.each([each.default for each in node.parameters if each.default is not None], self.value)
        self.block(node.body)
        self.each(node.decorators, self.value)
        self.optional(node.returns)

    def parameter(self, node: Parameter) -> None:
        self.add("arg")
        self.name(node.name)
        self.optional(node.annotation)


@cache
def _parsed(text: str) -> Value:
    return read_value(ast.parse(text, mode="eval").body, Source(text))


_VALUES: dict[str, Callable[[_Words, tuple[Any, ...]], None]] = {
    "attribute": _Words.attribute,
    "subscript": _Words.subscript,
    "call": _Words.call,
    "python": _Words.python,
    "ternary": _Words.ternary,
    "keyword": lambda words, operands: words.one("keyword", repr(operands[0]), value=operands[1]),
    "tuple": lambda words, operands: words.several("Tuple", values=operands),
    "and": lambda words, operands: words.several("BoolOp", "And", values=operands),
    "or": lambda words, operands: words.several("BoolOp", "Or", values=operands),
}
"""Operation of a value -> what writes it, where the tables of signs do not have it."""

_NODES: dict[type, Callable[[_Words, Any], None]] = {
    Import: _Words.imported,
    Constant: lambda words, node: words.assignment((Value("name", (node.name,)),), node.value, node.annotation),
    Class: _Words.record,
    Field: _Words.member,
    Function: _Words.function,
    Assign: lambda words, node: words.assignment(node.targets, node.value, node.annotation),
    Store: lambda words, node: words.assignment((node.target,), node.value),
    Augment: _Words.augmented,
    Call: lambda words, node: words.one("Expr", value=node.value),
    If: _Words.branch,
    For: lambda words, node: words.loop("For", (node.target, node.iterable), node.body),
    While: lambda words, node: words.loop("While", (node.condition,), node.body),
    Return: lambda words, node: words.one("Return", value=node.value),
    Jump: lambda words, node: words.add(node.word.capitalize()),
}
"""Kind of a statement, or of a part of a module -> what writes it."""
