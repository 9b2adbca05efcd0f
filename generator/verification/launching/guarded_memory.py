"""Memory for code that may write anywhere: next to it margins that show it, beyond these pages that end the process.

Without them a wrong index reaches the interpreter's own objects, and what fails then says nothing about the kernel.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MARGIN = 2048
"""Bytes on each side of a block, not a number for whoever reads there, and a trace of whoever writes."""
_FORBIDDEN = 1 << 30
"""Bytes of addresses before the first block and after the last that no code may touch; they take no memory."""
_ALIGNMENT = 64
_NO_ACCESS = 0
_NO_RESERVE = 0x4000 if sys.platform == "linux" else 0  # named in `mmap` from Python 3.13 on
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
_SIGNALLING: dict[int, np.unsignedinteger] = {
    2: np.uint16(0x7D01),
    4: np.uint32(0x7FA00001),
    8: np.uint64(0x7FF4000000000001),
}
"""Bits of a NaN, by size, that any sum changes: a quiet one stays what it is whatever is added."""


@dataclass(frozen=True)
class Block:
    """Bytes, zero at first, and what lies on both sides of them."""

    memory: np.ndarray
    before: np.ndarray
    behind: np.ndarray
    blank: np.unsignedinteger

    def overrun(self) -> bool:
        """Whether a margin was written to."""
        blank = self.blank.tobytes()
        return any(beside.tobytes() != blank * len(beside) for beside in (self.before, self.behind))


def blank_of(dtype: np.dtype) -> np.unsignedinteger:
    """What stands beside numbers of this type; beside structs, what suits their first floating field."""
    leaves = [dtype]
    while leaves:
        leaf = leaves.pop(0)
        if leaf.kind == "f":
            return _SIGNALLING[leaf.itemsize]
        leaves += [leaf.base] if leaf.shape else [leaf[name] for name in leaf.names or ()]
    return np.uint8(0xFF)


def guarded(wanted: Sequence[tuple[int, np.unsignedinteger]]) -> list[Block]:
    """A block for each number of bytes, a multiple of its blank's, in one mapping that goes with the last view of it.

    Raises ``OSError`` where the system gives no memory.
    """
    ends, end = [0], 0
    for size, _ in wanted:
        end += -(-(MARGIN + size) // _ALIGNMENT) * _ALIGNMENT + MARGIN
        ends.append(end)
    memory = _between_forbidden(end)
    blocks = []
    for start, end, (size, blank) in zip(ends, ends[1:], wanted, strict=False):
        first = start + MARGIN
        before, behind = memory[start:first].view(blank.dtype), memory[first + size : end].view(blank.dtype)
        before[...] = behind[...] = blank
        blocks.append(Block(memory[first : first + size], before, behind, blank))
    return blocks


def _between_forbidden(size: int) -> np.ndarray:
    """So many bytes and the rest of their last page; at their end, where most stray writes go, nothing is left over."""
    pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANON | _NO_RESERVE
    reserved = np.frombuffer(mmap.mmap(-1, pages + 2 * _FORBIDDEN, flags), np.uint8)
    for outside in (reserved[:_FORBIDDEN], reserved[-_FORBIDDEN:]):
        if _LIBC.mprotect(outside.ctypes.data, outside.size, _NO_ACCESS):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return reserved[_FORBIDDEN + pages - size : _FORBIDDEN + pages]
