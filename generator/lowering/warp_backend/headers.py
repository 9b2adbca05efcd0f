"""The header before a code column in the file that Warp compiles."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import warp

from generator.lowering.private_warp import codegen as warp_codegen

BLOCK_DIM = {"cuda": 256, "cpu": 1}
"""Target -> threads of a block when Warp launches a kernel; the module header has the number."""


def module_header(target: str, text: str = "", block_dim: int = BLOCK_DIM["cuda"]) -> str:
    """The header before a code column of ``target`` ("cuda" or "cpu") in the file that Warp compiles.

    ``block_dim`` is the threads of a CUDA block; on the CPU a block is one thread.
    """
    template = warp_codegen.cuda_module_header if target == "cuda" else warp_codegen.cpu_module_header
    defines = "" if "bfloat16" in text else "#define WP_NO_BFLOAT16\n"
    threads = block_dim if target == "cuda" else BLOCK_DIM[target]
    return defines + template.format(block_dim=threads) + warp_codegen.codegen_cast_macros


@cache
def header_names() -> frozenset[str]:
    """Names of Warp's own headers, as a text includes them: "vec.h"."""
    return frozenset(path.name for path in Path(warp.__file__).with_name("native").glob("*.h"))
