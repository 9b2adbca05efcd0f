"""What a hostile publisher does to a folder: changes rows, and writes the hashes of the manifest anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.production.folder import files

CONFIG = "cuda_backward"
Change = Callable[[dict[str, Any]], None]


def file_of(root: Path, split: str = "train", config: str = CONFIG) -> Path:
    """The Parquet file of a split."""
    return root / config / f"{split}-00000-of-00001.parquet"


def rehash(root: Path, **changes: Any) -> None:
    """Write the manifest's hashes and sizes anew, and ``changes`` to its entries; counts of rows stay as they were."""
    path = root / "manifest.json"
    manifest = json.loads(path.read_text())
    for entry in manifest["files"]:
        if (root / entry["path"]).exists():
            entry |= files.describe(root / entry["path"])
    path.write_text(json.dumps(manifest | changes))


def rewrite(root: Path, table: pa.Table, split: str = "train", config: str = CONFIG) -> None:
    """Put another table in place of a split's file, with a hash that fits."""
    pq.write_table(table, file_of(root, split, config))
    rehash(root)


def row(column: str, value: Any, number: int = 0) -> Callable[[Path], None]:
    """A damage: another value in a column of a row of train, or what a function makes of the old one."""

    def damage(root: Path) -> None:
        table = pq.read_table(file_of(root))
        rows = table.to_pylist()
        rows[number][column] = value(rows[number][column]) if callable(value) else value
        rewrite(root, pa.Table.from_pylist(rows, table.schema))

    return damage


def manifest(**changes: Any) -> Callable[[Path], None]:
    """A damage: other entries in the manifest."""
    return lambda root: rehash(root, **changes)


def text(name: str, content: str) -> Callable[[Path], None]:
    """A damage: another content of a file."""

    def damage(root: Path) -> None:
        (root / name).write_text(content)

    return damage


def linked(path: Path) -> None:
    """Make a link to a file of this machine."""
    path.symlink_to("/etc/hostname")


def instead(name: str, make: Callable[[Path], None] = linked) -> Callable[[Path], None]:
    """A damage: what ``make`` makes of the path, in place of a file or beside the others."""

    def damage(root: Path) -> None:
        (root / name).unlink(missing_ok=True)
        make(root / name)

    return damage


def listed(**entry: Any) -> Callable[[Path], None]:
    """A damage: one more file in the manifest."""

    def damage(root: Path) -> None:
        path = root / "manifest.json"
        found = json.loads(path.read_text())
        found["files"].append({"path": "x", "sha256": "", "bytes": 0, "rows": 0} | entry)
        path.write_text(json.dumps(found))

    return damage
