"""Warp's code generator without a device, through the private Warp API that ``private_warp`` lists.

Written for the Warp version in ``generator.versions.SUPPORTED_WARP``; the private API changes between minor releases.
"""

from __future__ import annotations

from generator.lowering.fast_codegen import CodeTooLong, longest_code, too_long
from generator.lowering.warp_backend.builds import has_grid_stride, stock_module_text
from generator.lowering.warp_backend.column_texts import without_source
from generator.lowering.warp_backend.compilers import CompileError, compile_cpu, compile_cuda, keep_headers
from generator.lowering.warp_backend.cpu_code import CpuModule, array_descriptor, launch_bounds
from generator.lowering.warp_backend.headers import BLOCK_DIM, header_names, module_header
from generator.lowering.warp_backend.lowering import Lowered, lower
from generator.lowering.warp_backend.programs import (
    Program,
    close_program,
    forget_module,
    open_program,
    own_numbering,
    program,
)
from generator.lowering.warp_backend.recording import Adjoint, array_accesses, recording_options, static_values
from generator.lowering.warp_backend.registry import builtin_registry, kernels_made, loaded_kernels
from generator.lowering.warp_backend.value_types import WarpType, accepts, describe_type, is_generic, is_struct

__all__ = [
    "BLOCK_DIM", "Adjoint", "CodeTooLong", "CompileError", "CpuModule", "Lowered", "Program", "WarpType", "accepts",
    "array_accesses", "array_descriptor", "builtin_registry", "close_program", "compile_cpu", "compile_cuda",
    "describe_type", "forget_module", "has_grid_stride", "header_names", "is_generic", "is_struct", "keep_headers",
    "kernels_made", "launch_bounds", "loaded_kernels", "longest_code", "lower", "module_header", "open_program",
    "own_numbering", "program", "recording_options", "static_values", "stock_module_text", "too_long",
    "without_source",
]  # fmt: skip
