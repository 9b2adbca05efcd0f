"""Checked names of files in an untrusted folder: relative, inside the folder, and of plain files alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from generator.escaping import one_line
from generator.production.folder.build_names import BESIDE_FOLDERS
from generator.production.folder.errors import BuildError

_TABLES_OF_ANOTHER_SYSTEM = ("\\", ":")
"""Signs that make a name absolute, or a path of several parts, on another system."""

_NOT_PLAIN = {
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class OutsideOfFolder(BuildError):
    """A name that is no plain file of the folder: it leads out of it or through a link, or is a pipe or device."""


def not_plain(path: Path) -> str:
    """The kind of a path that is neither a plain file nor a folder ("a link", "a pipe"); else empty.

    Such a path is never opened: a reader of a pipe waits for ever.
    """
    try:
        return _NOT_PLAIN.get(stat.S_IFMT(path.lstat().st_mode), "")
    except (FileNotFoundError, NotADirectoryError):
        return ""


def inside(root: Path, name: object) -> Path:
    """Path of ``name`` in ``root``, existing or not; OutsideOfFolder where it leads out or a part is ``not_plain``."""
    if not isinstance(name, str) or not name:
        raise OutsideOfFolder(f"{one_line(repr(name), 80)} is no path of a file: a relative one is wanted")
    parts = name.split("/")
    strange = any(sign in name for sign in _TABLES_OF_ANOTHER_SYSTEM) or not name.isprintable()
    if strange or PurePosixPath(name).is_absolute() or any(part in ("", ".", "..") for part in parts):
        raise OutsideOfFolder(f"{one_line(name, 80)} does not stay in {root}: a plain relative path is wanted")
    path = root
    for part in parts:
        path = path / part
        if what := not_plain(path):
            raise refusal(root, path, what)
    return path


def refusal(root: Path, path: Path, what: str) -> OutsideOfFolder:
    """What to raise for a path below ``root`` that is ``what``: a link, or something that is no file at all."""
    copied = "copy its content there (`cp -rL` copies a folder so)"
    advice = copied if what == "a link" else "remove it, only plain files are read"
    return OutsideOfFolder(f"{path.relative_to(root)} in {root} is {what}: {advice}")


def not_plain_below(root: Path) -> Iterator[tuple[str, str]]:
    """Name and kind of every ``not_plain`` path below ``root``, ``BESIDE_FOLDERS`` left out."""
    for folder, folders, files in os.walk(root, followlinks=False):
        here = Path(folder)
        folders[:] = sorted(
            name for name in folders if (here / name).relative_to(root).as_posix() not in BESIDE_FOLDERS
        )
        for name in sorted([*folders, *files]):
            if what := not_plain(here / name):
                yield (here / name).relative_to(root).as_posix(), what
