"""The name under which Python imports a file, and the folder that has to be on ``sys.path`` for it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_RELATIVE_IMPORT = re.compile(rb"^[ \t]*from[ \t]+(\.+)", re.MULTILINE)


@dataclass(frozen=True)
class Importable:
    """A file as Python imports it."""

    root: Path
    """Folder to have on ``sys.path``."""
    name: str
    """Dotted name of a module in a package; the file's own name for a script."""
    in_package: bool
    """Whether it is a module of a package, and no script."""


def importable(path: Path) -> Importable:
    """How to import a resolved path: as a module of the package that it is in, else as a script.

    A folder without ``__init__.py`` inside a package is part of it (a namespace package); for a file with relative
    imports so are all folders below the root of its distribution.
    """
    root = _package_root(path)
    if root is None:
        return Importable(path.parent, path.stem, in_package=False)
    parts = path.relative_to(root).with_suffix("").parts
    return Importable(root, ".".join(parts[:-1] if parts[-1] == "__init__" else parts), in_package=True)


def _package_root(path: Path) -> Path | None:
    """Parent of the outermost folder with ``__init__.py``, or of a namespace package; None for a script."""
    regular = None
    for folder in _package_folders(path):
        if (folder / "__init__.py").is_file():
            regular = folder.parent
    if regular is not None:
        return regular
    level = _relative_level(path)
    if not level:
        return None
    return next((f for f in list(path.parents)[level:] if _is_import_root(f)), path.parents[level])


def _package_folders(path: Path) -> Iterator[Path]:
    """Folders around a file, the nearest first, as far as a dotted name can reach."""
    if "." in path.stem:
        return
    for folder in path.parents:
        regular = (folder / "__init__.py").is_file()
        if not folder.name.isidentifier() or (_is_import_root(folder) and not regular):
            return
        yield folder


def _is_import_root(folder: Path) -> bool:
    """Whether a folder is the root of imports: on ``sys.path``, with a distribution's metadata, or called ``src``."""
    if folder.name in ("src", "site-packages", "dist-packages") or (folder / "pyproject.toml").is_file():
        return True
    return str(folder) in sys.path or any(folder.glob("*.dist-info"))


def _relative_level(path: Path) -> int:
    """Packages that the file's relative imports reach up: 2 for ``from ..a import b``, 0 for none."""
    # By a pattern, not by a parser, which may crash over an unchecked file.
    levels = [len(dots) for dots in _RELATIVE_IMPORT.findall(path.read_bytes())]
    return min(max(levels, default=0), len(path.parents) - 1)
