"""Splits a PTX text into statements, in one pass whatever the length of its lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.emulation.ptx.program import PtxError

_STATEMENT = re.compile(
    r"""\s*+ (?: (?P<section> \.section\b [^}]*+ \} )
          | (?P<brace> [{}] )
          | (?P<label> [A-Za-z_$%][\w$.]*+ \s*+ :(?!:) )
          | (?P<line> \.(?:loc|file|version|target|address_size)\b [^\n]*+ )
          | (?P<head> (?:\.(?:visible|extern|weak|common)\s++)*+ \.(?:entry|func)\b [^;{]*+ [;{] )
          | (?P<other> [^;]*+ ; ) )""",
    re.VERBOSE | re.ASCII,
)
"""A statement: up to ``;``, a label's ``:``, a brace, or for some directives the end of the line.

A section holds debug information, whose lines are no statements.
"""
_LINE_COMMENT = re.compile(r"//[^\n]*+")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Pairs of first line and statement, without its ``;``; a function's head keeps its ``{``."""
    if "/*" in text:
        text = _without_block_comments(text)
    if "//" in text:
        text = _LINE_COMMENT.sub("", text)
    place, counted, line = 0, 0, 1
    while found := _STATEMENT.match(text, place):
        kind: Any = found.lastgroup
        begin = found.start(kind)
        line += text.count("\n", counted, begin)
        counted, place = begin, found.end()
        if kind != "section":
            statement = found[kind].rstrip("; \t\r\n")
            if statement:
                yield line, " ".join(statement.split()) if "\n" in statement else statement
    if rest := text[place:].strip()[:60]:
        line += text.count("\n", counted, len(text) - len(text[place:].lstrip()))
        raise PtxError(f"line {line}: a statement without its end: {rest!r}")


def _without_block_comments(text: str) -> str:
    parts, place = [], 0
    while (start := text.find("/*", place)) >= 0:
        end = text.find("*/", start)
        end = len(text) if end < 0 else end + 2
        parts += [text[place:start], "\n" * text.count("\n", start, end)]
        place = end
    return "".join([*parts, text[place:]])
