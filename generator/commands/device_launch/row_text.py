"""The Python and the launch of a row, by its id: made from its key, or read from a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.dataset.stream import kernel_of
from generator.production.folder.build_folder import open_build

COLUMNS = ("id", "python_source", "launch")


@dataclass(frozen=True)
class RowText:
    """A row's Python, and its launch as JSON."""

    source: str
    launch: str


def made_row(row_id: str) -> RowText:
    """The row made from its key; ValueError for an id that no row has."""
    try:
        candidate = kernel_of(row_id).candidate
    except ValueError as error:
        raise ValueError(f"neither a .ptx or .cu file nor a row: {error}") from None
    return RowText(candidate.source, candidate.launch.to_json())


def stored_row(folder: Path, row_id: str) -> RowText:
    """The row as stored in a build; ValueError where it is not there, BuildError for a folder that is no build."""
    build = open_build(folder)
    fitting = [config for config in build.configs if set(COLUMNS) <= set(build.schema(config).names)]
    if not fitting:
        raise ValueError(f"{folder} has no config with the columns {', '.join(COLUMNS)}")
    for config in fitting:
        for _, batch in build.batches(config, COLUMNS):
            ids = batch.column("id").to_pylist()
            if row_id in ids:
                row = batch.slice(ids.index(row_id), 1).to_pylist()[0]
                if not row["launch"]:
                    raise ValueError(f"row {row_id} of {folder} has no launch")
                return RowText(str(row["python_source"]), str(row["launch"]))
    raise ValueError(f"no row of {folder} has the id {row_id!r}")
