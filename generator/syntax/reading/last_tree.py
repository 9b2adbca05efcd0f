"""A cache of one ast: a row's source is parsed once for our readers and for Warp, which may change the tree."""

from __future__ import annotations

import ast

_last: dict[str, ast.Module] = {}
"""The text that was parsed last, with its tree."""


def tree_of(source: str) -> ast.Module:
    """The ast of a text, which no caller may change; SyntaxError where the text is no Python."""
    if (found := _last.get(source)) is None:
        found = ast.parse(source)
        _last.clear()
        _last[source] = found
    return found


def taken_tree(source: str) -> ast.Module:
    """The ast of a text for a caller who may change it: it leaves the cache."""
    return _last.pop(source, None) or ast.parse(source)
