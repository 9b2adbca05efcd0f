"""``lower``: print or write the code of a user's own kernels."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.syntax import Syntax

from generator.commands.console import wide_console
from generator.commands.foreign_code.user_file import run_user_file
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.targets import require_targets, several
from generator.production.folder import files

FORMATS = ("text", "json", "parquet")


def lower(
    file: Annotated[Path, typer.Argument(help="A Python file with Warp kernels.", metavar="FILE.py")],
    kernel: Annotated[list[str] | None, typer.Option(help="Name of a kernel; may be repeated. All by default.")] = None,
    emit: Annotated[
        str, typer.Option(help="Any of forward, backward, cpu, standalone, ptx, sass, with commas.")
    ] = "forward,backward",
    arch: Annotated[str, typer.Option(help="sm_80, sm_90, or both with a comma: for ptx and sass.")] = "sm_90",
    out: Annotated[Path | None, typer.Option(help="Folder for the files; else text goes to the terminal.")] = None,
    format: Annotated[str, typer.Option("--format", help="text, json or parquet.")] = "text",
    comments: Annotated[bool, typer.Option(help="Keep the Python line above each statement.")] = True,
    block_dim: Annotated[int, typer.Option(help="Threads of a CUDA block: tiles are laid out for them.")] = 256,
) -> None:
    """Lower the kernels of a Python file: CUDA, adjoint, CPU, stand-alone CUDA, PTX, SASS. No GPU is needed."""
    refused: list[str] = []
    try:
        if format not in FORMATS:
            raise UserError(f"unknown format {format!r}: choose from {', '.join(FORMATS)}")
        if format == "parquet" and out is None:
            raise UserError("parquet needs a folder: add --out DIR")
        require_targets(several(emit), several(arch), block_dim)
        request = {
            "kernel": kernel or [], "emit": emit, "arch": arch, "comments": comments,
            "block_dim": block_dim, "as_rows": format != "text",
        }  # fmt: skip
        if format == "text":
            texts, refused = run_user_file("lower", "lower_file", file, request, _texts)
            write_text(texts, out)
        else:
            rows, refused = run_user_file("lower", "lower_file", file, request, _rows)
            if rows:
                ROW_WRITERS[format](rows, out)
    except UserError as error:
        refused.append(str(error))
    for reason in refused:
        typer.echo(f"lower: {reason}", err=True)
    if refused:
        raise typer.Exit(2)


def _texts(answer: Any) -> tuple[list[KernelText], list[str]]:
    texts = [KernelText(str(file), int(line), *map(str, others)) for file, line, *others in answer["texts"]]
    return texts, [str(reason) for reason in answer["refused"]]


def _rows(answer: Any) -> tuple[list[dict[str, Any]], list[str]]:
    return [dict(row) for row in answer["rows"]], [str(reason) for reason in answer["refused"]]


@dataclass(frozen=True)
class KernelText:
    """One code column of one kernel."""

    file: str
    line: int
    label: str
    column: str
    code: str


def write_text(texts: list[KernelText], out: Path | None) -> None:
    """Write a file for each kernel and code column, or print them all."""
    for text in texts:
        if out is None:
            _print(f"{text.file}:{text.line} {text.label}, {text.column}", text.code, text.column)
        else:
            _write(out / file_name(text.label, text.column), text.code)


def write_json(rows: list[dict[str, Any]], out: Path | None) -> None:
    """Write or print one row a line, with the columns of a dataset."""
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if out is None:
        typer.echo(lines, nl=False)
    else:
        _write(out / "kernels.jsonl", lines)


def write_table(rows: list[dict[str, Any]], out: Path | None) -> None:
    """Write one Parquet file with the columns of a dataset."""
    # Warp and the synthesizer take 0.7 s to import, and no other format needs them here.
    from generator.dataset.given_rows import schema_of_given
    from generator.production.folder.parquet_files import write_parquet

    assert out is not None
    path = out / "kernels.parquet"
    write_parquet(path, rows, schema_of_given(rows[0]))
    typer.echo(str(path))


ROW_WRITERS = {"json": write_json, "parquet": write_table}

ENDINGS = {
    "cuda_forward": "forward.cu",
    "cuda_backward": "backward.cu",
    "cpp_forward": "forward.cpp",
    "cpp_backward": "backward.cpp",
    "cuda_standalone": "standalone.cu",
    "makefile": "mk",
}


def file_name(label: str, column: str) -> str:
    """``scale.forward.cu``, ``scale.forward.sm90.ptx``; letters of a label that a file's name may not have become _."""
    kind, _, rest = column.partition("_")
    name = f"{label}.{ENDINGS.get(column) or '.'.join((*rest.split('_'), kind))}"
    return re.sub(r"[^\w.-]", "_", name)


def _write(path: Path, text: str) -> None:
    files.write_bytes(path, text.encode())
    typer.echo(str(path))


def _print(heading: str, text: str, column: str) -> None:
    if not sys.stdout.isatty():
        typer.echo(f"// {heading}\n{text}")
        return
    console = wide_console()
    console.rule(heading, align="left")
    console.print(Syntax(text, "gas" if column.startswith(("ptx", "sass")) else "cpp", theme="ansi_dark"))
