"""Run CUDA columns on the CPU: the row's own CUDA text, not the C++ that Warp emits for the CPU.

Warp's headers compile for both, and a CUDA kernel is a C++ function once ``blockIdx`` and the like exist. A launch
calls that function for one thread after another, so that atomics add in thread order.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import warp as wp

from generator.launch import Launch
from generator.lowering.warp_backend import BLOCK_DIM, CompileError, CpuModule, compile_cpu, module_header
from generator.verification.launching.float64_noise import needs_wide_noise, wide_noise
from generator.verification.launching.float64_twin import TWIN_HEADER
from generator.verification.launching.host_arguments import Arguments, Code, arguments_of
from generator.verification.launching.shared_unit import definitions, shared_unit
from generator.verification.launching.translation_unit import blamed, by_reference, entry_points, in_own_room, room_name

_DEVICE = """
#define __global__
#define __launch_bounds__(...)
struct device_index { unsigned int x, y, z; };
static device_index blockIdx = {0, 0, 0}, threadIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1};
struct host_launch {
    size_t blocks;
    void* dim;
    void** arguments;
    void* fresh;
    const void* original;
    size_t bytes;
};
"""

_RUN = """
extern "C" void run_{count}(void (*kernel)(void*{types}), host_launch* launch)
{{
    gridDim.x = static_cast<unsigned int>(launch->blocks);
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x) {{
        memcpy(launch->fresh, launch->original, launch->bytes);
        kernel(launch->dim{values});
    }}
}}
"""
"""The loop over the threads for kernels of ``count`` arguments, taken by reference: by value each text would need its
own loop, which took a sixth of Clang's time."""

_Function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


@dataclass
class HostText:
    """One compiled CUDA column: ``run`` calls its kernel."""

    text: str
    kernel: int
    loop: ctypes._CFunctionType

    def run(self, arguments: Arguments) -> None:
        """Launch with these arguments; an adjoint column adds into ``Leaf.adjoints``."""
        self.loop(self.kernel, arguments.launch)


@contextmanager
def host_batch(texts: Sequence[str]) -> Iterator[list[HostText | CompileError]]:
    """Compile CUDA columns for the CPU in one file; a text that does not compile has its error in its place.

    The code is unloaded after the block.
    """
    modules: list[CpuModule] = []
    try:
        yield _build(texts, modules)
    finally:
        for module in modules:
            module.unload()


def host_unit(texts: Sequence[str]) -> str:
    """The file for the compiler: each text, with kernels that take their arguments by reference.

    Functions that stand in both the forward and the adjoint text of a row are written once; a lone text is kept whole.
    """
    counts = {len(entry.parameters) for text in texts for entry in entry_points(text)}
    header = _header(texts) + "".join(map(_loop, sorted(counts)))
    if len(texts) == 1:
        return header + in_own_room(by_reference(texts[0]), 0)
    return shared_unit(header, list(map(by_reference, texts)))


def _loop(count: int) -> str:
    values = "".join(f", launch->arguments[{number}]" for number in range(count))
    return _RUN.format(count=count, types=", void*" * count, values=values)


def _build(texts: Sequence[str], modules: list[CpuModule]) -> list[HostText | CompileError]:
    source = host_unit(texts)
    try:
        module = CpuModule(compile_cpu(source))
    except CompileError as error:
        if len(texts) == 1:
            return [error]
        return _build_apart(texts, blamed(source, str(error)), modules)
    modules.append(module)
    built: list[HostText | CompileError] = []
    for number, text in enumerate(texts):
        entry = entry_points(text)[0]
        loop = _Function(module.address(f"run_{len(entry.parameters)}"))
        built.append(HostText(text, module.address(room_name(entry.name, number)), loop))
    return built


def _build_apart(
    texts: Sequence[str], guilty: dict[int, str], modules: list[CpuModule]
) -> list[HostText | CompileError]:
    """Build the texts that the messages blame apart from the others; in halves where they blame none.

    A blamed text without shared definitions has failed; one with some is compiled alone.
    """
    found: dict[int, HostText | CompileError] = {
        number: CompileError(why) for number, why in guilty.items() if not definitions(texts[number])[0]
    }
    rest = [number for number in range(len(texts)) if number not in guilty]
    halves = [] if guilty else [rest[: len(rest) // 2], rest[len(rest) // 2 :]]
    for numbers in halves or [*([number] for number in guilty if number not in found), rest]:
        if numbers:
            found |= zip(numbers, _build([texts[number] for number in numbers], modules), strict=True)
    return [found[number] for number in range(len(texts))]


def _header(texts: Sequence[str]) -> str:
    header = module_header("cuda", next((text for text in texts if "bfloat16" in text), ""))
    one_thread = header.replace(f"#define WP_TILE_BLOCK_DIM {BLOCK_DIM['cuda']}", "#define WP_TILE_BLOCK_DIM 1")
    noise = wide_noise() if any(map(needs_wide_noise, texts)) else ""
    return one_thread + _DEVICE + TWIN_HEADER + noise


class Overrun(Exception):
    """A kernel wrote beyond the end of an array."""


def runner(kernel: wp.Kernel, launch: Launch, forward: Code) -> Callable[[Mapping[str, Any]], dict[str, np.ndarray]]:
    """A function from inputs to outputs, for ``verification.tiers.execute_tier``; it raises ``Overrun``.

    Inputs that the launch has changed are among the outputs.
    """

    def run(inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
        arguments = arguments_of(kernel, launch, inputs)
        forward.run(arguments)
        if beyond := arguments.overrun():
            raise Overrun(f"writes beyond the end of {beyond}")
        written = [*arguments.outputs(), *arguments.changed_inputs()]
        return {leaf.name: leaf.values.copy() for leaf in written}

    return run
