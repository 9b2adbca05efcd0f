"""Final files: a config's view of a split's accepted rows, categories in turn or from easy to difficult."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from generator.dataset.splits import split_rows
from generator.production.folder import files
from generator.production.folder.json_files import write_row
from generator.production.folder.manifest_file import DamagedManifest, read_json
from generator.production.folder.parquet_files import write_parquet
from generator.production.folder.paths import OutsideOfFolder, inside
from generator.production.making.config_schemas import kept_schema
from generator.production.making.curriculum import from_easy_to_difficult
from generator.production.making.pieces import Piece, Progress, progress_of, rows_of_cell, stretches
from generator.production.making.recipe import FILE_ROWS, Recipe
from generator.production.making.stream import kernels_of


@dataclass(frozen=True)
class Part:
    """Rows ``start`` to ``stop`` of a split of a config: one Parquet file, or a folder's share of JSON files."""

    config: str
    split: str
    number: int
    of: int
    start: int
    stop: int

    @property
    def name(self) -> str:
        """Path in the build as the Hub expects it, without the suffix."""
        return f"{self.config}/{self.split}-{self.number:05d}-of-{self.of:05d}"

    def record(self, work: Path) -> Path:
        """Path of the list of its finished files."""
        return work / "parts" / f"{self.name}.json"


def parts_of(recipe: Recipe) -> Iterator[Part]:
    """All parts of a build, in order."""
    for config in recipe.configs:
        for split, rows in split_rows(recipe.rows).items():
            count = -(-rows // FILE_ROWS)
            for number in range(count):
                yield Part(config, split, number, count, number * rows // count, (number + 1) * rows // count)


def write_part(recipe: Recipe, root: Path, work: Path, part: Part) -> list[dict[str, Any]]:
    """Write a part's files and then the list of them, which it returns: path, config, split, rows, sizes and hash."""
    cells = progress_of_split(recipe, work, part.split)
    name = part.name if recipe.format == "parquet" else f"{part.config}/{part.split}"
    schema = kept_schema(work, part.config) if recipe.format == "parquet" else None
    order = _in_curriculum if recipe.curriculum else _in_turn
    found = write_rows(recipe, root, name, part.config, order(cells, work, part.start, part.stop), schema)
    entries = [
        {"path": path.relative_to(root).as_posix(), "config": part.config, "split": part.split, **facts}
        for path, facts in found
    ]
    files.write_json(part.record(work), entries)
    return entries


def finished_files(record: Path) -> list[dict[str, Any]] | None:
    """The list that ``write_part`` wrote; None where it cannot be read, so that the part is written again."""
    try:
        entries = read_json(record)
        for entry in entries:
            inside(record.parent, entry["path"])
            if not isinstance(entry["rows"], int) or not files.is_description(entry):
                return None
    except (DamagedManifest, OutsideOfFolder, TypeError, KeyError):
        return None
    return entries if isinstance(entries, list) and entries else None


def write_rows(
    recipe: Recipe, root: Path, name: str, config: str, rows: Iterable[dict[str, Any]], schema: pa.Schema | None
) -> list[tuple[Path, dict[str, Any]]]:
    """Write made rows as a config shows them: with a ``schema`` into ``name``.parquet, else as JSON into a folder."""
    shown = (kernels_of(recipe).view(recipe, config, row) for row in rows)
    if schema is not None:
        path = root / f"{name}.parquet"
        return [(path, write_parquet(path, shown, schema))]
    return [found for row in shown for found in write_row(root / name, row)]


def pieces_for(recipe: Recipe, work: Path, part: Part) -> list[Piece]:
    """The pieces that hold a part's rows."""
    cells = progress_of_split(recipe, work, part.split)
    return [piece for piece, _, _ in _stretches(cells, part.start, part.stop)]


def progress_of_split(recipe: Recipe, work: Path, split: str) -> list[Progress]:
    """Every category's progress, in the round-robin order of the split's rows."""
    return [progress_of(cell, work) for cell in recipe.cells() if cell.split == split]


def _ranges(count: int, start: int, stop: int) -> list[tuple[int, int]]:
    """Rows ``start`` to ``stop`` of a split, as a range of rows in each of its ``count`` cells."""
    return [((start - place + count - 1) // count, (stop - place + count - 1) // count) for place in range(count)]


def _in_turn(cells: list[Progress], work: Path, start: int, stop: int) -> Iterator[dict[str, Any]]:
    ranges = _ranges(len(cells), start, stop)
    streams = [rows_of_cell(cell, work, first, last) for cell, (first, last) in zip(cells, ranges, strict=True)]
    for row in range(start, stop):
        yield next(streams[row % len(cells)])


def _in_curriculum(cells: list[Progress], work: Path, start: int, stop: int) -> Iterator[dict[str, Any]]:
    return from_easy_to_difficult(_stretches(cells, start, stop), work)


def _stretches(cells: list[Progress], start: int, stop: int) -> Iterator[tuple[Piece, int, int]]:
    """The pieces that hold rows ``start`` to ``stop`` of a split, each with the range of its rows."""
    for cell, (first, last) in zip(cells, _ranges(len(cells), start, stop), strict=True):
        yield from stretches(cell, first, last)
