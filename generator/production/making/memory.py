"""The memory that a worker keeps: what compilers and Arrow have freed, and a library that nobody here needs."""

from __future__ import annotations

import ctypes
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pyarrow as pa

_DONTNEED = 4
"""``MADV_DONTNEED``: pages of a file are read again where they are needed, mostly from the system's cache."""


def give_back() -> None:
    """Give the system what this process has freed: 150 MB after NVRTC, in a twentieth of a second.

    Native heap only where the C library is glibc.
    """
    pa.default_memory_pool().release_unused()
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def give_back_all() -> None:
    """``give_back``, and the mapped code of all libraries; code only where the system is Linux.

    The code of NVRTC and Clang comes in whole when Warp starts, 85 MB, and a stage runs a part of it: 20 MB.
    """
    give_back()
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for first, size in _mapped_code():
        libc.madvise(first, size, _DONTNEED)


def _mapped_code() -> list[tuple[int, int]]:
    """Address and length of what is mapped of files to be executed: nobody writes to it."""
    found = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        places, access, _, _, _, *path = line.split(maxsplit=5)
        if access == "r-xp" and path and path[0].startswith("/"):
            first, end = (int(place, 16) for place in places.split("-"))
            found.append((first, end - first))
    return found


def spare_pandas() -> None:
    """Keep Arrow from importing pandas: 35 MB of each worker, to learn that no row is a data frame.

    Arrow looks for pandas once, with the first list that it is given; whoever wants pandas later still gets it.
    """
    if "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, _WithoutPandas)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(_WithoutPandas)


class _WithoutPandas:
    """Finds every module but pandas where the others of ``sys.meta_path`` find it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Part of the protocol of ``sys.meta_path``."""
        if name == "pandas":
            raise ModuleNotFoundError("no pandas where Arrow looks for it", name=name)
        return None
