"""Builds one kernel, with its functions and structs, by Warp's builder or by its faster copy."""

from __future__ import annotations

from typing import Any

import warp as wp

from generator.lowering import fast_codegen
from generator.lowering.fast_codegen import FastModuleBuilder
from generator.lowering.native_output import start_warp
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context
from generator.lowering.warp_backend.headers import BLOCK_DIM


def build_options(kernel: wp.Kernel, target: str, backward: bool, block_dim: int = BLOCK_DIM["cuda"]) -> dict[str, Any]:
    """The module's options, resolved for a target; also sets ``strip_hash`` on the module itself."""
    threads = block_dim if target == "cuda" else BLOCK_DIM[target]
    options = kernel.module.resolve_options(wp.config, block_dim=threads)
    # Names without a hash, and matrix products without a link step, as the text must be complete by itself.
    kernel.module.options["strip_hash"] = True
    options |= {
        "strip_hash": True,
        "enable_backward": backward,
        "enable_mathdx_gemm": False,
        "enable_mathdx_solver": False,
        "enable_mathdx_fft": False,
        "output_arch": 80 if target == "cuda" else None,
    }
    return options


def has_grid_stride(kernel: wp.Kernel) -> bool:
    """Whether the kernel's CUDA code has a grid-stride loop."""
    default = build_options(kernel, "cuda", False)["default_grid_stride"]
    return bool(warp_codegen.resolve_grid_stride(kernel.options, default))


def build(kernel: wp.Kernel, target: str, options: dict[str, Any]) -> Any:
    """A ``ModuleBuilder`` of the kernel; the caller must hold Warp's code generation lock."""
    hasher = OneKernel(kernel, options)
    if fast_codegen.usable(options):
        return FastModuleBuilder(kernel.module, options, hasher, target)
    start_warp()  # tile products ask the native library
    return warp_context.ModuleBuilder(kernel.module, options, hasher, target=target)


class OneKernel:
    """Replaces ModuleHasher: one kernel, and no hash, as names have none."""

    def __init__(self, kernel: wp.Kernel, options: dict[str, Any]):
        find_launch_rank(kernel)
        kernel.grid_stride = warp_codegen.resolve_grid_stride(kernel.options, options["default_grid_stride"])
        self.unique_kernels = {b"": kernel}

    def get_unique_kernels(self) -> Any:
        return self.unique_kernels.values()


def find_launch_rank(kernel: wp.Kernel) -> None:
    """Set ``adj.kernel_dim``, which Warp does while it hashes a kernel."""
    if fast_codegen.enabled():
        fast_codegen.find_kernel_dim(kernel.adj)
    else:
        kernel.adj.get_references()


def stock_module_text(kernel: wp.Kernel, target: str, *, backward: bool = True) -> str:
    """The file that Warp compiles for a kernel, by ``ModuleBuilder`` and ``codegen`` alone: our baseline."""
    options = build_options(kernel, target, backward)
    with warp_codegen._codegen_lock:
        hasher = warp_context.ModuleHasher([kernel], options)
        return str(warp_context.ModuleBuilder(kernel.module, options, hasher, target=target).codegen(target))
