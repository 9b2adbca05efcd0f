"""Folders that are whole or absent: filled under another name, then moved to their place."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNFINISHED = ".unfinished"
"""Suffix of a folder that is being filled; one that a killed process left behind is swept at the next start."""


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """An empty folder beside ``target`` to fill; it takes the place of ``target`` when the block ends well."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f"{target.name}.", suffix=UNFINISHED, dir=target.parent))
    try:
        yield temporary
        os.replace(temporary, target)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def sweep_folders(folder: Path) -> None:
    """Remove the unfinished folders that killed processes left behind."""
    for path in folder.glob(f"*{UNFINISHED}"):
        shutil.rmtree(path)
