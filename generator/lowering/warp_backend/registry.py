"""What Warp knows by now: its built-ins, and the kernels of the loaded modules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import warp as wp

from generator.lowering.private_warp import context as warp_context


@lru_cache(maxsize=1)
def builtin_registry() -> dict[str, Any]:
    """Warp's built-ins by name: ``warp.Function`` objects with ``overloads``, ``group``, ``is_differentiable``."""
    return dict(warp_context.builtin_functions)


def loaded_kernels() -> list[wp.Kernel]:
    """Every kernel that Python modules define by now, the newest of each name, sorted by file and line."""
    found = [kernel for module in list(warp_context.user_modules.values()) for kernel in module.kernels.values()]
    code = {kernel: kernel.func.__code__ for kernel in found}
    return sorted(found, key=lambda kernel: (code[kernel].co_filename, code[kernel].co_firstlineno, kernel.key))
