"""A sort of 16-byte records that does not fit in memory: sorted runs on disk, merged as a stream."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RECORD = np.dtype([("key", "<u8"), ("position", "<u8")])
"""A drawn candidate: a hash of what it is, and its place in the order of candidates. 16 bytes."""

KEY_FIRST, POSITION_FIRST = ("key", "position"), ("position", "key")
"""Orders of records."""

RUN_RECORDS = 1 << 20
MERGE_RECORDS = 1 << 13

Records = NDArray[np.void]


def sorted_records(
    chunks: Iterable[Records], by: tuple[str, str], scratch: Path, run_records: int = RUN_RECORDS
) -> Iterator[tuple[int, int]]:
    """Stream of ``(key, position)`` in order of the two fields ``by``; memory is bounded by ``run_records``.

    Sorted runs are written to ``scratch``, which must be empty, and removed when the stream is exhausted.
    """
    scratch.mkdir(parents=True, exist_ok=True)
    runs = [_write_run(run, by, scratch / f"run-{i:06d}.bin") for i, run in enumerate(_gather(chunks, run_records))]
    swapped = by != KEY_FIRST
    for first, second in heapq.merge(*(_read_run(path, by) for path in runs)):
        yield (second, first) if swapped else (first, second)
    for path in runs:
        path.unlink()


def in_chunks(records: Iterable[tuple[int, int]], size: int = MERGE_RECORDS) -> Iterator[Records]:
    """Pack a stream of pairs into arrays of ``size`` records."""
    held: list[tuple[int, int]] = []
    for record in records:
        held.append(record)
        if len(held) == size:
            yield np.array(held, RECORD)
            held.clear()
    if held:
        yield np.array(held, RECORD)


def _gather(chunks: Iterable[Records], size: int) -> Iterator[Records]:
    held: list[Records] = []
    count = 0
    for chunk in chunks:
        while len(chunk):
            part, chunk = chunk[: size - count], chunk[size - count :]
            held.append(part)
            count += len(part)
            if count == size:
                yield np.concatenate(held)
                held, count = [], 0
    if held:
        yield np.concatenate(held)


def _write_run(run: Records, by: tuple[str, str], path: Path) -> Path:
    run[np.lexsort((run[by[1]], run[by[0]]))].tofile(path)
    return path


def _read_run(path: Path, by: tuple[str, str]) -> Iterator[tuple[int, int]]:
    with path.open("rb") as opened:
        while len(block := np.fromfile(opened, RECORD, MERGE_RECORDS)):
            yield from zip(block[by[0]].tolist(), block[by[1]].tolist(), strict=True)
