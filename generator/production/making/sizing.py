"""How many rows fill a target size."""

from __future__ import annotations

import dataclasses
import re
import tempfile
from pathlib import Path

from generator.dataset.identity import KernelKey
from generator.production.making.assembly import write_rows
from generator.production.making.recipe import Recipe
from generator.production.making.stream import kernels_of

UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}

PILOT_ROWS = 1_100
"""Rows that are made, and thrown away, to measure the bytes of a row: their mean is known to about 2 %."""


def parse_size(text: str) -> int:
    """Bytes of a size such as ``200MB`` or ``1.5 GiB``; ValueError for anything else."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", text)
    unit = UNITS.get((match[2] or "B").upper()) if match else None
    if match is None or unit is None or float(match[1]) <= 0:
        raise ValueError(f"not a size: {text!r} (such as 200MB or 1.5GB)")
    return int(float(match[1]) * unit)


def rows_for(recipe: Recipe, target_bytes: int) -> int:
    """Number of rows with which the data files of all configs together take about ``target_bytes`` on disk.

    Depends on nothing but the recipe, like the rows themselves.
    """
    pilot = dataclasses.replace(recipe, rows=PILOT_ROWS, verify="codegen")
    keys = [
        KernelKey(pilot.seed, candidate.category, "train", shard, candidate.attempt)
        for shard in range(kernels_of(pilot).shard_count(PILOT_ROWS))
        for candidate in kernels_of(pilot).draw(pilot, "train", shard).candidates
    ]
    rows = [row for row in kernels_of(pilot).make(pilot, keys, isolated=False) if isinstance(row, dict)]
    with tempfile.TemporaryDirectory() as folder:
        for config in pilot.configs:
            schema = kernels_of(pilot).schema(pilot, config) if pilot.format == "parquet" else None
            write_rows(pilot, Path(folder), f"{config}/pilot", config, rows, schema)
        weight = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    return max(1, round(target_bytes * len(rows) / weight))
