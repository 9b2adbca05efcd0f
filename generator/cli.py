"""Registers the commands; each one lives in ``generator/commands/<name>.py``."""

from __future__ import annotations

import importlib.util
from importlib import import_module

import typer

COMMANDS: dict[str, str] = {
    "preview": "Show rows: Python beside the code made of it.",
    "produce": "Make a dataset folder: Parquet or JSON, resumable.",
    "validate": "Re-check every row of a built dataset.",
    "lower": "Lower your own Warp kernels.",
    "compare": "CPU text beside CUDA text.",
    "stats": "Diversity and coverage of a built dataset.",
    "report": "One HTML page about a built dataset.",
    "push": "Upload a built dataset to the Hugging Face Hub.",
}
"""Name of the module and of the function in it -> one line of help."""

app = typer.Typer(
    name="warp-cuda-ir", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=__doc__
)


def register(name: str, summary: str) -> None:
    """Add the command ``generator.commands.<name>:<name>``."""
    function = getattr(import_module(f"generator.commands.{name}"), name)
    app.command(name=name, short_help=summary)(function)


for _name, _summary in COMMANDS.items():
    if importlib.util.find_spec(f"generator.commands.{_name}") is not None:
        register(_name, _summary)


def main() -> None:
    """Entry point of ``warp-cuda-ir`` and ``python -m generator``."""
    app()
