"""Schemas of a build's configs, kept in its work folder, so that its main process imports `datasets`, not its workers.

`datasets` imports pandas: 65 MB in each process that writes files.
"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from generator.production.folder import files
from generator.production.making.recipe import Recipe
from generator.production.making.stream import kernels_of


def keep_schemas(recipe: Recipe, work: Path) -> None:
    """Write the schema of each config of a build of Parquet files."""
    if recipe.format == "parquet":
        for config in recipe.configs:
            files.write_bytes(_path(work, config), kernels_of(recipe).schema(recipe, config).serialize().to_pybytes())


def kept_schema(work: Path, config: str) -> pa.Schema:
    """The schema that ``keep_schemas`` wrote."""
    return pa.ipc.read_schema(pa.py_buffer(_path(work, config).read_bytes()))


def _path(work: Path, config: str) -> Path:
    return work / "schemas" / f"{config}.arrow"
