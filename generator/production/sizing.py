"""How many rows fill a target size."""

from __future__ import annotations

import dataclasses
import re

import pyarrow as pa

from generator.production.recipe import Recipe

UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}

PILOT_ROWS = 1_100
"""Rows that are made, and thrown away, to measure what a row weighs: the mean is known to about 2 %."""


def parse_size(text: str) -> int:
    """Bytes of a size such as ``200MB`` or ``1.5 GiB``; ValueError for anything else."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*", text)
    unit = UNITS.get((match[2] or "B").upper()) if match else None
    if match is None or unit is None or float(match[1]) <= 0:
        raise ValueError(f"not a size: {text!r} (such as 200MB or 1.5GB)")
    return int(float(match[1]) * unit)


def rows_for(recipe: Recipe, target_bytes: int) -> int:
    """Rows with which all configs together hold about ``target_bytes`` in memory, as the Hub counts a dataset's size.

    Depends on nothing but the recipe, like the rows themselves.
    """
    pilot = dataclasses.replace(recipe, rows=PILOT_ROWS, verify="codegen")
    rows = []
    for shard in range(pilot.kernels.shard_count(PILOT_ROWS)):
        for candidate in pilot.kernels.draw(pilot, "train", shard).candidates:
            rows += pilot.kernels.make(
                pilot, "train", candidate.category, [(shard, candidate.attempt)], isolated=False
            ).rows
    weight = 0
    for config in pilot.configs:
        schema = pilot.kernels.schema(pilot, config)
        weight += pa.Table.from_pylist([pilot.kernels.view(pilot, config, row) for row in rows], schema).nbytes
    return max(1, round(target_bytes * len(rows) / weight))
