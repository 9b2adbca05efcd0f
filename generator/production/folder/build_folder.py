"""A build on disk, as the Hub will hold it: ``<config>/<split>-*.parquet`` beside card, manifest and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.dataset.configs import DEFAULT_CONFIG, load_configs
from generator.dataset.splits import SPLITS
from generator.escaping import one_line
from generator.production.folder.build_names import STATS
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import read_json, read_manifest, unfinished
from generator.production.folder.paths import inside

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

    def schema(self) -> pa.Schema:
        """Its Arrow schema."""
        try:
            return pq.read_schema(self.path)
        except (pa.ArrowException, OSError) as error:
            raise NotABuild(f"{self.name} is damaged ({one_line(error, 120)}): make or copy it again") from None


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
        """The config to read kernels from where any would do, the card's default.

        The one that `load` takes by default; without it that of most rows, then most columns, then by name.
        """
        return min(
            self.configs,
            key=lambda name: (name != DEFAULT_CONFIG, -self.rows(name), -len(self.schema(name)), name),
        )

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
        return self.select(config)[0].schema()

    def batches(
        self, config: str, columns: Sequence[str], split: str | None = None, rows: int = 512
    ) -> Iterator[tuple[str, pa.RecordBatch]]:
        """(split, batch) over the files, in order, in bounded memory."""
        for file in self.select(config, split):
            if missing := sorted(set(columns) - set(file.schema().names)):
                raise NotABuild(f"{file.name} has no column {missing[0]}: `validate` says what else is wrong")
            try:
                with pq.ParquetFile(file.path) as opened:
                    for batch in opened.iter_batches(batch_size=rows, columns=list(columns)):
                        yield file.split, batch
            except (pa.ArrowException, OSError) as error:
                raise NotABuild(f"{file.name} is damaged ({one_line(error, 120)}): make or copy it again") from None

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Content of manifest.json; empty where there is none."""
        return read_manifest(self.root)

    @cached_property
    def stats(self) -> dict[str, Any]:
        """Content of stats.json; empty where there is none."""
        if not (self.root / STATS).exists():
            return {}
        found = read_json(inside(self.root, STATS))
        if not isinstance(found, dict):
            raise BuildError(f"{self.root / STATS} is damaged: it is no object")
        return found


def open_build(root: Path) -> Build:
    """List a folder's data files; raises NotABuild for a folder without any and for a damaged file."""
    if not root.is_dir():
        raise NotABuild(f"no folder {root}")
    found = []
    for path in sorted(root.glob("*/*.parquet")):
        match = _DATA_FILE.fullmatch(path.name)
        if match is None:
            continue
        inside(root, path.relative_to(root).as_posix())
        if path.parent.name not in load_configs():
            raise NotABuild(
                f"{one_line(path.relative_to(root))}: no config is called {one_line(path.parent.name, 80)}; known are "
                f"{', '.join(load_configs())}"
            )
        if match["split"] not in SPLITS:
            raise NotABuild(f"{one_line(path.relative_to(root))}: no split is called {match['split']}")
        try:
            rows = pq.read_metadata(path).num_rows
        except (pa.ArrowException, OSError):
            raise NotABuild(f"{path} is damaged: run the `produce` command again") from None
        found.append(DataFile(path, path.parent.name, match["split"], rows, path.stat().st_size))
    if not found:
        if why := unfinished(read_manifest(root)):
            raise NotABuild(f"{root} {why}")
        raise NotABuild(f"no <config>/<split>-00000-of-00001.parquet in {root}")
    return Build(root, tuple(sorted(found, key=_order)))


def _order(file: DataFile) -> tuple[str, int, str, str]:
    known = [*SPLITS, file.split].index(file.split)
    return file.config, known, file.split, file.path.name
