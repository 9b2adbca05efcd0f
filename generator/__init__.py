"""Verified Warp kernels and their CUDA code, made on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from generator.lowering.user_kernels.api import LoweredKernel as LoweredKernel
    from generator.lowering.user_kernels.api import lower as lower

_FROM_API = ("LoweredKernel", "lower")


def __getattr__(name: str) -> Any:
    if name in _FROM_API:
        # Imported late, as it imports Warp: 0.3 s, while this package alone takes 0.001 s.
        from generator.lowering.user_kernels import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
