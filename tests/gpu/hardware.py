"""PTX launched on the GPU by the CUDA driver, with the arguments that the emulator takes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import warp as wp

from generator.emulation.arguments import output_of, place_arguments
from generator.emulation.kernel import prepare
from tests.gpu.devices import gpu

_MAX_DYNAMIC_SHARED = 8
"""The attribute of a function that lets a block have more shared memory than 48 KiB."""

_BUFFER, _BUFFER_SIZE, _END = 1, 2, 0
"""Names of what a launch takes in place of a list of parameters: their bytes."""


_VERSION, _OLDER = re.compile(r"\.version \d+\.\d+"), ".version 8.5"
"""The version of PTX that NVRTC says, which may be later than a driver's, and one that has all that rows use."""


class DriverError(Exception):
    """A call of the driver failed: its name and the error's."""


class Allocation:
    """An array in the device's memory, with the members of the emulator's segments that arguments ask for."""

    def __init__(self, content: np.ndarray) -> None:
        self.data = np.ascontiguousarray(content).reshape(-1).view(np.uint8).copy()
        self.stride = self.data.nbytes
        self.place = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(self.place), ctypes.c_size_t(max(self.stride, 1)))
        self.start = self.place.value
        call("cuMemcpyHtoD_v2", self.place, ctypes.c_void_p(self.data.ctypes.data), ctypes.c_size_t(self.stride))

    def read_back(self) -> None:
        """Fetch what the device left, and free it."""
        call("cuMemcpyDtoH_v2", ctypes.c_void_p(self.data.ctypes.data), self.place, ctypes.c_size_t(self.stride))
        call("cuMemFree_v2", self.place)


class DeviceMemory:
    """Where the arguments of a launch are placed."""

    def __init__(self) -> None:
        self.allocations: list[Allocation] = []
        self.param: Any = None

    def allocate(self, name: str, content: Any, *, written: bool) -> Allocation:
        """As the emulator's memory does it; ``name`` and ``written`` are for its findings."""
        self.allocations.append(Allocation(np.asarray(content)))
        return self.allocations[-1]


def launch(
    ptx: str, kernel: str, args: Sequence[Any], grid: Sequence[int], block: Sequence[int], shared: int = 0
) -> tuple[Any, ...]:
    """Launch a kernel of a PTX text. Returns what `generator.emulation.Run` has as ``outputs``; DriverError."""
    call("cuCtxSetCurrent", ctypes.c_void_p(wp.get_device(gpu()).context))
    function = _loaded(ptx, kernel)
    if shared:
        call("cuFuncSetAttribute", function, _MAX_DYNAMIC_SHARED, shared)
    memory: Any = DeviceMemory()
    ready = prepare(ptx, kernel)
    arrays = place_arguments(ready.function, memory, args)
    size = ctypes.c_size_t(sum(_sizes(ready.function.parameters)))
    extra = (ctypes.c_void_p * 5)(
        _BUFFER, memory.param.data.ctypes.data, _BUFFER_SIZE, ctypes.addressof(size), _END
    )  # fmt: skip
    call("cuLaunchKernel", function, *grid, *block, shared, None, None, extra)
    call("cuCtxSynchronize")
    for allocation in memory.allocations:
        allocation.read_back()
    return tuple(output_of(each) for each in arrays)


def _sizes(parameters: Sequence[Any]) -> list[int]:
    """Bytes that each parameter takes with what is left free before it."""
    sizes, offset = [], 0
    for variable in parameters:
        gap = -offset % variable.align
        sizes.append(gap + variable.size)
        offset += gap + variable.size
    return sizes


@lru_cache(maxsize=1)
def _driver() -> ctypes.CDLL:
    return ctypes.CDLL("libcuda.so.1")


def _loaded(ptx: str, kernel: str) -> ctypes.c_void_p:
    """The kernel of a module that is loaded anew where it has variables, which a launch may have changed."""
    return (_fresh if prepare(ptx, kernel).globals else _kept)(ptx, kernel)


def _fresh(ptx: str, kernel: str) -> ctypes.c_void_p:
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    try:
        call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(ptx.encode() + b"\0"))
    except DriverError as error:
        if "UNSUPPORTED_PTX_VERSION" not in str(error):
            raise
        older = _VERSION.sub(_OLDER, ptx, count=1)
        call("cuModuleLoadData", ctypes.byref(module), ctypes.c_char_p(older.encode() + b"\0"))
    call("cuModuleGetFunction", ctypes.byref(function), module, ctypes.c_char_p(kernel.encode()))
    return function


_kept = lru_cache(maxsize=64)(_fresh)


def call(name: str, *arguments: Any) -> None:
    """Call the driver; DriverError with the name of what went wrong."""
    code = getattr(_driver(), name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        _driver().cuGetErrorName(code, ctypes.byref(text))
        raise DriverError(f"{name}: {(text.value or b'error').decode()} ({code})")
