"""Structures that a build must not have: those of the rows of another folder, as a list beside the build's plan."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from generator.dataset.fingerprint import structure
from generator.escaping import one_line
from generator.isolation.parsing import NotParsed, parse
from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.folder.stored_rows import Row, row_files
from generator.production.making.recipe import Recipe

EXCLUDED = "structure of an excluded row"
"""Reason under which excluded candidates are counted."""

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
_ITEM = np.dtype("<u8")

Structures = NDArray[np.uint64]


def structures_of(folder: Path) -> Structures:
    """Fingerprints of all rows of a folder or file, sorted: the column, else computed from the source (only parsed).

    Raises BuildError for a folder without rows, and for a row that has neither column.
    """
    found = set[int]()
    for file in row_files(folder):
        try:
            found.update(int(_fingerprint(row), 16) for row in file.rows(("fingerprint", "python_source")))
        except (ValueError, NotParsed) as error:
            raise BuildError(f"--exclude {one_line(file.path)}: {one_line(error)}") from None
    return np.array(sorted(found), _ITEM)


def _fingerprint(row: Row) -> str:
    said, source = row.get("fingerprint"), row.get("python_source")
    if isinstance(said, str) and _FINGERPRINT.fullmatch(said):
        return said
    if not isinstance(source, str):
        raise ValueError("a row has neither a fingerprint nor a python_source")
    parse(source)
    return structure(source).fingerprint


def digest_of(structures: Structures | None) -> str:
    """The name of the structures in a recipe: 16 hexadecimal digits, empty where there are none."""
    if structures is None or not len(structures):
        return ""
    return hashlib.blake2b(structures.tobytes(), digest_size=8).hexdigest()


def keep_exclusion(recipe: Recipe, work: Path, structures: Structures | None) -> None:
    """Write the list into the work folder, where ``load_exclusion`` finds it."""
    if structures is not None and recipe.excluded:
        files.write_bytes(_path(recipe, work), structures.tobytes())


def load_exclusion(recipe: Recipe, work: Path) -> Structures:
    """The structures that a recipe excludes; BuildError where their list is not there."""
    if not recipe.excluded:
        return np.array([], _ITEM)
    path = _path(recipe, work)
    found = np.fromfile(path, _ITEM) if path.exists() else None
    if digest_of(found) != recipe.excluded or found is None:
        raise BuildError(f"the list of excluded structures is not in {work}: run `produce --exclude` again")
    return found


def _path(recipe: Recipe, work: Path) -> Path:
    return work / f"excluded-{recipe.excluded}.bin"
