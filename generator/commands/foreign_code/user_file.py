"""Run a file that the user names on the command line, in a sandboxed child process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import typer

from generator.commands.foreign_code.still_running import progress_notes
from generator.isolation import Child, ChildFailed, Limits
from generator.lowering.user_kernels.errors import UserError, require_file
from generator.lowering.user_kernels.package_root import importable

Answer = TypeVar("Answer")

IN_CHILD = "generator.commands.foreign_code.in_child"
"""Module whose functions the child calls."""

LIMITS = Limits(seconds=600.0, memory_bytes=16 << 30, file_bytes=4 << 30, result_bytes=1 << 30, output_bytes=1 << 20)
"""Limits of one run: ten minutes and 16 GB of addresses, of which Warp's compilers reserve more than they use."""


def run_user_file(
    command: str, entry: str, path: Path, request: dict[str, Any], read: Callable[[Any], Answer]
) -> Answer:
    """Call ``in_child``'s function ``entry`` on the file; the user consented to running it by naming it.

    Says in one line whose code runs; what the file prints goes to stderr. ``read`` converts the plain answer for the
    command. Raises ``UserError``, also where the file ends the process, hangs, exceeds ``LIMITS`` or answers in the
    process's place.
    """
    require_file(path)
    path = path.resolve()
    with Child(readable=[importable(path).root, path.parent, *_search_path()]) as child:
        typer.echo(f"{command}: runs the Python of {_plain(str(path))}, shut in: {child.protection}", err=True)
        try:
            with progress_notes(command, path.name, f"it ends after {LIMITS.seconds:.0f} s"):
                answer = child.answer(f"{IN_CHILD}:{entry}", {"file": str(path)} | request, LIMITS)
        except ChildFailed as error:
            _show(error.printed)
            raise UserError(f"{path.name}: its process {error.args[0]}") from None
    _show(answer.printed)
    try:
        if not any(answer.value.values()):
            raise ValueError("neither code nor a reason why there is none")
        return read(answer.value)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise UserError(f"{path.name}: its process answered with something else than code") from None


def _search_path() -> list[Path]:
    return [Path(entry).absolute() for entry in sys.path if Path(entry).is_dir()]


def _show(printed: str) -> None:
    """Print what the file printed, without control characters."""
    if printed:
        lines = (_plain(line) for line in printed.splitlines())
        typer.echo("\n".join(lines), err=True)


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in text)
