"""Printing for commands: a wide console, and rows beside their code."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from generator.dataset.schema import CODE
from generator.escaping import one_line, visible

LANGUAGES = {"python": "python", "ptx": "gas", "sass": "gas", "usage": "json", "makefile": "make"}
"""First word of a column's name -> language for highlighting; other code columns are C++."""


def wide_console() -> Console:
    """A console as wide as the terminal, or 160 columns for a file or a pipe."""
    # Python has no `stdout` where the caller closed it.
    return Console() if sys.stdout is not None and sys.stdout.isatty() else Console(width=160)


def show_row(console: Console, row: dict[str, Any], columns: list[str] | None = None) -> None:
    """Print a row: a heading, then its source beside its code columns (or a task's question beside its answer)."""
    beside = f"{one_line(row['category'])}, fingerprint {one_line(row['fingerprint'])}"
    table = Table(
        title=Text.assemble(one_line(row["id"]), "  ", (beside, "dim")),
        caption=Text(visible(row["description"])),
        title_justify="left",
        caption_justify="left",
        expand=True,
    )
    pairs = _pairs(row, columns)
    for heading, _ in pairs:
        table.add_column(heading, ratio=1, overflow="fold")
    table.add_row(*(content for _, content in pairs))
    console.print(table)


def _pairs(row: dict[str, Any], columns: list[str] | None) -> list[tuple[str, RenderableType]]:
    if "messages" in row:
        return [(one_line(message["role"]), Markdown(visible(message["content"]))) for message in row["messages"]]
    if "prompt" in row:
        return [("prompt", Markdown(visible(row["prompt"]))), ("completion", Markdown(visible(row["completion"])))]

    shown = [c.name for c in CODE if c.name in row and (not columns or c.name in columns)]
    code = Group(*(_highlighted(name, row[name]) for name in shown))
    return [("python_source", _highlighted("python_source", row["python_source"])), (", ".join(shown), code)]


def _highlighted(column: str, content: Any) -> RenderableType:
    text = content if isinstance(content, str) else json.dumps(content)
    return Syntax(
        visible(text), LANGUAGES.get(column.partition("_")[0], "cpp"), theme="ansi_dark", word_wrap=True, tab_size=4
    )
