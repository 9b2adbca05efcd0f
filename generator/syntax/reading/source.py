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
    """A text, its lines, and the comments in it by line."""

    text: str
    lines: list[str] = field(init=False)
    comments: dict[int, tuple[int, str]] = field(init=False)
    """Line -> column and text of its comment, without the hash and the space after it."""

    def __post_init__(self) -> None:
        self.lines = self.text.splitlines()
        hashes = [(number, line) for number, line in enumerate(self.lines, 1) if "#" in line]
        plain = not any(quote in line for _, line in hashes for quote in "\"'")
        if plain and not any(sign in self.text for sign in _OVER_LINES):  # no hash stands in a string
            self.comments = {number: (line.index("#"), _words(line[line.index("#") :])) for number, line in hashes}
            return
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        self.comments = {
            token.start[0]: (token.start[1], _words(token.string)) for token in tokens if token.type == tokenize.COMMENT
        }

    def segment(self, node: ast.expr) -> str:
        """The text of an expression, empty where it goes over several lines."""
        if node.end_lineno != node.lineno or node.end_col_offset is None:
            return ""
        line = self.lines[node.lineno - 1].encode()
        return line[node.col_offset : node.end_col_offset].decode()

    def own_line(self, line: int) -> tuple[int, str] | None:
        """Column and text of a comment that has the line to itself."""
        found = self.comments.get(line)
        return found if found and not self.lines[line - 1][: found[0]].strip() else None

    def is_empty(self, line: int) -> bool:
        return not self.lines[line - 1].strip()


def _words(comment: str) -> str:
    text = comment[1:]
    return (text[1:] if text.startswith(" ") else text).rstrip()
