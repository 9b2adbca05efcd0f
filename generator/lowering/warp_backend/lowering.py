"""Lowers a kernel to code, without a device."""

from __future__ import annotations

from dataclasses import dataclass

import warp as wp

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.warp_backend.builds import build, build_options
from generator.lowering.warp_backend.column_texts import print_columns, tidy
from generator.lowering.warp_backend.headers import BLOCK_DIM


@dataclass(frozen=True)
class Lowered:
    """Code of one kernel; a field is empty where it was not asked for."""

    cuda_forward: str = ""
    cuda_backward: str = ""
    cpp_forward: str = ""
    cpp_backward: str = ""


def lower(
    kernel: wp.Kernel,
    *,
    cuda: bool = True,
    cpu: bool = False,
    backward: bool = True,
    comments: bool = True,
    block_dim: int = BLOCK_DIM["cuda"],
) -> Lowered:
    """Code of a concrete (not generic) kernel, forward and adjoint, as Warp emits it.

    Each text has the structs and ``@wp.func`` functions that the kernel calls: ``module_header`` + text compiles.
    ``block_dim`` is the number of threads of a CUDA block, for which tiles are laid out.
    Raises what Warp raises (``warp.WarpCodegenError`` and kin) for a kernel that it refuses.
    """
    found: dict[str, str] = {}
    builder = None
    with warp_codegen._codegen_lock:  # a function that several programs use is built in place
        for wanted, target, prefix in ((cuda, "cuda", "cuda"), (cpu, "cpu", "cpp")):
            if not wanted:
                continue
            options = build_options(kernel, target, backward, block_dim)
            if builder is None or not getattr(builder, "fits_both_targets", False):
                builder = build(kernel, target, options)
            differentiable = backward and (options | kernel.options)["enable_backward"]
            forward, reverse = print_columns(builder, kernel, target, options, differentiable)
            found[f"{prefix}_forward"] = tidy(forward, builder, kernel, comments)
            found[f"{prefix}_backward"] = tidy(reverse, builder, kernel, comments)
    return Lowered(**found)
