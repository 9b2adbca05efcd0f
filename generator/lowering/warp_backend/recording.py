"""More from Warp's evaluation of a kernel: typed operations, array accesses, values of ``wp.static``."""

from __future__ import annotations

from typing import Any

import warp as wp

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.warp_backend.builds import build, build_options
from generator.lowering.warp_backend.headers import BLOCK_DIM

Adjoint = warp_codegen.Adjoint
"""Warp's evaluator of a kernel's Python; ``standalone.recording`` derives from it to record each typed operation."""


def recording_options(kernel: wp.Kernel) -> dict[str, Any]:
    """The options under which Warp would generate this kernel's CPU code with its adjoint."""
    own = dict(kernel.module.options)
    try:
        return build_options(kernel, "cpu", True)
    finally:
        kernel.module.options.clear()  # recording must not change how Warp itself would compile the module
        kernel.module.options.update(own)


def array_accesses(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> dict[str, tuple[bool, bool]]:
    """Argument of a concrete kernel -> (reads, writes), as far as Warp records them: reads are incomplete."""
    options = build_options(kernel, "cuda", False, block_dim) | {"verify_autograd_array_access": True}
    level = wp.config.log_level
    with warp_codegen._codegen_lock:
        wp.config.log_level = wp.LOG_ERROR  # else Warp warns of each array that is written after it was read
        try:
            build(kernel, "cuda", options)
        finally:
            wp.config.log_level = level
        return {argument.label: (bool(argument.is_read), bool(argument.is_write)) for argument in kernel.adj.args}


def static_values(definition: wp.Kernel | wp.Function) -> dict[str, Any]:
    """Text of a ``wp.static`` expression, on one line -> value; some are known only after lowering."""
    evaluator = definition.adj
    resolved: dict[str, Any] = getattr(evaluator, "resolved_static_expressions", {})
    return resolved | dict(getattr(evaluator, "deferred_static_expressions", ()))
