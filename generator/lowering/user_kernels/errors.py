"""What is wrong with what a user gave. Without Warp: commands import it before they know whether they need that."""

from __future__ import annotations

from pathlib import Path


def require_file(path: Path) -> None:
    """Raise ``UserError`` for a path that is no file, with what to give instead."""
    if path.is_dir():
        raise UserError(f"{path} is a folder: give one Python file in it")
    if not path.is_file():
        raise UserError(f"{path.name}: no such file")


class UserError(Exception):
    """Something is wrong with what the user gave; ``args[0]`` says what, in one line."""
