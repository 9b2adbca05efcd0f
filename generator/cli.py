"""Names the commands; each one lives in ``generator/commands/<name>.py``."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
from generator.production.folder.errors import BuildError, advice_about

COMMANDS: dict[str, str] = {
    "load": "Load a config by name; print what came.",
    "preview": "Show rows: Python beside the code made of it.",
    "produce": "Make a dataset folder: Parquet or JSON, resumable.",
    "collect": "Make a dataset folder of published kernels, or of your own code.",
    "validate": "Re-check every row of a built dataset.",
    "lower": "Lower your own Warp kernels.",
    "compare": "CPU text beside CUDA text.",
    "emulate": "Run device code without a GPU; find races and stray accesses.",
    "wild": "Lower the kernels of Warp's own library.",
    "samples": "Write pages of the first rows, to be read on the web.",
    "stats": "Diversity and coverage of a built dataset.",
    "report": "One HTML page about a built dataset.",
    "card": "Write the dataset card of a built dataset.",
    "push": "Upload a built dataset to the Hugging Face Hub.",
}
"""Command -> one line of help. The module and the function in it have the same name, with underscores."""


class CommandTable(TyperGroup):
    """Shows names and help of ``COMMANDS``, and imports a command's module only when that command is run."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, short_help=summary) for name, summary in COMMANDS.items()}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # typer moved from click's types to copies of them
        """The command that the user wrote, with its options."""
        name, _, rest = super().resolve_command(ctx, args)
        return name, command(str(name)), rest


app = typer.Typer(
    name="warp-cuda-ir",
    cls=CommandTable,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def about() -> None:
    """Warp kernels with the CUDA and CPU code made of them: look, make, check, publish."""


def command(name: str) -> Any:
    """The command that ``generator/commands/<name>.py`` holds."""
    function_name = name.replace("-", "_")
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.command(name=name)(getattr(import_module(f"generator.commands.{function_name}"), function_name))
    return typer.main.get_command(alone)


def main() -> None:
    """Entry point of ``warp-cuda-ir`` and ``python -m generator``: errors that a user can fix take one line."""
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
    """The line for a user about an error of a file, a tool or a build, also as another's cause; None for a bug."""
    from generator.isolation import ChildFailed  # 12 ms, for which `--help` does not wait

    while error is not None:
        if isinstance(error, OSError) and (line := advice_about(error)):
            return line
        if isinstance(error, (ToolMissing, ToolFailed, BuildError)):
            return str(error)
        if isinstance(error, ChildFailed):
            return f"a child process {error}"
        error = error.__cause__ or error.__context__
    return None
