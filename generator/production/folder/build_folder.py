"""A build on disk, as the Hub will hold it: ``<config>/<split>-*.parquet`` beside card, manifest and figures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.dataset.splits import SPLITS
from generator.production.folder.errors import BuildError

_DATA_FILE = re.compile(r"(?P<split>[a-z_]+)-\d{5}-of-\d{5}\.parquet")


class NotABuild(BuildError):
    """The folder does not hold whole Parquet files of ours; the message says what was looked for."""


@dataclass(frozen=True)
class DataFile:
    """One Parquet file of one split of one config."""

    path: Path
    config: str
    split: str
    rows: int
    bytes: int

    @property
    def name(self) -> str:
        """Path inside the build, with forward slashes."""
        return f"{self.config}/{self.path.name}"


@dataclass(frozen=True)
class Build:
    """The data files of a folder, sorted by config, split and number."""

    root: Path
    files: tuple[DataFile, ...]

    @property
    def configs(self) -> list[str]:
        return sorted({file.config for file in self.files})

    @property
    def main_config(self) -> str:
        """The config that stands for the kernels where any would do: most rows, then most columns, then by name."""
        return min(self.configs, key=lambda name: (-self.rows(name), -len(self.schema(name)), name))

    def splits(self, config: str) -> list[str]:
        return list(dict.fromkeys(file.split for file in self.files if file.config == config))

    def select(self, config: str, split: str | None = None) -> list[DataFile]:
        return [file for file in self.files if file.config == config and split in (None, file.split)]

    def rows(self, config: str, split: str | None = None) -> int:
        return sum(file.rows for file in self.select(config, split))

    def bytes(self, config: str, split: str | None = None) -> int:
        return sum(file.bytes for file in self.select(config, split))

    def schema(self, config: str) -> pa.Schema:
        """Arrow schema of the config's first file."""
        return pq.read_schema(self.select(config)[0].path)

    def batches(
        self, config: str, columns: Sequence[str], split: str | None = None, rows: int = 512
    ) -> Iterator[tuple[str, pa.RecordBatch]]:
        """(split, batch) over the files, in order, in bounded memory."""
        for file in self.select(config, split):
            with pq.ParquetFile(file.path) as opened:
                for batch in opened.iter_batches(batch_size=rows, columns=list(columns)):
                    yield file.split, batch

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Content of manifest.json; empty where there is none."""
        return _json(self.root / "manifest.json")

    @cached_property
    def stats(self) -> dict[str, Any]:
        """Content of stats.json; empty where there is none."""
        return _json(self.root / "stats.json")


def open_build(root: Path) -> Build:
    """List a folder's data files; raises NotABuild for a folder without any and for a damaged file."""
    if not root.is_dir():
        raise NotABuild(f"no folder {root}")
    found = []
    for path in sorted(root.glob("*/*.parquet")):
        match = _DATA_FILE.fullmatch(path.name)
        if match is None:
            continue
        try:
            rows = pq.read_metadata(path).num_rows
        except pa.ArrowInvalid:
            raise NotABuild(f"{path} is damaged: run the `produce` command again") from None
        found.append(DataFile(path, path.parent.name, match["split"], rows, path.stat().st_size))
    if not found:
        raise NotABuild(f"no <config>/<split>-00000-of-00001.parquet in {root}")
    return Build(root, tuple(sorted(found, key=_order)))


def _order(file: DataFile) -> tuple[str, int, str, str]:
    known = [*SPLITS, file.split].index(file.split)
    return file.config, known, file.split, file.path.name


def _json(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except ValueError as error:
        raise BuildError(f"{path} is damaged ({error}): run the same `produce` again, which mends it") from None
    return found
