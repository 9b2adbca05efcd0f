"""Parses foreign Python only where its nesting is bounded, as the parser recurses, and may crash.

``ast.parse`` of a million minus signs is a MemoryError, a long sum a RecursionError in code that walks the tree, and
deep nesting has crashed interpreters. The tokenizer does not recurse, so tokens are counted first.
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize

MAX_LETTERS = 1_000_000
"""Longest text that is parsed, in letters."""
MAX_NESTING = 250
"""Deepest tree that is parsed: nested blocks, brackets and operators."""

_ERRORS = (tokenize.TokenError, SyntaxError)
_F_STRING = re.compile(r"[rR]?[fF]")
_IN_F_STRING = re.compile(rf"[^\w\s'\".]|\b(?:{'|'.join(keyword.kwlist)})\b")


class NotParsed(Exception):
    """A foreign text is no Python, or beyond the bounds; ``args[0]`` is one line."""


def parse(text: str) -> ast.Module:
    """The tree of a foreign Python text; raises ``NotParsed``."""
    reason = safe_to_parse(text)
    if reason:
        raise NotParsed(reason)
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise NotParsed(f"no Python: line {error.lineno}: {error.msg}") from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise NotParsed(f"no Python: {error or type(error).__name__}") from None


def safe_to_parse(text: str) -> str:
    """Why a text must not be parsed, in one line that names the bound; empty where it may be.

    The bound is on possible nesting, counted in tokens: operators of an expression (since the last comma of its
    bracket) and of all brackets around it, blocks, and ``elif``, each of which is nested in the one before.
    """
    if len(text) > MAX_LETTERS:
        return f"{len(text):,} letters of Python: more than {MAX_LETTERS:,}"
    if "\0" in text:
        return "a NUL in Python"
    nesting = _Nesting()
    lines = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"))  # as the parser reads them
    try:
        for token in tokenize.generate_tokens(lines.readline):
            if nesting.after(token) > MAX_NESTING:
                return f"Python nested deeper than {MAX_NESTING} in line {token.start[0]}"
    except _ERRORS:
        return ""  # the parser will stop at the same fault, so it reads no more than was counted
    return ""


class _Nesting:
    """An upper bound of the tree's depth at each token."""

    def __init__(self) -> None:
        self.first = True
        self.blocks = 0
        self.branches = 0
        self.brackets = [0]
        self.lambdas = [False]

    def after(self, token: tokenize.TokenInfo) -> int:
        """Count a token; returns the depth after it."""
        kind, text = token.type, token.string
        if self.first and self.blocks == 0 and kind in (tokenize.NAME, tokenize.OP) and text not in ("elif", "else"):
            self.branches = 0  # a statement of its own
        self.first = kind in (tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)
        if kind == tokenize.INDENT:
            self.blocks += 1
        elif kind == tokenize.DEDENT:
            self.blocks -= 1
        elif kind == tokenize.NEWLINE:
            self.brackets, self.lambdas = [0], [False]
        elif kind == tokenize.STRING and _F_STRING.match(text):
            self.brackets[-1] += len(_IN_F_STRING.findall(text))  # until 3.12 an f-string is one token
        elif kind == tokenize.NAME and keyword.iskeyword(text):
            self.branches += text == "elif"
            self.lambdas[-1] |= text == "lambda"
            self.brackets[-1] += 1
        elif kind == tokenize.OP:
            self._operator(text)
        return self.blocks + self.branches + sum(self.brackets)

    def _operator(self, text: str) -> None:
        if text in "([{":
            self.brackets[-1] += 1
            self.brackets.append(0)
            self.lambdas.append(False)
        elif text in ")]}" and len(self.brackets) > 1:
            self.brackets.pop()
            self.lambdas.pop()
        elif text == "," and not self.lambdas[-1]:  # the next part is not nested in the previous one
            self.brackets[-1] = 0
        else:
            self.brackets[-1] += 1
