"""Rows of kernels that were given, not made: a person's own file, or Warp's own library."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from generator.dataset.configs import WILD, DatasetConfig
from generator.dataset.fingerprint import structure
from generator.dataset.rows import properties
from generator.dataset.schema import ABOUT, CODE, IDENTITY, ORIGIN, columns_of
from generator.dataset.splits import split_of, split_rows
from generator.launch.thresholds import with_ties
from generator.lowering.user_kernels.api import LoweredKernel
from generator.lowering.user_kernels.wild import Failure, lower_wild_kernel, wild_kernels
from generator.synthesis import Candidate

NO_SEED = -1
USER = "user"
"""Category of a person's own kernels."""


def given_row(kernel: LoweredKernel, category: str, row_id: str) -> dict[str, Any]:
    """The row of one kernel, columns in the schema's order; only the code columns that the kernel was lowered to."""
    launch = with_ties(kernel.launch, kernel.python_source)
    candidate = Candidate(kernel.python_source, kernel.name, category, kernel.description, launch)
    row = kernel.code | properties(candidate, structure(kernel.python_source))
    row |= {"id": row_id, "seed": NO_SEED, "file": kernel.file, "line": kernel.line}
    row |= {"package": kernel.package, "license": kernel.license, "self_contained": kernel.self_contained}
    return {column.name: row[column.name] for column in _COLUMNS if column.name in row}


def given_rows(kernels: Sequence[LoweredKernel], category: str = USER) -> list[dict[str, Any]]:
    """Rows of kernels of one file; the id is category, file and name."""
    return [given_row(kernel, category, f"{category}-{Path(kernel.file).stem}-{kernel.label}") for kernel in kernels]


def given_id(origin: str, file: str, label: str) -> str:
    """Id of a kernel of a package: the package's origin, the file as a module's name, and the kernel's label."""
    return f"{origin}-{file.removesuffix('.py').replace('/', '.')}-{label}"


def wild_rows(config: DatasetConfig, split: str) -> Iterator[dict[str, Any]]:
    """Rows of Warp's own kernels whose fingerprint belongs to ``split``, at most the split's share of the rows.

    Warns of a kernel that cannot be lowered.
    """
    return islice(_wild_rows(config, split), split_rows(config.rows)[split])


def _wild_rows(config: DatasetConfig, split: str) -> Iterator[dict[str, Any]]:
    for kernel in wild_kernels():
        lowered = lower_wild_kernel(kernel, ("forward", "backward", "cpu"), config.comments)
        if isinstance(lowered, Failure):
            _warn_of(lowered)
            continue
        for each in lowered:
            row = given_row(each, WILD, given_id(WILD, each.file, each.label))
            if split_of(row["fingerprint"]) == split:
                yield {column.name: row[column.name] for column in columns_of(config)}


@cache
def _warn_of(failure: Failure) -> None:
    """Warn of a failure once a process, not again for every split."""
    warnings.warn(f"{failure.file}:{failure.line} has no row: {failure.reason}", RuntimeWarning, stacklevel=1)


def schema_of_given(row: dict[str, Any]) -> pa.Schema:
    """The dataset's types of a row's columns."""
    return pa.schema([pa.field(c.name, c.type) for c in _COLUMNS if c.name in row])


_COLUMNS = (*IDENTITY, *CODE, *ABOUT, *ORIGIN)
