"""What a kernel is when names and numbers are taken away, of one that is a tree still: neither printed nor parsed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from generator.syntax.modules import Class, Constant, Field, Function, Import, Module, Parameter
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
from generator.syntax.walks.value_words import KEPT_NAMES, SIGNS, ValueWords


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


class _Words(ValueWords):
    """Writes the words that `generator.dataset.fingerprint` finds in the same text."""

    def node(self, node: Any) -> None:
        """A part of a module, or a statement."""
        _NODES[type(node)](self, node)

    def block(self, block: Block) -> None:
        self.each([each for each in block if type(each) not in (Comment, Blank)] or [Jump("pass")], self.node)

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
