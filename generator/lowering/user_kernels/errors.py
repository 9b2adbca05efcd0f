"""Errors in a user's input. Does not import Warp, as commands use it before they know whether they need that."""

from __future__ import annotations

from pathlib import Path


def require_file(path: Path) -> None:
    """Raise ``UserError``, which says what to give instead, for a path that is no file."""
    if path.is_dir():
        raise UserError(f"{path} is a folder: give one Python file in it")
    if not path.is_file():
        raise UserError(f"{path.name}: no such file")


class UserError(Exception):
    """A fault in the user's input; ``args[0]`` says it in one line."""
