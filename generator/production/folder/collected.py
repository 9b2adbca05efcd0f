"""A folder that `collect` made, opened as config ``real`` once its files are found whole and with the right columns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.dataset.configs import get_config
from generator.dataset.real_rows import REAL
from generator.dataset.schema import schema_of
from generator.escaping import one_line
from generator.production.folder import files
from generator.production.folder.build_folder import Build, DataFile, NotABuild, open_build
from generator.production.folder.manifest_file import MANIFEST

BATCH_ROWS = 64
"""Rows that are read at once: a row of a large kernel has a megabyte of code."""

HOW = "make one with `python -m generator collect configs/real.txt --out DIR --run-code`"


@dataclass(frozen=True)
class RowGroup:
    """A row group of a file: what one worker reads at a time."""

    path: Path
    number: int

    def rows(self) -> Iterator[dict[str, Any]]:
        """Its rows in order; raises NotABuild, in one line, where they cannot be read."""
        try:
            with pq.ParquetFile(self.path) as opened:
                for batch in opened.iter_batches(BATCH_ROWS, row_groups=[self.number]):
                    yield from batch.to_pylist()
        except (pa.ArrowException, OSError, ValueError) as error:
            raise NotABuild(f"{self.path} is damaged ({one_line(error, 120)}): collect or copy it again") from None


@dataclass(frozen=True)
class CollectedFolder:
    """The rows of a folder: row groups of each split that has rows, their licences, and a hash of all files."""

    root: Path
    groups: dict[str, list[RowGroup]]
    licenses: tuple[str, ...]
    digest: str

    def rows(self, split: str) -> Iterator[dict[str, Any]]:
        """The rows of a split in order; none where the folder has no such split."""
        for group in self.groups.get(split, ()):
            yield from group.rows()


def open_collected(root: Path) -> CollectedFolder:
    """The rows of config ``real`` in an untrusted folder: hashes and columns are checked, nothing runs.

    Raises BuildError with one line that says what to do.
    """
    if not root.is_dir():
        raise NotABuild(f"there is no folder {one_line(root)}: {HOW}")
    build = open_build(root)
    if REAL not in build.configs:
        raise NotABuild(f"{one_line(root)} has no rows of config {REAL}: {HOW}")
    listed = _listed(build)
    for file in build.select(REAL):
        if file.name not in listed or not files.is_intact(file.path, listed[file.name]):
            raise NotABuild(f"{one_line(file.path)} is not what {MANIFEST} says: collect or copy it again")
        if not file.schema().remove_metadata().equals(schema_of(get_config(REAL))):
            raise NotABuild(
                f"{one_line(file.path)} has other columns than config {REAL}: collect it again with this version"
            )
    groups = {split: _groups(build.select(REAL, split)) for split in build.splits(REAL)}
    hashes = "".join(f"{name} {listed[name]['sha256']}\n" for name in sorted(listed))
    digest = hashlib.sha256(hashes.encode()).hexdigest()
    return CollectedFolder(root, {split: found for split, found in groups.items() if found}, _licenses(build), digest)


def _listed(build: Build) -> dict[str, dict[str, Any]]:
    """Entries of the manifest by path, for the files with rows of ``real``; NotABuild where one is missing."""
    manifest = build.manifest
    if not manifest.get("files"):
        raise NotABuild(f"{one_line(build.root)} has no {MANIFEST} that lists its files: {HOW}")
    if not manifest.get("complete"):
        raise NotABuild(f"{one_line(build.root)} is unfinished: run its `collect` command again")
    listed = {entry["path"]: entry for entry in manifest["files"] if entry.get("config") == REAL}
    if missing := sorted(listed.keys() - {file.name for file in build.select(REAL)}):
        raise NotABuild(f"{one_line(build.root / missing[0])} is missing: collect or copy it again")
    return listed


def _groups(found: list[DataFile]) -> list[RowGroup]:
    counts = ((file.path, pq.read_metadata(file.path)) for file in found)
    return [RowGroup(path, number) for path, data in counts for number in range(data.num_row_groups) if data.num_rows]


def _licenses(build: Build) -> tuple[str, ...]:
    batches = build.batches(REAL, ["license"])
    return tuple(sorted({name for _, batch in batches for name in batch.column(0).to_pylist() if name}))
