"""Names of files inside a folder that somebody else filled: relative, without a way out, and no links."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from generator.escaping import one_line
from generator.production.folder.errors import BuildError

_TABLES_OF_ANOTHER_SYSTEM = ("\\", ":")
"""Signs that make a name absolute, or a path of several parts, on another system."""


class OutsideOfFolder(BuildError):
    """A name that is no file of the folder: it leads out of it, or through a link."""


def inside(root: Path, name: object) -> Path:
    """Path of the file ``name`` in ``root``; raises OutsideOfFolder for a name that leads out, or through a link."""
    if not isinstance(name, str) or not name:
        raise OutsideOfFolder(f"{one_line(repr(name), 80)} is no path of a file: a relative one is wanted")
    parts = name.split("/")
    strange = any(sign in name for sign in _TABLES_OF_ANOTHER_SYSTEM) or not name.isprintable()
    if strange or PurePosixPath(name).is_absolute() or any(part in ("", ".", "..") for part in parts):
        raise OutsideOfFolder(f"{one_line(name, 80)} does not stay in {root}: a plain relative path is wanted")
    path = root
    for part in parts:
        path = path / part
        if path.is_symlink():
            raise OutsideOfFolder(
                f"{path.relative_to(root)} in {root} is a link: copy its content there (`cp -rL` copies a folder so)"
            )
    return path


def links(root: Path) -> Iterator[str]:
    """Names of all links below ``root``, which are not followed; hidden folders are left out."""
    for folder, folders, files in os.walk(root, followlinks=False):
        here = Path(folder)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted([*folders, *files]):
            if (here / name).is_symlink():
                yield (here / name).relative_to(root).as_posix()
