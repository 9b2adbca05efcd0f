"""A source text with what Python's ast drops: comments, empty lines, spellings of literals."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass, field

_OVER_LINES = ('"""', "'''", "\\\n")
"""Signs of strings over several lines."""


class NotReadable(Exception):
    """A text that cannot be read into a tree; ``args[0]`` is one line: where, and which construct."""


def refuse(node: ast.expr | ast.stmt, what: str) -> NotReadable:
    """The error for a construct that the tree has no place for."""
    return NotReadable(f"line {node.lineno}: {what}")


@dataclass
class Source:
    """A text, its lines, and the comments that have a line to themselves."""

    text: str
    lines: list[str] = field(init=False)
    comments: dict[int, tuple[int, str]] = field(init=False, default_factory=dict)
    """Number of a comment line -> its column and its text, without the hash and the space after it."""

    def __post_init__(self) -> None:
        text = self.text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = text.removesuffix("\n").split("\n")  # as Python's parser counts: a form feed ends none
        if not any(sign in text for sign in _OVER_LINES):  # no line begins in a string
            starts = [(number, line.find("#")) for number, line in enumerate(self.lines, 1)]
        else:
            tokens = tokenize.generate_tokens(io.StringIO(text).readline)
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
