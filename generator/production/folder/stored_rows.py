"""The rows of a build on disk, in whatever format it was written."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.dataset.configs import load_configs
from generator.dataset.splits import SPLITS
from generator.escaping import one_line
from generator.production.folder.errors import BuildError
from generator.production.folder.json_files import PROGRAM_FILES
from generator.production.folder.manifest_file import read_manifest, unfinished
from generator.production.folder.paths import inside, not_plain

Row = dict[str, Any]
_SPLIT_FILE = re.compile(rf"({'|'.join(SPLITS)})-\d+-of-\d+")
NOT_ROWS = frozenset({"manifest.json", "stats.json", "report.json", "collected.json", "metadata.json"})

MOST_TIMES = 300
"""Most times that rows are larger than the Parquet file that they are in; our own are six times as large."""


@dataclass(frozen=True)
class RowFile:
    """A file with rows; ``config`` and ``split`` follow from its path, and are empty where that names none."""

    path: Path
    config: str
    split: str

    def schema(self) -> pa.Schema | None:
        """Arrow schema of a Parquet file."""
        if self.path.suffix != ".parquet":
            return None
        with self._opened() as opened:
            return opened.schema_arrow

    def count(self) -> int:
        """Number of rows."""
        if self.path.suffix == ".parquet":
            with self._opened() as opened:
                return int(opened.metadata.num_rows)
        return sum(1 for _ in self.rows())

    def read_through(self) -> set[str]:
        """Read the whole file; the columns of a Parquet file that are null in a row.

        Raises ``ValueError`` with the number of rows that could be read.
        """
        done = size = 0
        null: set[str] = set()
        try:
            if self.path.suffix == ".parquet":
                with self._opened() as opened:
                    for batch in opened.iter_batches(batch_size=256):
                        batch.validate(full=True)
                        done += batch.num_rows
                        size += batch.nbytes
                        self._check_dense(size)
                        null |= {name for name in batch.schema.names if batch[name].null_count}
            else:
                for _ in self.rows():
                    done += 1
        except (ValueError, TypeError, KeyError, OSError, RecursionError, pa.ArrowException) as error:
            raise ValueError(f"{one_line(error)} (after {done:,} rows)") from None
        return null

    def rows(self, columns: Collection[str] = ()) -> Iterator[Row]:
        """Rows as flat mappings of columns; ``ValueError`` for a file that cannot be read.

        ``columns``: those that the caller needs; a row may have more of them, or lack some.
        """
        if self.path.suffix == ".parquet":
            with self._opened() as opened:
                wanted = [name for name in opened.schema_arrow.names if name in columns] if columns else None
                for batch in opened.iter_batches(batch_size=256, columns=wanted):
                    yield from batch.to_pylist()
        elif self.path.suffix == ".jsonl":
            with self.path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield _object(line, f"{self.path}, line {number}")
        elif self.path.name == "metadata.json":
            yield self._beside(_object(self.path.read_text(encoding="utf-8"), str(self.path)))
        else:
            data = _parsed(self.path.read_text(encoding="utf-8"), str(self.path))
            for row in data if isinstance(data, list) else [data]:
                yield _flat(_row(row, str(self.path)))

    def _check_dense(self, amount: int, unit: str = "bytes of rows", most: int = MOST_TIMES) -> None:
        """Raise ``ValueError`` for a small file of so much that reading it would fill the memory, or never end."""
        stored = self.path.stat().st_size
        if amount > most * stored:
            raise ValueError(f"{amount:,} {unit} in {stored:,} bytes: no file of ours is so dense")

    @contextmanager
    def _opened(self) -> Iterator[pq.ParquetFile]:
        try:
            with pq.ParquetFile(self.path) as opened:
                groups = map(opened.metadata.row_group, range(opened.metadata.num_row_groups))
                self._check_dense(sum(group.total_byte_size for group in groups))
                self._check_dense(opened.metadata.num_rows, "rows", 1)
                yield opened
        except (pa.ArrowException, OSError) as error:
            raise ValueError(f"{self.path}: cannot be read, copy or make it again: {one_line(error)}") from None

    def _beside(self, row: Row) -> Row:
        """A stand-alone program's row with its texts, which are files of the same folder."""
        folder = self.path.parent
        if not isinstance(row.get("kernel_name"), str):
            raise ValueError(f"{self.path}: a program's row has the name of its kernel")
        names = {column: name.format(kernel_name=row["kernel_name"]) for column, name in PROGRAM_FILES.items()}
        try:
            return row | {column: inside(folder, name).read_text(encoding="utf-8") for column, name in names.items()}
        except BuildError as error:
            raise ValueError(str(error)) from None


def row_files(target: Path) -> list[RowFile]:
    """Files with rows in a folder, sorted, or the file itself. Raises ``BuildError`` where there are none."""
    if target.is_file():
        return [_row_file(target, target.parent)]
    if not target.is_dir():
        raise BuildError(f"there is no folder or plain file {target}")
    programs = {
        path.parent for path in target.rglob("metadata.json") if (path.parent / PROGRAM_FILES["makefile"]).exists()
    }
    candidates = [*target.rglob("*.parquet"), *target.rglob("*.jsonl"), *target.rglob("*.json")]
    real = (path for path in candidates if not not_plain(path))
    found = [path for path in real if _may_hold_rows(path.relative_to(target), path.parent in programs)]
    if not found:
        if why := unfinished(read_manifest(target)):
            raise BuildError(f"{target} {why}")
        raise BuildError(f"no Parquet or JSON rows in {target}")
    return sorted((_row_file(path, target) for path in found), key=lambda file: file.path.as_posix())


def _may_hold_rows(path: Path, in_program: bool) -> bool:
    if any(part.startswith((".", "_")) for part in path.parts):
        return False
    if in_program:
        return path.name == "metadata.json"
    return path.name not in NOT_ROWS


def _row_file(path: Path, root: Path) -> RowFile:
    """A file by its path: ``<config>/<split>-*.parquet`` or ``<config>/<split>/.../<id>.json``."""
    parts = path.relative_to(root).parts if path != root and root in path.parents else path.parts[-3:]
    folders = [*parts[:-1]] or [path.parent.name]
    config = next((part for part in folders if part in load_configs()), "")
    match = _SPLIT_FILE.match(path.name)
    split = match[1] if match else next((part for part in folders if part in SPLITS), "")
    return RowFile(path, config, split)


def _object(text: str, place: str) -> Row:
    return _row(_parsed(text, place), place)


def _parsed(text: str, place: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{place}: not JSON: {error}") from None
    except RecursionError:
        raise ValueError(f"{place}: nested too deeply") from None


def _row(value: Any, place: str) -> Row:
    if not isinstance(value, dict):
        raise ValueError(f"{place}: a row is an object of columns, not {json.dumps(value)[:40]}")
    return value


def _flat(row: Row) -> Row:
    metadata = row.get("metadata")
    return {k: v for k, v in row.items() if k != "metadata"} | metadata if isinstance(metadata, dict) else row
