"""The syntax tree of a text that is asked for twice: what reads a row's source, and then Warp, which may change it."""

from __future__ import annotations

import ast

_last: dict[str, ast.Module] = {}
"""The text that was parsed last, with its tree."""


def tree_of(source: str) -> ast.Module:
    """Python's tree of a text; SyntaxError where there is none. Nobody may change it."""
    if (found := _last.get(source)) is None:
        found = ast.parse(source)
        _last.clear()
        _last[source] = found
    return found


def taken_tree(source: str) -> ast.Module:
    """The same for one who may change it: nobody else is given it any more."""
    return _last.pop(source, None) or ast.parse(source)
