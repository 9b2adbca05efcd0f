"""Candidates that say again what an earlier one says: of its structure, or nearly its text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from generator.production.making.sorting import KEY_FIRST, RECORD, Records, sorted_records

Positions = NDArray[np.uint64]
"""Places in a split's stream, sorted, each once."""


def records_of(keys: NDArray[np.uint64], positions: NDArray[np.uint64]) -> Records:
    """A record for each key of each candidate: ``keys`` has a row a candidate."""
    found = np.empty(keys.shape, RECORD)
    found["key"], found["position"] = keys, positions[:, None]
    return found.ravel()


def repeated(records: Iterable[Records], scratch: Path) -> Positions:
    """Who has a key that somebody before has. Eight bytes each are held, of the others only what a sort holds."""
    return _positions(later_of_each(sorted_records(records, KEY_FIRST, scratch)))


def also_in(others: Iterable[Records], records: Iterable[Records], scratch: Path) -> Positions:
    """Who of ``records`` has a key that one of ``others`` has."""
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
    for _ in others:  # to its end, where its runs are removed
        pass


def _positions(found: Iterator[int]) -> Positions:
    return np.unique(np.frombuffer(array("Q", found), np.uint64))
