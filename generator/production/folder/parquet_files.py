"""Parquet as the Hub wants it: row groups that the viewer can hold, page index, content-defined chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.production.folder import files

GROUP_ROWS = 1_000
"""Rows of a row group: about 10 MB of code in memory, far under what the Hub's viewer refuses."""


def write_parquet(
    path: Path, rows: Iterable[Mapping[str, Any]], schema: pa.Schema, group_rows: int | None = None
) -> dict[str, Any]:
    """Write the rows, a group of ``group_rows``, by default ``GROUP_ROWS``, in memory at a time.

    Returns rows, hash, size, and size of the columns in Arrow.
    """
    size = group_rows or GROUP_ROWS
    count = uncompressed = 0
    with (
        files.replacing(path) as temporary,
        # Content-defined chunks: equal text in another build gives equal pages, which the Hub stores once.
        pq.ParquetWriter(
            temporary, schema, compression="zstd", write_page_index=True, use_content_defined_chunking=True
        ) as writer,
    ):
        for group in _groups(rows, size):
            table = pa.Table.from_pylist(group, schema)
            writer.write_table(table, row_group_size=size)
            count += table.num_rows
            uncompressed += table.nbytes
    return {"rows": count, "uncompressed_bytes": uncompressed, **files.describe(path)}


def _groups(rows: Iterable[Mapping[str, Any]], size: int) -> Iterator[list[Any]]:
    remaining = iter(rows)
    while group := list(islice(remaining, size)):
        yield group
