"""Code as the words of a language model: forms, not vocabulary, so that every set of kernels is read by one tokenizer.

A name that is neither Python's nor Warp's is written as how recently it was used: ``new`` at its first use, ``n0`` for
the last one used, up to ``n9`` for all that lie further back. A string is ``<string>``, a number of one digit itself,
another one ``<integer>`` or ``<float>``. Comments, docstrings and layout do not count.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Sequence

from benchmarks.likeness.kernel_source import WARP

KEPT = frozenset(
    "def return if elif else for while in and or not range True False None pass break continue wp int float bool len "
    "min max abs is".split()
)
"""Names with a fixed meaning, besides those after ``wp.``."""

FARTHEST = 9
"""Names further back than this share one word."""

_LAYOUT = {
    tokenize.NEWLINE: "<newline>",
    tokenize.INDENT: "<indent>",
    tokenize.DEDENT: "<dedent>",
    tokenize.STRING: "<string>",
}
_LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}


def code_tokens(statements: Sequence[ast.stmt]) -> list[str]:
    """Words of the statements, after ``ast.unparse``."""
    text = "\n".join(map(ast.unparse, statements)) + "\n"
    found: list[str] = []
    recent: list[str] = []
    before, last = "", ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _LEFT_OUT:
            continue
        word = token.string
        if token.type in _LAYOUT:
            word = _LAYOUT[token.type]
        elif token.type == tokenize.NUMBER:
            word = _number(word)
        elif token.type == tokenize.NAME and word not in KEPT and not (last == "." and before in WARP):
            word = _by_recency(word, recent)
        found.append(word)
        before, last = last, token.string
    return found


def _number(text: str) -> str:
    if "." in text or "e" in text:
        return "<float>"
    return text if len(text) == 1 else "<integer>"


def _by_recency(name: str, recent: list[str]) -> str:
    """The word of a name, by its place in ``recent``; it becomes the last there."""
    word = "new"
    if name in recent:
        word = f"n{min(recent[::-1].index(name), FARTHEST)}"
        recent.remove(name)
    recent.append(name)
    return word
