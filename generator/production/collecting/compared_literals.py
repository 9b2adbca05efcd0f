"""Literals that a function compares its parameters with: hints at the values that they may have."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from typing import Any


def compared_literals(function: Callable[..., Any]) -> dict[str, list[Any]]:
    """Parameter -> the strings and integers in ``p == "forward"`` and ``p in ("a", "b")``, in order."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError):  # made at run time, or a line of something larger
        return {}
    found: dict[str, list[Any]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name):
            for value in (value for side in node.comparators for value in _literals(side)):
                if value not in found.setdefault(node.left.id, []):
                    found[node.left.id].append(value)
    return found


def _literals(node: ast.expr) -> Iterator[Any]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int) and not isinstance(node.value, bool):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for element in node.elts:
            yield from _literals(element)
