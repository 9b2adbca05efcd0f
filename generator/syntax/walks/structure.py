"""The structure of a kernel, without names and numbers, from its tree: neither printed nor parsed."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable, Mapping, Set
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
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
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


def structure_of_words(words: list[str], names: Mapping[str, str], warp_names: Iterable[str]) -> Structure:
    """The structure of a source whose syntax is these words, in prefix order."""
    digest = hashlib.blake2b(" ".join(words).encode(), digest_size=8).hexdigest()
    return Structure(digest, frozenset(warp_names), frozenset(KEPT_NAMES & names.keys()), "Compare" in words)


def structure_of(module: Module) -> Structure:
    """The same as `generator.dataset.fingerprint.structure` of the module's text.

    KeyError for a construct that no synthesized kernel has.
    """
    words = _Words()
    words.write(("Module", module.parts))
    return structure_of_words(words.found, words.names, words.warp_names)


class _Given(str):
    """A name where it is introduced: its number is written, without a word before it."""


class _Numbers(dict[str, str]):
    """Name -> its word: itself if it is kept, else its number in order of appearance."""

    def __init__(self, letter: str, kept: Set[str]) -> None:
        self.letter, self.kept = letter, kept

    def __missing__(self, word: str) -> str:
        found = self[word] = word if word in self.kept else f"{self.letter}{len(self)}"
        return found


class _Words:
    """Writes the words that `generator.dataset.fingerprint` finds in the same text, in prefix order."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.names, self.attributes = _Numbers("v", KEPT_NAMES), _Numbers("a", frozenset())
        self.warp_names: list[str] = []

    def write(self, parts: Iterable[Any]) -> None:
        """Writes strings as they are, values and nodes by the tables, sequences between brackets."""
        found, names = self.found, self.names
        for part in parts:
            kind = type(part)
            if kind is str:
                found += (part,)
            elif kind is Value:
                operation, operands = part.operation, part.operands
                if operation == "name":
                    found += ("Name", names[operands[0]])
                elif operation == "literal":
                    found += _literal(operation, *operands)
                elif operation != "attribute":
                    self.write(_VALUES[operation](operation, *operands))
                elif operands[0].operation == "name" and operands[0].operands[0] == "wp":
                    self.warp_names += operands[1:]
                    found += ("Attribute", operands[1])
                else:
                    self.write(("Attribute", operands[0]))
                    found += (self.attributes[operands[1]],)
            elif kind is list or kind is tuple:
                found += ("[",)
                self.write(part)
                found += ("]",)
            elif part is None:
                found += ("None",)
            elif kind is _Given:
                found += (names[part],)
            elif kind is not Comment and kind is not Blank:
                self.write(_NODES[kind](part))


Parts = Iterable[Any]
"""Words, and what words are made of: values, nodes, and sequences of these."""


def _literal(_: str, constant: object, *spelling: str) -> Parts:
    if type(constant) is int or type(constant) is float:
        return ("UnaryOp", "USub", "Constant", "0") if constant < 0 else ("Constant", "0")
    return "Constant", repr(constant)


def _call(_: str, function: Value, *arguments: Value) -> Parts:
    named = [each for each in arguments if each.operation == "keyword"]
    return "Call", function, [each for each in arguments if each.operation != "keyword"] if named else arguments, named


def _subscript(_: str, base: Value, *indices: Value) -> Parts:
    return ("Subscript", base, *indices) if len(indices) == 1 else ("Subscript", base, "Tuple", indices)


def _import(node: Import) -> Parts:
    names = [word for given, own in node.names for word in ("alias", repr(given), repr(own or None))]
    return ("ImportFrom", repr(node.module), names, "0") if node.module else ("Import", names)


def _assign(node: Assign | Constant | Field, targets: tuple[Value, ...]) -> Parts:
    if node.annotation is None:
        return "Assign", targets, node.value
    return "AnnAssign", *targets, node.annotation, node.value, "1"


def _class(node: Class) -> Parts:
    return "ClassDef", _Given(node.name), node.bases, node.fields or [Jump("pass")], node.decorators


def _function(node: Function) -> Parts:
    defaults = [each.default for each in node.parameters if each.default is not None]
    arguments: Parts = ("arguments", [], node.parameters, "None", [], [], "None", defaults)
    body = [Jump("pass")] if all(isinstance(each, Comment | Blank) for each in node.body) else node.body
    return "FunctionDef", _Given(node.name), *arguments, body, node.decorators, node.returns


@cache
def _parsed(text: str) -> Value:
    return read_value(ast.parse(text, mode="eval").body, Source(text))


SIGNS, COMPARED, BEFORE = (
    {sign: node.__name__ for node, sign in signs.items()} for signs in (BINARY_SIGNS, COMPARISON_SIGNS, UNARY_SIGNS)
)
"""Binary operations, comparisons and unary operations -> names of Python's ast classes."""

_VALUES: dict[str, Callable[..., Parts]] = {
    **{"literal": _literal, "call": _call, "subscript": _subscript},
    **dict.fromkeys(SIGNS, lambda sign, left, right: ("BinOp", left, SIGNS[sign], right)),
    **dict.fromkeys(COMPARED, lambda sign, left, right: ("Compare", left, [COMPARED[sign]], [right])),
    **dict.fromkeys(BEFORE, lambda operation, value: ("UnaryOp", BEFORE[operation], value)),
    "ternary": lambda _, chosen, condition, other: ("IfExp", condition, chosen, other),
    "keyword": lambda _, word, value: ("keyword", repr(word), value),
    "tuple": lambda _, *values: ("Tuple", values),
    "list": lambda _, *values: ("List", values),
    "and": lambda _, *values: ("BoolOp", "And", values),
    "or": lambda _, *values: ("BoolOp", "Or", values),
    "python": lambda _, text: (_parsed(text),),  # what `wp.static` computes, as if it stood there
}
"""Operation -> its parts, made of the operation and its operands."""

_NODES: dict[type, Callable[[Any], Parts]] = {
    **{Import: _import, Class: _class, Function: _function},
    Parameter: lambda node: ("arg", _Given(node.name), node.annotation),
    **dict.fromkeys((Constant, Field), lambda node: _assign(node, (name(node.name),))),
    Assign: lambda node: _assign(node, node.targets),
    Store: lambda node: ("Assign", [node.target], node.value),
    Augment: lambda node: ("AugAssign", node.target, SIGNS[node.sign], node.value),
    Call: lambda node: ("Expr", node.value),
    If: lambda node: ("If", node.condition, node.body, node.otherwise),
    For: lambda node: ("For", node.target, node.iterable, node.body, []),
    While: lambda node: ("While", node.condition, node.body, []),
    Return: lambda node: ("Return", node.value),
    Jump: lambda node: (node.word.capitalize(),),
}
"""Kind of a statement, or of a part of a module -> its parts."""
