"""The text that a tree is read from: what Python's parser drops of it, comments, empty lines and spellings."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass, field

_OVER_LINES = ('"""', "'''", "\\\n", "\f", "\v", "\r", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
"""What strings that go over several lines hold, and what ends a line for Python's strings but not for its parser."""


class NotReadable(Exception):
    """A text that is no kernel of ours to read; ``args[0]`` is one line: where, and which construct."""


def refuse(node: ast.expr | ast.stmt, what: str) -> NotReadable:
    """The error for a construct that the tree has no place for."""
    return NotReadable(f"line {node.lineno}: {what}")


@dataclass
class Source:
    """A text, its lines, and the comments that have a line to themselves."""

    text: str
    lines: list[str] = field(init=False)
    comments: dict[int, tuple[int, str]] = field(init=False, default_factory=dict)
    """Line that is a comment alone -> column and text of it, without the hash and the space after it."""

    def __post_init__(self) -> None:
        self.lines = self.text.splitlines()
        if not any(sign in self.text for sign in _OVER_LINES):  # no line begins in a string
            starts = [(number, line.find("#")) for number, line in enumerate(self.lines, 1)]
        else:
            tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
            starts = [token.start for token in tokens if token.type == tokenize.COMMENT]
        for number, column in starts:
            line = self.lines[number - 1]
            if column >= 0 and not line[:column].strip():
                self.comments[number] = column, line[column + 1 :].removeprefix(" ").rstrip()

    def segment(self, node: ast.expr) -> str:
        """The text of an expression, empty where it goes over several lines."""
        if node.end_lineno != node.lineno or node.end_col_offset is None:
            return ""
        line = self.lines[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()

    def is_empty(self, line: int) -> bool:
        return not self.lines[line - 1].strip()
