"""Memory: allocations with their own range of addresses, and which of their bytes were written."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

LOCAL, SHARED, PARAM, FIRST_GLOBAL = 1, 2, 3, 16
"""Numbers of address ranges: the first of global memory and those of the other spaces as generic addresses."""

RANGE_BITS = 40
"""Bits of an address within its range: an index that runs astray stays in the range of its own allocation."""

START = 1 << 39
"""Offset of an allocation in its range, and of shared and local memory: negative indices stay in it as well."""

OUTSIDE = -(1 << 62)
"""Added to an offset outside of its own block's or thread's bytes, so that it meets no other's."""

GUARD = 256
"""Bytes between variables of shared and local memory that nothing may touch."""

UNWRITTEN, WRITTEN, UNDER_WAY = 1, 3, 5
"""States of a byte in a shadow: allocated, written, being written by a copy not waited for; 0 is none of them."""

_LOW = (1 << RANGE_BITS) - 1

Bytes = np.ndarray[Any, Any]
_SEQUENCE = count()


def next_sequence() -> int:
    """A number larger than all before: accesses and fences are compared by it."""
    return next(_SEQUENCE)


@dataclass
class Access:
    """One instruction's accesses, as the log keeps them: offsets of lanes, and the lanes (None: all).

    ``kind`` is "read", "write", "atomic", or "copy" for the begin of a copy whose "write" comes when it is waited for.
    ``order`` is "ordered" for loads and stores that are no race among each other, "volatile" for those that a flag may
    be read and set with. ``block``: what is atomic or ordered is so to threads of its own block alone. ``values`` are
    those of neighbouring elements that were written, where they are known.
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
    """A range of memory: ``groups`` times ``stride`` bytes, one group a block (shared), a lane (local) or one in all.

    ``shadow`` has the state of each byte; None where all of it was written before the launch. ``names`` are the
    variables in it with their offset and size.
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
        """A new segment of zeros; ``written`` says whether reading it before a write is allowed."""
        room = -(-stride * groups // 16) * 16
        shadow = None if written else np.zeros(room, np.uint8)
        return cls(space, name, stride, groups, np.zeros(room, np.uint8), shadow, start)

    def placed(self, group: Bytes, address: Bytes) -> Bytes:
        """Offsets in the whole segment of addresses within a group; ``OUTSIDE`` and the offset for those beyond it."""
        offset = (address & np.uint64(_LOW)).view(np.int64)
        whole = group * self.stride + offset
        if int(np.maximum.reduce(offset)) < self.stride:
            return whole
        below = _signed(offset, RANGE_BITS)
        if self.space == "shared":  # its addresses have 32 bits, in which an index below zero wraps
            below = np.where(offset >> 32, below, _signed(offset, 32))
        return np.where(offset < self.stride, whole, OUTSIDE + below)

    def within(self, offsets: Bytes) -> Bytes:
        """Offsets within their group, of offsets in the whole segment."""
        own = offsets % self.stride if self.groups > 1 else offsets
        return np.where(offsets < OUTSIDE // 2, offsets - OUTSIDE, own)

    def variable_at(self, offset: int) -> tuple[str, int]:
        """The variable that is nearest to an offset within a group, with the offset from its begin."""
        near = min(self.names, key=lambda each: max(each[1] - offset, offset - each[1] - each[2] + 1, 0), default=None)
        return (near[0], offset - near[1]) if near else (self.name, offset)

    def view(self, kind: np.dtype[Any]) -> Bytes:
        """The bytes as elements of a type."""
        found = self._views.get(kind)
        if found is None:
            found = self._views[kind] = self.data[: len(self.data) // kind.itemsize * kind.itemsize].view(kind)
        return found

    def shadow_view(self, size: int) -> Bytes:
        """The shadow as whole numbers of ``size`` bytes."""
        assert self.shadow is not None
        found = self._views.get(size)
        if found is None:
            found = self._views[size] = self.shadow.view(f"u{size}")
        return found


def _signed(offset: Bytes, bits: int) -> Bytes:
    """The lowest bits of offsets as a number with a sign."""
    half = 1 << (bits - 1)
    return ((offset + half) & ((1 << bits) - 1)) - half


def full_state(size: int, state: int) -> Any:
    """``size`` bytes of a shadow that all have one state, as one whole number."""
    return np.dtype(f"u{size}").type(int.from_bytes(bytes([state]) * size, "little"))


class Memory:
    """All segments of a launch; global ones by the number of their range."""

    def __init__(self) -> None:
        self.globals: list[Segment] = []
        self.shared: Segment | None = None
        self.local: Segment | None = None
        self.param: Segment | None = None

    def allocate(self, name: str, data: Bytes, *, written: bool, space: str = "global") -> Segment:
        """A global (or constant) allocation with a copy of the bytes."""
        start = ((FIRST_GLOBAL + len(self.globals)) << RANGE_BITS) + START
        segment = Segment.make(space, name, data.nbytes, 1, start, written=written)
        if segment.shadow is not None:
            segment.shadow[: data.nbytes] = UNWRITTEN
        segment.data[: data.nbytes] = np.ascontiguousarray(data).view(np.uint8).reshape(-1)
        self.globals.append(segment)
        return segment

    def of_range(self, number: int) -> Segment | None:
        """The segment whose generic addresses have this number."""
        if number >= FIRST_GLOBAL:
            place = number - FIRST_GLOBAL
            return self.globals[place] if place < len(self.globals) else None
        return {LOCAL: self.local, SHARED: self.shared, PARAM: self.param}.get(number)
