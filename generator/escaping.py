"""Escapes foreign texts for a terminal and for Markdown. A leaf: every room may import it."""

from __future__ import annotations

import re
from html import escape

SHOWN = 300
"""Most letters of a foreign text in a line of a message; the rest is cut."""

_CONTROL, _CONTROL_BUT_LINES = re.compile(r"[\x00-\x1f\x7f-\x9f]"), re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#+!|~])")
_LINK = re.compile(r"(?i)\b(https?|ftp|www|mailto|javascript|data|vbscript)(?=[:.])")


def visible(text: object) -> str:
    """The text with unprintable characters escaped (``\\x1b``), except line breaks and tabs."""
    return "".join(c if c.isprintable() or c in "\n\t" else _written_out(c) for c in str(text))


def steering(text: str, lines: bool = True) -> str:
    """The first control character of a text as ``U+001B``, else ""; ``lines``: line breaks and tabs are allowed."""
    found = (_CONTROL_BUT_LINES if lines else _CONTROL).search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def one_line(text: object, letters: int = SHOWN) -> str:
    """The text in one line, with unprintable characters escaped, cut to ``letters``."""
    found = str(text)
    shown = "".join(c if c.isprintable() else _written_out(c) for c in found[:letters])
    return shown if len(found) <= letters else f"{shown}... ({len(found):,} letters)"


def for_markdown(text: object) -> str:
    """The text in one line of Markdown as plain words: no HTML, no link, no emphasis, no cell of a table."""
    flat = escape(one_line(text, 2_000), quote=False)
    return _LINK.sub(lambda found: f"{found[1]}\u200b", _MARKDOWN.sub(r"\\\1", flat))


def for_markdown_code(text: object) -> str:
    """The text for use between backticks: backticks and ``|``, which ends a table's cell, are replaced."""
    return one_line(text, 2_000).replace("`", "'").replace("|", "\u00a6")


def fence_of(text: str) -> str:
    """Backticks for a block of code: one more than the longest run in its text, at least three."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii") if ord(letter) > 31 else f"\\x{ord(letter):02x}"
