"""Memory: allocations, each with its own range of addresses, and the state of their bytes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

LOCAL, SHARED, PARAM, GRID, FIRST_GLOBAL = 1, 2, 3, 4, 16
"""Numbers of ranges of generic addresses: those of three state spaces, of a grid's barrier, the first of an array."""

RANGE_BITS = 40
"""Bits of an address within its range: so many that a wrong index stays in the range of its own allocation."""

START = 1 << 39
"""Offset of an allocation, or of shared or local memory, in its range: negative indices stay in the range too."""

OUTSIDE = -(1 << 62)
"""Added to an offset outside of a block's or thread's own bytes, so that it never hits another's."""

GUARD = 256
"""Bytes between variables of shared and local memory that nothing may touch."""

UNWRITTEN, WRITTEN, UNDER_WAY = 1, 3, 5
"""States of a byte in a shadow: allocated, written, being written by a copy not waited for; 0: no variable's."""

_LOW = (1 << RANGE_BITS) - 1

Bytes = np.ndarray[Any, Any]
_SEQUENCE = count()


def next_sequence() -> int:
    """A number larger than all before: it orders accesses and fences in time."""
    return next(_SEQUENCE)


@dataclass
class Access:
    """One instruction's accesses in the log: offsets of lanes, and the lanes (None: all).

    ``kind`` is "read", "write", "atomic", or "copy" for the begin of a copy, whose "write" is logged when it is waited
    for. ``order`` is "ordered" for loads and stores that do not race with each other, "volatile" for those that may
    read and set a flag. ``block``: the scope of an atomic or ordered access is its own block. ``values``: the written
    values, an array for each neighbouring element, where they are known.
    """

    line: int
    source: tuple[int, int]
    kind: str
    size: int
    offsets: Bytes
    lanes: Bytes | None
    stamps: Bytes
    values: tuple[Bytes, ...] = ()
    order: str = ""
    block: bool = False
    sequence: int = field(default_factory=_SEQUENCE.__next__)


@dataclass
class Segment:
    """A range of memory: ``groups`` times ``stride`` bytes; a group for each block (shared) or thread (local), or one.

    ``shadow``: the state of each byte; None where all were written before the launch. ``names``: the variables in it
    with their offset and size.
    """

    space: str
    name: str
    stride: int
    groups: int
    data: Bytes
    shadow: Bytes | None
    start: int
    names: tuple[tuple[str, int, int], ...] = ()
    log: list[Access] = field(default_factory=list)
    written: bool = False
    _views: dict[Any, Bytes] = field(default_factory=dict)

    @classmethod
    def make(cls, space: str, name: str, stride: int, groups: int, start: int, *, written: bool) -> Segment:
        """A new segment of zeros; ``written``: its bytes count as written."""
        room = -(-stride * groups // 16) * 16
        shadow = None if written else np.zeros(room, np.uint8)
        return cls(space, name, stride, groups, np.zeros(room, np.uint8), shadow, start)

    def placed(self, group: Bytes, address: Bytes) -> Bytes:
        """Offsets in the segment of addresses within a group; ``OUTSIDE`` plus the offset for those beyond it."""
        offset = (address & np.uint64(_LOW)).view(np.int64)
        whole = group * self.stride + offset
        if int(np.maximum.reduce(offset)) < self.stride:
            return whole
        below = _signed(offset, RANGE_BITS)
        if self.space == "shared":  # its addresses have 32 bits, where a negative index wraps
            below = np.where(offset >> 32, below, _signed(offset, 32))
        return np.where(offset < self.stride, whole, OUTSIDE + below)

    def within(self, offsets: Bytes) -> Bytes:
        """Offsets within their group, from offsets in the segment."""
        own = offsets % self.stride if self.groups > 1 else offsets
        return np.where(offsets < OUTSIDE // 2, offsets - OUTSIDE, own)

    def variable_at(self, offset: int) -> tuple[str, int]:
        """The variable nearest to an offset within a group, and the offset from the variable's begin."""
        near = min(self.names, key=lambda each: max(each[1] - offset, offset - each[1] - each[2] + 1, 0), default=None)
        return (near[0], offset - near[1]) if near else (self.name, offset)

    def view(self, kind: np.dtype[Any]) -> Bytes:
        """The bytes as elements of a type."""
        found = self._views.get(kind)
        if found is None:
            found = self._views[kind] = self.data[: len(self.data) // kind.itemsize * kind.itemsize].view(kind)
        return found

    def shadow_view(self, size: int) -> Bytes:
        """The shadow as unsigned integers of ``size`` bytes."""
        assert self.shadow is not None
        found = self._views.get(size)
        if found is None:
            found = self._views[size] = self.shadow.view(f"u{size}")
        return found


def _signed(offset: Bytes, bits: int) -> Bytes:
    """The lowest ``bits`` bits of offsets, sign-extended."""
    half = 1 << (bits - 1)
    return ((offset + half) & ((1 << bits) - 1)) - half


def full_state(size: int, state: int) -> Any:
    """``size`` bytes of a shadow in one state, as an unsigned integer."""
    return np.dtype(f"u{size}").type(int.from_bytes(bytes([state]) * size, "little"))


class Memory:
    """All segments of a launch; global ones in the order of their ranges."""

    def __init__(self) -> None:
        self.globals: list[Segment] = []
        self.shared: Segment | None = None
        self.local: Segment | None = None
        self.param: Segment | None = None
        self.grid = Segment.make("global", "the barrier of the grid", 16, 1, (GRID << RANGE_BITS) + START, written=True)

    def allocate(self, name: str, data: Bytes, *, written: bool, space: str = "global") -> Segment:
        """A new allocation in global (or constant) memory, with a copy of the bytes."""
        start = ((FIRST_GLOBAL + len(self.globals)) << RANGE_BITS) + START
        segment = Segment.make(space, name, data.nbytes, 1, start, written=written)
        if segment.shadow is not None:
            segment.shadow[: data.nbytes] = UNWRITTEN
        segment.data[: data.nbytes] = np.ascontiguousarray(data).view(np.uint8).reshape(-1)
        self.globals.append(segment)
        return segment

    def of_range(self, number: int) -> Segment | None:
        """The segment at the range of this number."""
        if number >= FIRST_GLOBAL:
            place = number - FIRST_GLOBAL
            return self.globals[place] if place < len(self.globals) else None
        return {LOCAL: self.local, SHARED: self.shared, PARAM: self.param, GRID: self.grid}.get(number)
