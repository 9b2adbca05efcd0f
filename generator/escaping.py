"""Texts of others made harmless where they are shown: in a terminal, in Markdown. A leaf: every room may import it."""

from __future__ import annotations

import re
from html import escape

SHOWN = 300
"""Letters of a foreign text that stand in one line of a message; the rest is cut."""

_CONTROL, _CONTROL_BUT_LINES = re.compile(r"[\x00-\x1f\x7f-\x9f]"), re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]#+!|~])")
_LINK = re.compile(r"(?i)\b(https?|ftp|www|mailto|javascript|data|vbscript)(?=[:.])")


def visible(text: object) -> str:
    """The text with what steers a terminal written out (``\\x1b``), line breaks and tabs kept."""
    return "".join(c if c.isprintable() or c in "\n\t" else _written_out(c) for c in str(text))


def steering(text: str, lines: bool = True) -> str:
    """The first control character of a text as ``U+001B``, else nothing; ``lines``: it may have breaks and tabs."""
    found = (_CONTROL_BUT_LINES if lines else _CONTROL).search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def one_line(text: object, letters: int = SHOWN) -> str:
    """The text in one line that steers nothing, cut to ``letters``."""
    found = str(text)
    shown = "".join(c if c.isprintable() else _written_out(c) for c in found[:letters])
    return shown if len(found) <= letters else f"{shown}... ({len(found):,} letters)"


def for_markdown(text: object) -> str:
    """The text in one line of Markdown as plain words: no HTML, no link, no emphasis, no cell of a table."""
    flat = escape(one_line(text, 2_000), quote=False)
    return _LINK.sub(lambda found: f"{found[1]}\u200b", _MARKDOWN.sub(r"\\\1", flat))


def for_markdown_code(text: object) -> str:
    """The text between backticks: what would end them or a table's cell is another sign."""
    return one_line(text, 2_000).replace("`", "'").replace("|", "\u00a6")


def fence_of(text: str) -> str:
    """Backticks for a block of code, more than stand one after another in its text; three at least."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii") if ord(letter) > 31 else f"\\x{ord(letter):02x}"
