"""Registers the commands; each one lives in ``generator/commands/<name>.py``."""

from __future__ import annotations

import sys
from importlib import import_module

import typer

COMMANDS: dict[str, str] = {
    "load": "Load a config by name; print what came.",
    "preview": "Show rows: Python beside the code made of it.",
    "produce": "Make a dataset folder: Parquet or JSON, resumable.",
    "validate": "Re-check every row of a built dataset.",
    "lower": "Lower your own Warp kernels.",
    "compare": "CPU text beside CUDA text.",
    "wild": "Lower the kernels of Warp's own library.",
    "samples": "Write pages of the first rows, to be read on the web.",
    "stats": "Diversity and coverage of a built dataset.",
    "report": "One HTML page about a built dataset.",
    "card": "Write the dataset card of a built dataset.",
    "push": "Upload a built dataset to the Hugging Face Hub.",
}
"""Command -> one line of help. The module and the function in it have the same name, with underscores."""

app = typer.Typer(
    name="warp-cuda-ir",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Warp kernels with the CUDA and CPU code made of them: look, make, check, publish.",
)


def register(name: str, summary: str) -> None:
    """Add the command that ``generator/commands/<name>.py`` holds."""
    function_name = name.replace("-", "_")
    function = getattr(import_module(f"generator.commands.{function_name}"), function_name)
    app.command(name=name, short_help=summary)(function)


for _name, _summary in COMMANDS.items():
    register(_name, _summary)


def main() -> None:
    """Entry point of ``warp-cuda-ir`` and ``python -m generator``: what a user can mend is said in one line."""
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        if (line := advice(error)) is None:
            raise
        typer.echo(f"{' '.join(sys.argv[1:2])}: {line}", err=True)
        raise SystemExit(2) from None


def advice(error: BaseException | None) -> str | None:
    """What a user should read of an error that is no bug: of a file, a tool or a build; it may stand behind others."""
    from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
    from generator.production.folder.errors import BuildError

    while error is not None:
        if isinstance(error, OSError) and error.filename is not None:
            return f"{error.filename}: {error.strerror}"
        if isinstance(error, (ToolMissing, ToolFailed, BuildError)):
            return str(error)
        error = error.__cause__ or error.__context__
    return None
