"""An external sort of 16-byte records (runs on disk, merged as a stream), and which records repeat a key."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

RECORD = np.dtype([("key", "<u8"), ("position", "<u8")])
"""A drawn candidate: a hash (of its structure, or a near-duplicate key), and its place in the stream. 16 bytes."""

KEY_FIRST, POSITION_FIRST = ("key", "position"), ("position", "key")
"""Orders of records."""

RUN_RECORDS = 1 << 20
MERGE_RECORDS = 1 << 13

Records = NDArray[np.void]

Positions = NDArray[np.uint64]
"""Places in a split's stream, sorted, each once."""


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


def records_of(keys: NDArray[np.uint64], positions: NDArray[np.uint64]) -> Records:
    """A record for each key of each candidate: ``keys`` has a row a candidate."""
    found = np.empty(keys.shape, RECORD)
    found["key"], found["position"] = keys, positions[:, None]
    return found.ravel()


def repeated(records: Iterable[Records], scratch: Path) -> Positions:
    """Positions of records whose key an earlier one has. In memory: eight bytes for each, and what a sort holds."""
    return _positions(later_of_each(sorted_records(records, KEY_FIRST, scratch)))


def also_in(others: Iterable[Records], records: Iterable[Records], scratch: Path) -> Positions:
    """Positions of those ``records`` whose key one of ``others`` has."""
    ordered = sorted_records(others, KEY_FIRST, scratch / "others")
    return _positions(_shared(sorted_records(records, KEY_FIRST, scratch / "records"), ordered))


def without(dropped: Positions, records: Records) -> Records:
    """The records that are not at one of these positions."""
    places = np.searchsorted(dropped, records["position"])
    found = places < len(dropped)
    found[found] = dropped[places[found]] == records["position"][found]
    return records[~found]


def later_of_each(ordered: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Of records in order of their keys, the positions of all but the first of each key."""
    last = None
    for key, position in ordered:
        if key == last:
            yield position
        last = key


def _shared(ordered: Iterator[tuple[int, int]], others: Iterator[tuple[int, int]]) -> Iterator[int]:
    """Positions of records of one ordered stream whose key is in the other."""
    other = next(others, None)
    for key, position in ordered:
        while other is not None and other[0] < key:
            other = next(others, None)
        if other is not None and other[0] == key:
            yield position
    for _ in others:  # read to its end, where its runs are removed
        pass


def _positions(found: Iterator[int]) -> Positions:
    return np.unique(np.frombuffer(array("Q", found), np.uint64))


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
