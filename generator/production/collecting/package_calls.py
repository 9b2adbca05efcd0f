"""Calls of a factory in its package's own text, with their arguments evaluated in the calling module."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.production.collecting.places import SourceModule, source_modules

MOST_CALLS = 12
"""Most calls of one factory that are read."""

UNKNOWN = object()
"""An argument whose value only running the package would give."""


@dataclass(frozen=True)
class PackageCall:
    """A call of a factory: where it stands, and values of its arguments (``UNKNOWN`` for most local variables)."""

    place: str
    positional: tuple[Any, ...]
    named: dict[str, Any]

    def bound(self, signature: inspect.Signature) -> dict[str, Any]:
        """Parameter -> value, known ones alone; empty where the call does not fit the signature."""
        try:
            arguments = signature.bind_partial(*self.positional, **self.named).arguments
        except TypeError:
            return {}
        return {name: value for name, value in arguments.items() if value is not UNKNOWN}


def package_calls(root: Path, name: str, own: SourceModule) -> Iterator[PackageCall]:
    """Calls of the function or class ``name`` in the modules below ``root``, which are imported; module ``own`` first.

    Runs the package's code: only inside an isolated process.
    """
    count = 0
    for module in [own, *(other for other in source_modules(root) if other.name != own.name)]:
        for scope, call in _calls(module.path, name):
            if count == MOST_CALLS:
                return
            with suppress(Exception, SystemExit):  # names that it had before it failed may be enough
                importlib.import_module(module.name)
            if module.name not in sys.modules:
                break
            namespace = vars(sys.modules[module.name])
            count += 1
            yield _evaluated(call, scope, dict(namespace), f"{module.path.relative_to(root).as_posix()}:{call.lineno}")


def _calls(path: Path, name: str) -> Iterator[tuple[Sequence[ast.AST], ast.Call]]:
    """Calls of ``name``, each with the functions around it, the outermost first."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if f"{name}(" not in text:
        return
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    waiting: list[tuple[tuple[ast.AST, ...], ast.AST]] = [((), tree)]
    while waiting:
        around, node = waiting.pop(0)
        if isinstance(node, ast.Call) and _called_name(node) == name:
            yield around, node
        inner = (*around, node) if isinstance(node, ast.FunctionDef) else around
        waiting.extend((inner, child) for child in ast.iter_child_nodes(node))


def _called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _evaluated(call: ast.Call, around: Sequence[ast.AST], names: dict[str, Any], place: str) -> PackageCall:
    for function in around:
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value = _value(node.value, names)
                if value is not UNKNOWN:
                    names.setdefault(node.targets[0].id, value)
    positional = [_value(argument, names) for argument in call.args if not isinstance(argument, ast.Starred)]
    named = {keyword.arg: _value(keyword.value, names) for keyword in call.keywords if keyword.arg}
    return PackageCall(place, tuple(positional), named)


def _value(expression: ast.expr, names: dict[str, Any]) -> Any:
    try:
        return eval(compile(ast.Expression(expression), "<argument>", "eval"), names)
    except Exception:  # a local variable, or any error of a foreign expression
        return UNKNOWN
