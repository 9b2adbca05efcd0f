"""Code as highlighted HTML lines, and the line of Python from which each line of generated code came."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, Operator, Punctuation, String, Token, _TokenType

LONGEST = 900
"""Most lines shown of one text."""

_LEXERS = {"python": "python", "cuda": "cuda", "cpp": "cpp", "makefile": "make"}
_CLASSES: tuple[tuple[_TokenType, str], ...] = (
    (Comment.Preproc, "p"),
    (Comment, "c"),
    (Keyword, "k"),
    (Name.Function, "f"),
    (Name.Decorator, "d"),
    (Name.Builtin, "b"),
    (Name.Class, "f"),
    (String, "s"),
    (Number, "n"),
    (Literal, "n"),
    (Operator.Word, "k"),
    (Operator, "o"),
    (Punctuation, "o"),
    (Token, ""),
)
"""Kind of token -> CSS class; the first match is used."""

_FROM_LINE = re.compile(r"//.*<L (\d+)>$")


def highlighted(text: str, column: str) -> list[str]:
    """HTML of each line."""
    lines = [""]
    for kind, value in _lexer(column).get_tokens(text.rstrip("\n")):
        name = _class_of(kind)
        for i, piece in enumerate(value.split("\n")):
            if i:
                lines.append("")
            if piece:
                lines[-1] += f'<i class="{name}">{escape(piece)}</i>' if name else escape(piece)
    return _cut(lines[:-1] if not lines[-1] else lines)


def python_lines(text: str) -> list[int]:
    """For each line of code that Warp emitted: the line of Python (from 1) that it came from, 0 where there is none.

    Warp writes the Python line before the statements of the forward pass and after those of the adjoint.
    """
    found: list[int] = []
    part, current, waiting = "", 0, 0
    for index, line in enumerate(text.rstrip("\n").split("\n")):
        match = _FROM_LINE.match(line.strip())
        if line.strip() in ("// forward", "// reverse"):
            part, current, waiting = line.strip(), 0, index + 1
        elif line.startswith("}") or line.strip() == "//---------":
            part = ""
        elif match:
            current = int(match[1])
        found.append(current if part == "// forward" else 0)
        if part == "// reverse" and match:
            found[waiting:] = [current] * (index + 1 - waiting)
            waiting = index + 1
    return found[:LONGEST]


def _cut(lines: list[str]) -> list[str]:
    if len(lines) <= LONGEST:
        return lines
    return [*lines[:LONGEST], f'<i class="c">... {len(lines) - LONGEST:,} more lines</i>']


@lru_cache
def _lexer(column: str) -> Lexer:
    name = next((lexer for prefix, lexer in _LEXERS.items() if column.startswith(prefix)), "text")
    return get_lexer_by_name(name, stripnl=False)


@lru_cache(maxsize=256)
def _class_of(kind: _TokenType) -> str:
    return next(name for family, name in _CLASSES if kind in family)
