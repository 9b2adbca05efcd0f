"""A source text, for what Python's ast drops: spellings of literals, and comments."""

from __future__ import annotations

import ast


class NotReadable(Exception):
    """A text that cannot be read into a tree; ``args[0]`` is one line: where, and which construct."""


def refuse(node: ast.expr | ast.stmt, what: str) -> NotReadable:
    """The error for a construct that the tree has no place for."""
    return NotReadable(f"line {node.lineno}: {what}")


class Source:
    """The lines of a text, as Python's parser counts them: a form feed ends none."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def segment(self, node: ast.expr) -> str:
        """The text of an expression, empty where it goes over several lines."""
        if node.end_lineno != node.lineno or node.end_col_offset is None:
            return ""
        line = self.lines[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()

    def comments_above(self, line: int) -> list[str]:
        """The comments in the lines directly above one, each without the hash and the space after it."""
        first = line - 1
        while first and self.lines[first - 1].lstrip().startswith("#"):
            first -= 1
        return [each.strip()[1:].removeprefix(" ") for each in self.lines[first : line - 1]]
