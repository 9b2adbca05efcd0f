"""Arrays of a launch over all its draws: loads, stores and atomics of lanes, with bounds checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.outcome import OUTSIDE, NotScreened, Struck
from generator.synthesis.screening.lanes.values import Numbers, Pose, Quat, Struct, numbers

Wrap = Callable[[Numbers], Any]
COMBINED: dict[str, np.ufunc] = {
    "add": np.add,
    "sub": np.subtract,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
"""What an atomic makes of the old element and a value, by the word after ``atomic_``."""

UNSIGNED = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}
"""Bytes of a whole number -> the type in which one below zero is larger than any size."""

WRAPS: dict[str, Wrap] = {"quat": Quat, "transform": Pose}
"""Kinds of elements that are more than their numbers."""


@dataclass(frozen=True)
class Lanes:
    """The lanes that run: ``count``, and those in which a problem counts (``checked``).

    What the others do after a problem has no meaning: they are ``strayed``.
    """

    count: int
    checked: Numbers
    strayed: Numbers
    rows: dict[tuple[int, int, int], tuple[Numbers, Numbers, Numbers]] = field(default_factory=dict)
    """Rows, index and size, by identity -> the rows that they lead to, where none is outside, beside what led there."""

    def report(self, wrong: Numbers, kind: str, where: str) -> None:
        """Lanes do what is undefined. Struck where one is checked."""
        if not np.count_nonzero(wrong):
            return
        if np.count_nonzero(wrong & self.checked):
            raise Struck(kind, where)
        np.logical_or(self.strayed, wrong, out=self.strayed)


def lanes_of(checked: Numbers) -> Lanes:
    """Lanes of which none has strayed yet."""
    return Lanes(len(checked), checked, np.zeros_like(checked))


@dataclass(slots=True, eq=False)
class Rows:
    """An array, or what is left of it after ``first`` indices.

    ``data`` is (draws, *shape, *components), or a ``Struct`` of such. ``draw`` is each lane's place on the first axis,
    ``offset`` the row that its first indices lead to.
    """

    data: Any
    shape: tuple[int, ...]
    wrap: Wrap | None
    path: str
    lanes: Lanes
    draw: Numbers
    first: int = 0
    offset: Numbers | None = None

    @property
    def extents(self) -> tuple[int, ...]:
        """Lengths of the dimensions that are left."""
        return self.shape[self.first :]

    def at(self, indices: Sequence[Numbers], mask: Numbers) -> tuple[Numbers, int]:
        """The row of each lane, and how many dimensions the indices have used in all. Struck where one is outside."""
        row = self.draw if self.offset is None else self.offset
        axis = self.first
        known = self.lanes.rows
        for index in indices:
            size = self.shape[axis]
            key = (id(row), id(index), size)
            if key not in known:
                outside = index.view(UNSIGNED[index.dtype.itemsize]) >= size  # what is below zero is large
                if np.count_nonzero(outside):
                    self.lanes.report(outside & mask, OUTSIDE, self.path)
                    row = row * size + np.where(outside, 0, index)
                    axis += 1
                    continue
                known[key] = (row * size + index, row, index)
            row = known[key][0]
            axis += 1
        return row, axis

    def load(self, indices: Sequence[Numbers], mask: Numbers) -> Any:
        """The element at full indices, a view at fewer."""
        row, used = self.at(indices, mask)
        if used < len(self.shape):
            return self._within(used, row)
        return self.loaded(row)

    def loaded(self, row: Numbers) -> Any:
        """The elements of rows."""
        if isinstance(self.data, Struct):
            return Struct({name: part.loaded(row) for name, part in self.data.fields.items()})
        found = self.flat().take(row, axis=0)
        return found if self.wrap is None else self.wrap(found)

    def flat(self) -> Numbers:
        """All elements of all draws on one axis; the same memory."""
        data: Numbers = self.data
        return data.reshape(-1, *data.shape[1 + len(self.shape) :])

    def part(self, name: str) -> Rows:
        """One field of an array of records, with the same indices."""
        part: Rows = self.data.fields[name]
        return part._within(self.first, self.offset)

    def _within(self, first: int, offset: Numbers | None) -> Rows:
        """What is left of the array after some indices."""
        return Rows(self.data, self.shape, self.wrap, self.path, self.lanes, self.draw, first, offset)

    def store(self, indices: Sequence[Numbers], value: Any, mask: Numbers) -> None:
        """An element gets a value; where lanes store to the same one, the last does."""
        row, used = self.at(indices, mask)
        if used < len(self.shape):
            raise NotScreened(f"a store to a part of {self.path}")
        given, data = numbers(value), self.flat()
        data[row[mask]] = given[mask] if len(given) == len(mask) else given

    def atomic(self, word: str, indices: Sequence[Numbers], value: Any, mask: Numbers, wanted: bool) -> Any:
        """A read-modify-write of each lane, in their order; the old values where they are wanted."""
        row, used = self.at(indices, mask)
        if used < len(self.shape):
            raise NotScreened(f"an atomic on a part of {self.path}")
        data, count = self.flat(), len(mask)
        row = row[mask]
        given = numbers(value)
        given = given[mask] if len(given) == count else np.broadcast_to(given, (len(row), *given.shape[1:]))
        given = given.astype(data.dtype, copy=False)
        function = None if word == "exch" else COMBINED[word]
        if not wanted and function is not None:
            function.at(data, row, given)
            return None
        old = np.zeros((count, *data.shape[1:]), data.dtype)
        old[mask] = _in_turn(data, row, given, function)
        return old if self.wrap is None else self.wrap(old)


def _in_turn(data: Numbers, row: Numbers, given: Numbers, function: np.ufunc | None) -> Numbers:
    """Old values of elements that lanes change one after the other; without a function each gets the value itself."""
    old = np.empty((len(row), *data.shape[1:]), data.dtype)
    order = np.argsort(row, kind="stable")
    grouped = row[order]
    starts = np.flatnonzero(np.concatenate([[True], grouped[1:] != grouped[:-1]])) if len(row) else grouped
    turn = np.arange(len(row)) - np.repeat(starts, np.diff(np.append(starts, len(row))))
    if function in (np.add, np.subtract) and data.dtype.kind in "iu":
        total = np.cumsum(given[order], axis=0, dtype=data.dtype)
        before = total - given[order]
        before = before - np.repeat(before[starts], np.diff(np.append(starts, len(row))), axis=0)
        old[order] = function(data[grouped], before, dtype=data.dtype)
        function.at(data, row, given)
        return old
    for number in range(int(turn.max(initial=-1)) + 1):  # one lane of each element at a time
        lanes = order[turn == number]
        rows = row[lanes]
        old[lanes] = data[rows]
        data[rows] = given[lanes] if function is None else function(data[rows], given[lanes])
    return old


def exchanged(rows: Rows, indices: Sequence[Numbers], compare: Any, value: Any, mask: Numbers) -> Any:
    """``atomic_cas`` of each lane in their order."""
    row, _ = rows.at(indices, mask)
    data, count = rows.flat(), len(mask)
    expected, given = (np.broadcast_to(numbers(v), (count,)).astype(data.dtype) for v in (compare, value))
    old = np.zeros(count, data.dtype)
    for lane in np.flatnonzero(mask):
        old[lane] = data[row[lane]]
        if old[lane] == expected[lane]:
            data[row[lane]] = given[lane]
    return old


def stored(root: Any, indices: Sequence[Numbers], value: Any, mask: Numbers) -> Any:
    """An array, or a local value, with the element or component at the indices replaced in the lanes of the mask."""
    if isinstance(root, Rows):
        root.store(indices, value, mask)
        return root
    old, given = numbers(root), numbers(value)
    made = np.broadcast_to(old, (len(mask), *old.shape[1:])).copy()
    lanes = np.flatnonzero(mask)
    where = tuple(np.broadcast_to(index, mask.shape)[lanes] for index in indices)
    made[(lanes, *where)] = given[lanes] if len(given) == len(mask) else given
    return made if root.__class__ is np.ndarray else type(root)(made)
