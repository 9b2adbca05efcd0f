"""``compare``: the CPU text of a kernel beside its CUDA text, with the differences marked."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from generator.commands.console import wide_console
from generator.commands.foreign_code.user_file import run_user_file
from generator.lowering.comparison.side_by_side import Line, Reason, Section, changed_words, folded, reasons_in
from generator.lowering.user_kernels.errors import UserError
from generator.production.folder import files


def compare(
    kernels: Annotated[str, typer.Argument(help="A Python file, or the id of a row.", metavar="FILE.py|ID")],
    kernel: Annotated[list[str] | None, typer.Option(help="Name of a kernel; may be repeated. All by default.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write one HTML file instead.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show lines that are the same as well.")] = False,
    comments: Annotated[bool, typer.Option(help="Keep the Python line above each statement.")] = True,
) -> None:
    """Show CPU and CUDA code side by side: module header, forward, adjoint, and why they differ."""
    refused: list[str] = []
    found: Found = []
    try:
        if kernels.endswith(".py") or Path(kernels).is_dir():
            found, refused = _of_file(Path(kernels), kernel or [], comments)
        else:
            # Warp and the synthesizer take 0.7 s to import; for a file the child imports them, not this process.
            from generator.commands.row_sections import sections_of_row

            found = sections_of_row(kernels, kernel or [], EMITS, comments)
    except UserError as error:
        refused.append(str(error))
    if found:
        _show(found, html, whole)
    for reason in refused:
        typer.echo(f"compare: {reason}", err=True)
    if refused:
        raise typer.Exit(2)


Found = list[tuple[str, "list[Section]"]]
EMITS = ("forward", "backward", "cpu")


def _of_file(path: Path, names: list[str], comments: bool) -> tuple[Found, list[str]]:
    request = {"kernel": names, "emit": EMITS, "comments": comments}
    return run_user_file("compare", "compare_file", path, request, _sections)


def _sections(answer: Any) -> tuple[Found, list[str]]:
    found = [
        (str(label), [Section(str(title), tuple(map(_line, lines))) for title, lines in parts])
        for label, parts in answer["kernels"]
    ]
    return found, [str(reason) for reason in answer["refused"]]


def _line(fields: Any) -> Line:
    cpu, cuda, reason = (None if text is None else str(text) for text in fields)
    return Line(cpu, cuda, reason or "")


def _show(found: Found, html: Path | None, whole: bool) -> None:
    if html is not None:
        files.write_bytes(html, as_html(found).encode())
        typer.echo(str(html))
        return
    console = wide_console()
    for name, sections in found:
        for section in sections:
            console.print(_table(f"{name}: {section.title}", section, whole))
    for reason in _reasons(found):
        console.print(f"[bold]{reason.name}[/bold]  {reason.explanation}")


def _table(title: str, section: Section, whole: bool) -> object:
    table = Table(title=title, title_justify="left", expand=True)
    table.add_column("CPU", ratio=1, overflow="fold")
    table.add_column("why", style="yellow", no_wrap=True)
    table.add_column("CUDA", ratio=1, overflow="fold")
    for run in folded(section.lines, len(section.lines) if whole else 2):
        if isinstance(run, int):
            table.add_row("", f"{run} equal", "", style="dim")
            continue
        for line in run:
            left, right = _marked(line)
            table.add_row(left, line.reason, right)
    return table


def _marked(line: Line) -> tuple[Text, Text]:
    sides = []
    for pieces, style in zip(changed_words(line), ("red", "green"), strict=True):
        text = Text()
        for piece, differs in pieces:
            text.append(piece, style if differs else "")
        sides.append(text)
    return sides[0], sides[1]


def _reasons(found: Found) -> list[Reason]:
    return reasons_in(section for _, sections in found for section in sections)


STYLE = """
:root { color-scheme: light dark; --mark-cpu: #c62828; --mark-cuda: #2e7d32; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 110rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font: 12px/1.45 ui-monospace, monospace; }
td { vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; padding: 0 .6rem; width: 44%; }
td.why { width: 12%; text-align: center; opacity: .7; border: solid var(--line); border-width: 0 1px; }
tr.differs td { background: #8882; }
tr.differs td.cpu b { color: var(--mark-cpu); } tr.differs td.cuda b { color: var(--mark-cuda); }
details { border: 1px dashed var(--line); margin: .2rem 0; } summary { opacity: .7; text-align: center; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem 1.5rem; }
"""


def as_html(found: Found) -> str:
    """One self-contained page: equal lines folded, differences marked, reasons at the end."""
    body = []
    for name, sections in found:
        for section in sections:
            body.append(f"<h2>{escape(name)}: {escape(section.title)}</h2>")
            shown = 0
            for run in folded(section.lines):
                count = run if isinstance(run, int) else len(run)
                rows = "".join(_html_row(line) for line in section.lines[shown : shown + count])
                shown += count
                table = f"<table>{rows}</table>"
                equal = isinstance(run, int)
                body.append(f"<details><summary>{count} equal lines</summary>{table}</details>" if equal else table)
    reasons = "".join(f"<dt>{escape(r.name)}</dt><dd>{escape(r.explanation)}</dd>" for r in _reasons(found))
    names = escape(", ".join(name for name, _ in found))
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>CPU beside CUDA</title><style>{STYLE}</style>"
        f"<h1>CPU beside CUDA: {names}</h1>{''.join(body)}<h2>Why</h2><dl>{reasons}</dl></html>\n"
    )


def _html_row(line: Line) -> str:
    cpu, cuda = (
        "".join(f"<b>{escape(piece)}</b>" if differs else escape(piece) for piece, differs in pieces)
        for pieces in changed_words(line)
    )
    kind = "" if line.same else " class=differs"
    return f"<tr{kind}><td class=cpu>{cpu}</td><td class=why>{escape(line.reason)}</td><td class=cuda>{cuda}</td></tr>"
