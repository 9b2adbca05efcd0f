"""CPU object code in memory, and the arguments that it takes."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

import warp as wp

from generator.lowering.native_output import start_warp
from generator.lowering.private_warp import context as warp_context
from generator.lowering.private_warp import types as warp_types
from generator.lowering.warp_backend.builds import find_launch_rank

_serial = itertools.count()


class CpuModule:
    """Loaded object code; its functions stay valid until ``unload``."""

    def __init__(self, object_code: bytes):
        start_warp()
        self._llvm: Any = warp_context.runtime.llvm
        self._name = f"warp_cuda_ir_object_{next(_serial)}".encode()
        if self._llvm.wp_load_obj_from_bytes(object_code, len(object_code), self._name, False) != 0:
            raise RuntimeError("Warp's loader refused an object of its own compiler")

    def address(self, symbol: str) -> int:
        """Address of an ``extern "C"`` function; KeyError where there is none of that name."""
        found = self._llvm.wp_lookup(self._name, symbol.encode())
        if not found:
            raise KeyError(symbol)
        return int(found)

    def unload(self) -> None:
        """Free the memory."""
        self._llvm.wp_unload_obj(self._name)


def launch_bounds(dim: tuple[int, ...], kernel: wp.Kernel) -> ctypes.Structure:
    """The launch bounds as compiled code takes them: the first argument of every kernel."""
    if not hasattr(kernel.adj, "kernel_dim"):  # the kernel was not lowered yet
        find_launch_rank(kernel)
    return warp_context._build_launch_bounds_from_tuple(dim, kernel.adj.kernel_dim)


def array_descriptor(address: int, gradient: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> ctypes.Structure:
    """An array as compiled code takes it: addresses of values and gradient (0: none), extents, strides in bytes."""
    return warp_types.array_t(address, gradient, len(shape), shape, strides)
