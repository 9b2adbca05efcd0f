"""What is not read."""

from __future__ import annotations

import ast


class NotReadable(Exception):
    """A text that is no kernel of ours to read; ``args[0]`` is one line: where, and which construct."""


def refuse(node: ast.AST, what: str) -> NotReadable:
    """The error for a construct that the tree has no place for."""
    line = getattr(node, "lineno", 0)
    return NotReadable(f"line {line}: {what}" if line else what)
