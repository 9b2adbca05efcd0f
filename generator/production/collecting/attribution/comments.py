"""Comments and docstrings of Python files, found by the tokenizer: no recursion, and nothing is run."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

_SILENT = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
_QUOTES = re.compile(r"^[rRuUbB]*('''|\"\"\"|'|\")|('''|\"\"\"|'|\")$")


@dataclass(frozen=True)
class Passage:
    """Comments on consecutive lines, or a docstring; ``line`` is its first line.

    ``head`` is set where no statement stands above it.
    """

    line: int
    text: str
    head: bool


@dataclass(frozen=True)
class _Said:
    token: tokenize.TokenInfo
    head: bool


def passages(source: str) -> list[Passage]:
    """All comments and docstrings of a file, in order; raises SyntaxError where it is not tokens of Python."""
    found: list[list[_Said]] = []
    for said in _said(source):
        above = found[-1][-1] if found else None
        if above and _goes_on(above.token, said.token):
            found[-1].append(said)
        else:
            found.append([said])
    return [Passage(block[0].token.start[0], "\n".join(map(_words, block)), block[0].head) for block in found]


def _said(source: str) -> Iterator[_Said]:
    lines = io.StringIO(source.replace("\r\n", "\n").replace("\r", "\n"))
    head, opens, string = True, True, None
    try:
        for token in tokenize.generate_tokens(lines.readline):
            if token.type == tokenize.COMMENT:
                yield _Said(token, head)
            elif token.type == tokenize.STRING and opens:
                string = token  # a docstring if the statement ends after it
            elif token.type == tokenize.NEWLINE and string:
                yield _Said(string, head)
                string = None
            elif token.type not in _SILENT:
                head, string = False, None
            if token.type not in _SILENT:
                opens = token.type == tokenize.NEWLINE
    except tokenize.TokenError as error:
        raise SyntaxError(str(error.args[0])) from None


def _goes_on(above: tokenize.TokenInfo, below: tokenize.TokenInfo) -> bool:
    """Whether both are comments, one below the other in the same column."""
    both = above.type == below.type == tokenize.COMMENT
    return both and (above.start[0] + 1, above.start[1]) == below.start


def _words(said: _Said) -> str:
    if said.token.type == tokenize.COMMENT:
        return said.token.string.lstrip("#").strip()
    return _QUOTES.sub("", said.token.string).strip()
