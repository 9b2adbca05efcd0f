"""Memory for code that may write anywhere: next to it margins that show it, beyond these pages that end the process.

Without them a wrong index reaches the interpreter's own objects, and what fails then says nothing about the kernel.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from dataclasses import dataclass

import numpy as np

MARGIN = 4096
"""Bytes on each side of a block, not a number for whoever reads there, and a trace of whoever writes."""
_FORBIDDEN = 1 << 30
"""Bytes of addresses before the first block and after the last that no code may touch; they take no memory."""
_ALIGNMENT = 64
_NO_ACCESS = 0
_SIGNALLING: dict[int, np.unsignedinteger] = {
    2: np.uint16(0x7D01),
    4: np.uint32(0x7FA00001),
    8: np.uint64(0x7FF4000000000001),
}
"""Bits of a NaN, by size, that any sum changes: a quiet one stays what it is whatever is added."""
_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)


@dataclass(frozen=True)
class Guarded:
    """Blocks of bytes, zero at first, and what lies between them."""

    blocks: tuple[np.ndarray, ...]
    margins: tuple[np.ndarray, ...]
    blank: np.unsignedinteger

    def overrun(self) -> bool:
        """Whether a margin was written to."""
        return not all((margin == self.blank).all() for margin in self.margins)


def blank_of(dtype: np.dtype) -> np.unsignedinteger:
    """What stands beside numbers of this type; beside structs, what suits their first floating field."""
    leaves = [dtype]
    while leaves:
        leaf = leaves.pop(0)
        if leaf.kind == "f":
            return _SIGNALLING[leaf.itemsize]
        leaves += [leaf.base] if leaf.shape else [leaf[name] for name in leaf.names or ()]
    return np.uint8(0xFF)


def guarded(sizes: tuple[int, ...], blank: np.unsignedinteger) -> Guarded:
    """Blocks of so many bytes, multiples of ``blank``'s, in one mapping that is gone with the last view of it.

    Raises ``OSError`` where the system gives no memory.
    """
    starts, end = [], MARGIN
    for size in sizes:
        starts.append(end)
        end = -(-(end + size) // _ALIGNMENT) * _ALIGNMENT + MARGIN
    used = -(-end // mmap.PAGESIZE) * mmap.PAGESIZE
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANON | getattr(mmap, "MAP_NORESERVE", 0)
    reserved = np.frombuffer(mmap.mmap(-1, used + 2 * _FORBIDDEN, flags), np.uint8)
    _forbid(reserved[:_FORBIDDEN])
    _forbid(reserved[-_FORBIDDEN:])
    middle = reserved[_FORBIDDEN:-_FORBIDDEN]
    bounds = [0, *(bound for start, size in zip(starts, sizes, strict=True) for bound in (start, start + size)), used]
    margins = tuple(
        middle[before:after].view(blank.dtype) for before, after in zip(bounds[::2], bounds[1::2], strict=True)
    )
    for margin in margins:
        margin[...] = blank
    blocks = tuple(middle[start : start + size] for start, size in zip(starts, sizes, strict=True))
    return Guarded(blocks, margins, blank)


def _forbid(memory: np.ndarray) -> None:
    if _LIBC.mprotect(memory.ctypes.data, memory.size, _NO_ACCESS):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
