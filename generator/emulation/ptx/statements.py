"""A PTX text cut into statements, in one pass over it however long its lines are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.emulation.ptx.program import PtxError

_STATEMENT = re.compile(
    r"""(?: (?P<section> \.section\b [^}]*+ \} )
          | (?P<brace> [{}] )
          | (?P<label> [A-Za-z_$%][\w$.]*+ \s*+ :(?!:) )
          | (?P<line> \.(?:loc|file|version|target|address_size)\b [^\n]*+ )
          | (?P<head> (?:\.(?:visible|extern|weak|common)\s++)*+ \.(?:entry|func)\b [^;{]*+ [;{] )
          | (?P<other> [^;]*+ ; ) )""",
    re.VERBOSE | re.ASCII,
)
"""A statement: up to ``;``, a label's ``:``, a brace, or the end of a line that is one by itself.

Sections hold tables of debuggers, whose lines are no statements.
"""
_SPACE = re.compile(r"\s*+")
_LINE_COMMENT = re.compile(r"//[^\n]*+")


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Statements without their ``;``, with the line on which each begins; a function's head keeps its ``{``."""
    if "/*" in text:
        text = _without_block_comments(text)
    if "//" in text:
        text = _LINE_COMMENT.sub("", text)
    place, line = 0, 1
    while True:
        begin = _SPACE.match(text, place).end()  # type: ignore[union-attr]
        line += text.count("\n", place, begin)
        if begin == len(text):
            return
        found = _STATEMENT.match(text, begin)
        if found is None:
            raise PtxError(f"line {line}: a statement without its end: {text[begin : begin + 60].strip()!r}")
        place = found.end()
        if found.lastgroup != "section":
            statement = found.group().rstrip("; \t\r\n")
            if statement:
                yield line, " ".join(statement.split()) if "\n" in statement else statement
        line += text.count("\n", begin, place)


def _without_block_comments(text: str) -> str:
    parts, place = [], 0
    while (start := text.find("/*", place)) >= 0:
        end = text.find("*/", start)
        end = len(text) if end < 0 else end + 2
        parts += [text[place:start], "\n" * text.count("\n", start, end)]
        place = end
    return "".join([*parts, text[place:]])
