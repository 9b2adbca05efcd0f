"""What stands before a code column in the file that Warp compiles."""

from __future__ import annotations

from generator.lowering.private_warp import codegen as warp_codegen

BLOCK_DIM = {"cuda": 256, "cpu": 1}
"""Threads a block as Warp launches them: the module header carries the number."""


def module_header(target: str, text: str = "") -> str:
    """What stands before a code column of ``target`` ("cuda" or "cpu") in the file that Warp compiles."""
    template = warp_codegen.cuda_module_header if target == "cuda" else warp_codegen.cpu_module_header
    defines = "" if "bfloat16" in text else "#define WP_NO_BFLOAT16\n"
    return defines + template.format(block_dim=BLOCK_DIM[target]) + warp_codegen.codegen_cast_macros
