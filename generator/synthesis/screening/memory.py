"""Arrays of a launch over all its draws: loads, stores and atomics of lanes, with bounds checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.outcome import OUTSIDE, NotScreened, Struck
from generator.synthesis.screening.lanes.values import Numbers, Struct, like, numbers

COMBINED: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
    "exch": lambda old, value: value,
    "cas": lambda old, compare, value: np.where(old == compare, value, old),
}
"""What an atomic makes of the old element and its arguments, by the word after ``atomic_``."""

UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
"""Bytes of a whole number -> unsigned type, in which a negative index is larger than any size."""

MOST_ROWS = 64
"""Most rows that are cached: a long loop has new ones in each turn, and all of them would stay in memory."""


class Lanes:
    """The lanes that run, and those in which a problem counts (``checked``).

    Other lanes are ``strayed`` after a problem: what they do then is undefined.
    """

    def __init__(self, checked: Numbers) -> None:
        self.count = len(checked)
        self.checked = checked
        self.strayed = np.zeros(self.count, np.bool_)
        self.everyone = ~self.strayed
        self.rows: dict[tuple[int, int, int], tuple[Numbers, Numbers | None, Numbers, Numbers]] = {}
        """Cache: ids of rows and of an index, size -> the rows that they lead to; lanes out of bounds, if any; and
        both, kept alive."""

    def report(self, wrong: Numbers, kind: str, where: str) -> None:
        """Note lanes of undefined behaviour. Struck where one of them is checked."""
        if wrong[wrong.argmax()]:  # several times as fast as ``any``
            if (wrong & self.checked).any():
                raise Struck(kind, where)
            np.logical_or(self.strayed, wrong, out=self.strayed)


@dataclass(slots=True, eq=False)
class Rows:
    """An array, or a view of it after its first indices, with ``extents`` of the dimensions that are left.

    ``data`` is (draws and elements, *components), or a ``Struct`` of such. ``row``: for each lane, the flat index of
    its draw and the first indices.
    """

    data: Any
    extents: tuple[int, ...]
    path: str
    lanes: Lanes
    row: Numbers
    wrap: Callable[[Numbers], Any] = np.asarray

    def at(self, indices: Sequence[Numbers], mask: Numbers) -> Numbers:
        """The flat index of each lane at these indices. Struck where one is out of bounds."""
        row, known = self.row, self.lanes.rows
        for axis, index in enumerate(indices):
            size = self.extents[axis]
            key = (id(row), id(index), size)
            found = known.get(key)
            if found is None:
                outside = index.view(UNSIGNED[index.dtype.itemsize]) >= size  # what is below zero is large
                wrong = outside[outside.argmax()]
                inside = np.where(outside, 0, index) if wrong else index
                found = (row * size + inside, outside if wrong else None, row, index)
                if len(known) < MOST_ROWS:
                    known[key] = found
            row, beyond = found[:2]
            if beyond is not None:
                self.lanes.report(beyond & mask, OUTSIDE, self.path)
        return row

    def load(self, indices: Sequence[Numbers], mask: Numbers) -> Any:
        """The element at full indices, a view at fewer."""
        row, left = self.at(indices, mask), self.extents[len(indices) :]
        return self._within(left, row) if left else self.loaded(row)

    def loaded(self, row: Numbers) -> Any:
        """The elements of rows."""
        if self.data.__class__ is Struct:
            return Struct({name: part.loaded(row) for name, part in self.data.fields.items()})
        return self.wrap(self.data.take(row, axis=0))

    def part(self, name: str) -> Rows:
        """One field of an array of records, with the same indices."""
        part: Rows = self.data.fields[name]
        return part._within(self.extents, self.row)

    def _within(self, left: tuple[int, ...], row: Numbers) -> Rows:
        """The view of the array at rows, with dimensions of these lengths left."""
        return Rows(self.data, left, self.path, self.lanes, row, self.wrap)

    def elements(self, indices: Sequence[Numbers], mask: Numbers) -> Numbers:
        """The rows that lanes of the mask write to. Raises NotScreened where dimensions are left without an index."""
        if self.extents[len(indices) :]:
            raise NotScreened(f"a part of {self.path} that is written")
        row = self.at(indices, mask)
        return row if mask is self.lanes.everyone else row[mask]

    def store(self, indices: Sequence[Numbers], value: Any, mask: Numbers) -> None:
        """Store a value; where several lanes store to one element, the last one wins."""
        given = numbers(value) if mask is self.lanes.everyone else _masked(value, mask)
        self.data[self.elements(indices, mask)] = given

    def atomic(self, word: str, indices: Sequence[Numbers], values: Sequence[Any], mask: Numbers, wanted: bool) -> Any:
        """A read-modify-write of each lane, in their order; the old elements where they are wanted."""
        data, row, combined = self.data, self.elements(indices, mask), COMBINED[word]
        shape = (len(row), *data.shape[1:])
        given = [np.broadcast_to(_masked(value, mask), shape).astype(data.dtype, copy=False) for value in values]
        if not wanted and isinstance(combined, np.ufunc):
            combined.at(data, row, *given)
            return None
        old = np.zeros((len(mask), *data.shape[1:]), data.dtype)
        old[mask] = _in_turn(data, row, given, combined)
        return self.wrap(old)


def _masked(value: Any, mask: Numbers) -> Numbers:
    """The numbers of a value in the lanes of the mask, or those that all lanes share."""
    given = numbers(value)
    return given[mask] if given.shape[0] == mask.size else given


def _in_turn(data: Numbers, row: Numbers, given: Sequence[Numbers], combined: Callable[..., Any]) -> Numbers:
    """Old values of elements that lanes change one after the other."""
    old = np.empty((len(row), *data.shape[1:]), data.dtype)
    order = np.argsort(row, kind="stable")
    grouped = row[order]
    starts = np.flatnonzero(np.diff(grouped, prepend=-1))
    counts = np.diff(starts, append=len(row))
    if isinstance(combined, np.ufunc) and combined in (np.add, np.subtract) and data.dtype.kind in "iu":
        each = given[0][order]
        before = np.cumsum(each, axis=0, dtype=data.dtype) - each
        before = before - np.repeat(before[starts], counts, axis=0)
        old[order] = combined(data[grouped], before, dtype=data.dtype)
        combined.at(data, row, given[0])
        return old
    turn = np.arange(len(row)) - np.repeat(starts, counts)
    for number in range(int(turn.max(initial=-1)) + 1):  # one lane of each element at a time
        lanes = order[turn == number]
        rows = row[lanes]
        old[lanes] = data[rows]
        data[rows] = combined(data[rows], *[value[lanes] for value in given])
    return old


def stored(root: Any, indices: Sequence[Numbers], value: Any, mask: Numbers) -> Any:
    """An array, or a local value, with the element or component at the indices replaced in the lanes of the mask."""
    if isinstance(root, Rows):
        root.store(indices, value, mask)
        return root
    old = numbers(root)
    made = np.broadcast_to(old, (len(mask), *old.shape[1:])).copy()
    places = [_masked(index, mask) for index in indices]
    made[(np.flatnonzero(mask), *places)] = _masked(value, mask)
    return like(root, made)
