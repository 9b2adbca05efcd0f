"""``lower``: the code of somebody's own kernels."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.syntax import Syntax

from generator.commands.console import import_quietly, wide_console
from generator.dataset.real_kernel_rows import given_rows, json_lines, write_table
from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
from generator.lowering.user_kernels.api import LoweredKernel
from generator.lowering.user_kernels.api import lower as lower_kernels
from generator.lowering.user_kernels.user_file import UserError

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
) -> None:
    """Lower the kernels of a Python file: CUDA, adjoint, CPU, stand-alone CUDA, PTX, SASS. No GPU is needed."""
    import_quietly()
    refused: list[Exception] = []
    try:
        if format not in FORMATS:
            raise UserError(f"unknown format {format!r}: choose from {', '.join(FORMATS)}")
        if format == "parquet" and out is None:
            raise UserError("parquet needs a folder: add --out DIR")
        found = lower_kernels(
            file, kernel=kernel or (), emit=emit, arch=arch, comments=comments, as_rows=format != "text",
            refused=refused.append,
        )  # fmt: skip
        if found:
            WRITERS[format](found, out)
    except (UserError, ToolMissing, ToolFailed) as error:
        refused.append(error)
    for reason in refused:
        typer.echo(f"lower: {reason}", err=True)
    if refused:
        raise typer.Exit(2)


def write_text(kernels: list[LoweredKernel], out: Path | None) -> None:
    """A file for each kernel and code column, or all of them to the terminal."""
    for kernel in kernels:
        for column, text in kernel.code.items():
            if not isinstance(text, str) or not text:
                continue
            name = file_name(kernel.label, column)
            if out is None:
                _print(f"{kernel.file}:{kernel.line} {kernel.label}, {column}", text, column)
            else:
                out.mkdir(parents=True, exist_ok=True)
                (out / name).write_text(text)
                typer.echo(str(out / name))


def write_json(kernels: list[LoweredKernel], out: Path | None) -> None:
    """One row a line, with the columns of a dataset."""
    lines = json_lines(given_rows(kernels))
    if out is None:
        typer.echo(lines, nl=False)
    else:
        out.mkdir(parents=True, exist_ok=True)
        (out / "kernels.jsonl").write_text(lines)
        typer.echo(str(out / "kernels.jsonl"))


def write_parquet(kernels: list[LoweredKernel], out: Path | None) -> None:
    """One Parquet file with the columns of a dataset."""
    assert out is not None
    out.mkdir(parents=True, exist_ok=True)
    typer.echo(str(write_table(given_rows(kernels), out / "kernels.parquet")))


WRITERS = {"text": write_text, "json": write_json, "parquet": write_parquet}

ENDINGS = {
    "cuda_forward": "forward.cu",
    "cuda_backward": "backward.cu",
    "cpp_forward": "forward.cpp",
    "cpp_backward": "backward.cpp",
    "cuda_standalone": "standalone.cu",
    "makefile": "mk",
}


def file_name(label: str, column: str) -> str:
    """``scale.forward.cu``, ``scale.forward.sm90.ptx``."""
    kind, _, rest = column.partition("_")
    return f"{label}.{ENDINGS.get(column) or '.'.join((*rest.split('_'), kind))}"


def _print(heading: str, text: str, column: str) -> None:
    if not sys.stdout.isatty():
        typer.echo(f"// {heading}\n{text}")
        return
    console = wide_console()
    console.rule(heading, align="left")
    console.print(Syntax(text, "gas" if column.startswith(("ptx", "sass")) else "cpp", theme="ansi_dark"))
