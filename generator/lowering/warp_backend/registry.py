"""Warp's registries: its built-ins, and the kernels of the loaded modules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import warp as wp

from generator.lowering.private_warp import context as warp_context


@lru_cache(maxsize=1)
def builtin_registry() -> dict[str, Any]:
    """Warp's built-ins by name: ``warp.Function`` objects with ``overloads``, ``group``, ``is_differentiable``."""
    return dict(warp_context.builtin_functions)


def loaded_kernels() -> list[wp.Kernel]:
    """Every kernel of the loaded Warp modules, the newest of each name, sorted by file and line."""
    found = [kernel for module in list(warp_context.user_modules.values()) for kernel in module.kernels.values()]
    code = {kernel: kernel.func.__code__ for kernel in found}
    return sorted(found, key=lambda kernel: (code[kernel].co_filename, code[kernel].co_firstlineno, kernel.key))


@contextmanager
def kernels_made() -> Iterator[list[wp.Kernel]]:
    """Collect every kernel that is made inside the block, in order, overloads of generic ones included."""
    made: list[wp.Kernel] = []
    original = warp_context.Kernel.__init__

    def remember(kernel: wp.Kernel, *args: Any, **kwargs: Any) -> None:
        original(kernel, *args, **kwargs)
        made.append(kernel)

    warp_context.Kernel.__init__ = remember
    try:
        yield made
    finally:
        warp_context.Kernel.__init__ = original
