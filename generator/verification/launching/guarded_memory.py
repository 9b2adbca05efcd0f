"""Guarded memory for code that may write anywhere: margins that reveal overruns, and beyond them pages without access.

Without these a wrong index reaches the interpreter's own objects, and what fails then says nothing about the kernel.
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
"""Bytes of the margin on each side of a block: filled with NaN for code that reads there, checked for writes."""
_FORBIDDEN = 1 << 30
"""Bytes of address space without access before the first block and after the last; they take no memory."""
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
"""Bits of a signalling NaN, by size: any addition changes it, while a quiet one stays as it is."""


@dataclass(frozen=True)
class Block:
    """Memory of one array, zero at first, and its margins, filled with ``blank``."""

    memory: np.ndarray
    before: np.ndarray
    behind: np.ndarray
    blank: np.unsignedinteger

    def overrun(self) -> bool:
        """Whether a margin was written to."""
        blank = self.blank.tobytes()
        return any(beside.tobytes() != blank * len(beside) for beside in (self.before, self.behind))


def blank_of(dtype: np.dtype) -> np.unsignedinteger:
    """What fills the margins of an array of this type; for structs what suits their first floating field."""
    leaves = [dtype]
    while leaves:
        leaf = leaves.pop(0)
        if leaf.kind == "f":
            return _SIGNALLING[leaf.itemsize]
        leaves += [leaf.base] if leaf.shape else [leaf[name] for name in leaf.names or ()]
    return np.uint8(0xFF)


def guarded(wanted: Sequence[tuple[int, np.unsignedinteger]]) -> list[Block]:
    """A block for each (bytes, blank), in one mapping that is freed with its last view; sizes are multiples of blanks.

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
    """``size`` bytes that end exactly at the forbidden pages, since most stray writes lie beyond the end."""
    pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANON | _NO_RESERVE
    reserved = np.frombuffer(mmap.mmap(-1, pages + 2 * _FORBIDDEN, flags), np.uint8)
    for outside in (reserved[:_FORBIDDEN], reserved[-_FORBIDDEN:]):
        if _LIBC.mprotect(outside.ctypes.data, outside.size, _NO_ACCESS):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return reserved[_FORBIDDEN + pages - size : _FORBIDDEN + pages]
