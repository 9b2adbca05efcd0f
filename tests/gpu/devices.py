"""Is there a GPU?"""

from __future__ import annotations

import os

import warp as wp

NO_GPU = 3
"""Exit code of the suite where there is none."""


def gpu() -> str:
    """Warp's name of the device to use (``WARP_CUDA_IR_GPU``, else the first), or nothing."""
    wp.init()
    if not wp.is_cuda_available():
        return ""
    return os.environ.get("WARP_CUDA_IR_GPU", "cuda:0")
