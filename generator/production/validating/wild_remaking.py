"""Rows of Warp's own kernels, made again of the installed Warp."""

from __future__ import annotations

from functools import lru_cache

import warp as wp

from generator.dataset.configs import DatasetConfig
from generator.dataset.given_rows import wild_rows
from generator.dataset.splits import SPLITS
from generator.production.folder.stored_rows import Row
from generator.production.validating.findings import Validation
from generator.production.validating.row_origin import name_of


def wild_row(row: Row, config: DatasetConfig, result: Validation) -> Row | None:
    """The kernel of that id, None where the installed Warp is another or has it not."""
    if row.get("warp_version") != wp.__version__:
        result.not_remade[f"of Warp {row.get('warp_version')}, here is {wp.__version__}"] += 1
        return None
    made = _wild_library(config).get(name_of(row))
    if made is None:
        result.not_remade["no kernel of the installed Warp"] += 1
    return made


@lru_cache(maxsize=2)
def _wild_library(config: DatasetConfig) -> dict[str, Row]:
    """The kernels of the installed Warp by id."""
    return {str(row["id"]): row for split in SPLITS for row in wild_rows(config, split)}
