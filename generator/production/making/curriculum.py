"""The rows of a file from easy to difficult: their places are sorted, then rows are read one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from generator.dataset.kernel_filter import by_difficulty
from generator.production.making.pieces import BATCH_ROWS, Piece, rows_of_piece

KEPT_BATCHES = 64
"""Batches kept uncompressed, 20 MB of code: neighbours in a curriculum are often of one batch."""


def from_easy_to_difficult(stretches: Iterable[tuple[Piece, int, int]], work: Path) -> Iterator[dict[str, Any]]:
    """The rows of these ranges of pieces by difficulty, ties by id."""
    places = sorted(
        (by_difficulty(row), piece.path(work), first + number)
        for piece, first, last in stretches
        for number, row in enumerate(rows_of_piece(piece.path(work), first, last, ("difficulty", "id")))
    )
    with ExitStack() as stack:

        @cache
        def opened(path: Path) -> pa.ipc.RecordBatchFileReader:
            return stack.enter_context(pa.ipc.open_file(stack.enter_context(pa.OSFile(str(path)))))

        @lru_cache(maxsize=KEPT_BATCHES)
        def batch(path: Path, number: int) -> pa.RecordBatch:
            return opened(path).get_batch(number)

        for _, path, row in places:
            yield from batch(path, row // BATCH_ROWS).slice(row % BATCH_ROWS, 1).to_pylist()
