"""The fingerprint of a kernel: a hash of its syntax tree without names and numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from generator.syntax.walks.structure import KEPT_NAMES, Structure, structure_of_words


def fingerprint(source: str) -> str:
    """16 hexadecimal digits, equal for sources that differ in names, numbers, docstrings, comments and layout only."""
    return structure(source).fingerprint


def structure(source: str) -> Structure:
    """Fingerprint and names of a source; SyntaxError when it is not Python."""
    walk = _Walk()
    walk.visit(ast.parse(source))
    return structure_of_words(walk.words, walk.names, walk.warp_names)


class _Walk:
    """Writes the tree as words, in prefix order."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.names: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.warp_names: set[str] = set()

    def visit(self, node: ast.AST) -> None:
        kind = type(node)
        self.words.append(kind.__name__)
        special = _SPECIAL.get(kind)
        if special is not None:
            special(self, node)
        else:
            for name in _FIELDS.get(kind) or _fields(kind):
                self.value(getattr(node, name))

    def value(self, value: object) -> None:
        if isinstance(value, ast.AST):
            self.visit(value)
        elif isinstance(value, list):
            self.words.append("[")
            for item in value:
                self.value(item)
            self.words.append("]")
        else:
            self.words.append(repr(value))

    def name(self, name: str) -> None:
        if name in KEPT_NAMES:
            self.names[name] = name
        self.words.append(self.names.setdefault(name, f"v{len(self.names)}"))

    def on_name(self, node: ast.Name) -> None:
        self.name(node.id)

    def on_argument(self, node: ast.arg) -> None:
        self.name(node.arg)
        self.value(node.annotation)

    def on_attribute(self, node: ast.Attribute) -> None:
        # Fields and components are names as well, but a struct's declaration cannot be told from a local variable by
        # name alone: they are numbered apart.
        if isinstance(node.value, ast.Name) and node.value.id == "wp":
            self.warp_names.add(node.attr)
            self.words.append(node.attr)
        else:
            self.visit(node.value)
            self.words.append(self.attributes.setdefault(node.attr, f"a{len(self.attributes)}"))

    def on_constant(self, node: ast.Constant) -> None:
        value = node.value
        masked = isinstance(value, (int, float, complex)) and not isinstance(value, bool)
        self.words.append("0" if masked else repr(value))

    def on_function(self, node: ast.FunctionDef) -> None:
        self.name(node.name)
        self.visit(node.args)
        self.body(node.body)
        self.value(node.decorator_list)
        self.value(node.returns)

    def on_class(self, node: ast.ClassDef) -> None:
        self.name(node.name)
        self.value(node.bases)
        self.body(node.body)
        self.value(node.decorator_list)

    def body(self, statements: list[ast.stmt]) -> None:
        first = statements[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            statements = statements[1:] or [ast.Pass()]
        self.value(statements)


_SPECIAL: dict[type[ast.AST], Callable[[_Walk, Any], None]] = {
    ast.Name: _Walk.on_name,
    ast.arg: _Walk.on_argument,
    ast.Attribute: _Walk.on_attribute,
    ast.Constant: _Walk.on_constant,
    ast.FunctionDef: _Walk.on_function,
    ast.ClassDef: _Walk.on_class,
}

# `ctx` follows from the place; the other fields are not the same in every version of Python.
_LEFT_OUT = frozenset({"ctx", "kind", "type_comment", "type_params", "type_ignores"})
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    return _FIELDS.setdefault(kind, tuple(name for name in kind._fields if name not in _LEFT_OUT))
