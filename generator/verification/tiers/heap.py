"""glibc's heap, tuned for a process that compiles thousands of files."""

from __future__ import annotations

import ctypes
import mmap

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3
_RESERVED = 600 << 20
"""Bytes of address space: the most that compilers hold. They take no memory before they are written to."""
_HUGE_PAGE = 2 << 20


def keep_heap() -> None:
    """Keep the memory that compilers free, on huge pages, instead of asking the system for it with each file.

    Does nothing where the C library is not glibc; the pages stay small where the kernel gives no huge ones.
    """
    libc = ctypes.CDLL(None)
    if not all(hasattr(libc, name) for name in ("mallopt", "sbrk", "madvise", "gnu_get_libc_version")):
        return
    libc.malloc.restype = libc.sbrk.restype = ctypes.c_void_p
    libc.sbrk.argtypes = (ctypes.c_ssize_t,)
    libc.free.argtypes = (ctypes.c_void_p,)
    libc.mallopt(_TRIM_THRESHOLD, 2**31 - 1)
    libc.mallopt(_MMAP_THRESHOLD, 2**30)
    libc.mallopt(_TOP_PAD, _RESERVED)
    start = libc.sbrk(0)
    libc.free(libc.malloc(32 * _HUGE_PAGE))  # more than the heap has free: it grows, once, by the reserve
    libc.mallopt(_TOP_PAD, 32 * _HUGE_PAGE)
    end = libc.sbrk(0)
    first = -(-start // _HUGE_PAGE) * _HUGE_PAGE
    if end > first:
        libc.madvise(ctypes.c_void_p(first), ctypes.c_size_t(end - first), mmap.MADV_HUGEPAGE)
