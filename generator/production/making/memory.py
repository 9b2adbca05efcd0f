"""Memory that a worker need not keep: what compilers and Arrow have freed, their code, and pandas."""

from __future__ import annotations

import ctypes
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pyarrow as pa

_DONTNEED = 4
"""``MADV_DONTNEED``: drops pages of a file, which are read again when needed, mostly from the system's cache."""


def give_back() -> None:
    """Return freed memory of this process to the system: 150 MB after NVRTC, in a twentieth of a second.

    The native heap is trimmed only where the C library is glibc.
    """
    pa.default_memory_pool().release_unused()
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)


def give_back_all() -> None:
    """``give_back``, and drop the clean pages of libraries, which only Linux can.

    The code of NVRTC and Clang is loaded whole when Warp starts, 85 MB, and a stage runs a part of it: 20 MB.
    """
    give_back()
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    libc.madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for first, size in _clean_files():
        libc.madvise(first, size, _DONTNEED)


def _clean_files() -> list[tuple[int, int]]:
    """Address and length of read-only mappings of files without private pages.

    In a mapping that has some the linker has written to them: they cannot be read again from the file.
    """
    found: list[tuple[int, int]] = []
    region: tuple[int, int] | None = None
    for line in Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines():
        head, *rest = line.split(maxsplit=5)
        if not head.endswith(":"):
            first, end = (int(place, 16) for place in head.split("-"))
            is_file = rest[0] in ("r-xp", "r--p") and len(rest) == 5 and rest[4].startswith("/")
            region = (first, end - first) if is_file else None
        elif head == "Anonymous:" and region and rest[0] == "0":
            found.append(region)
    return found


def spare_pandas() -> None:
    """Keep Arrow from importing pandas: 35 MB in each worker, only to find that no row is a data frame.

    Arrow looks for pandas once, when it converts its first list; a later import of pandas still works.
    """
    if "pandas" in sys.modules:
        return
    sys.meta_path.insert(0, _WithoutPandas)
    try:
        pa.array([0])
    finally:
        sys.meta_path.remove(_WithoutPandas)


class _WithoutPandas:
    """A finder that hides pandas and leaves every other module to the rest of ``sys.meta_path``."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Part of the protocol of ``sys.meta_path``."""
        if name == "pandas":
            raise ModuleNotFoundError("no pandas where Arrow looks for it", name=name)
        return None
