"""Runs CUDA columns on the CPU: the text of the row itself, not the C++ that Warp emits for the CPU.

Warp's headers compile for both, and a CUDA kernel is a C++ function once ``blockIdx`` and its kin exist. A launch calls
that function for one thread at a time, so atomics are sums in thread order.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import Launch
from generator.lowering.warp_backend import BLOCK_DIM, CompileError, CpuModule, compile_cpu, module_header
from generator.verification.host_arguments import Arguments, arguments_of
from generator.verification.translation_unit import EntryPoint, blamed, entry_points, in_own_room, room_name
from generator.verification.twin import WIDEN_VECTOR
from generator.verification.wide_noise import needs_wide_noise, wide_noise

_DEVICE = """
#define __global__
#define __launch_bounds__(...)
struct device_index { unsigned int x, y, z; };
static device_index blockIdx = {0, 0, 0}, threadIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1};
"""

_RUN = """
struct arguments_{place} {{
{members}
}};
extern "C" void {symbol}({bounds}* dim, arguments_{place}* values, arguments_{place}* adjoints)
{{
    gridDim.x = static_cast<unsigned int>(dim->size);
    for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x)
        {name}(*dim{values});
}}
"""

_Function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@dataclass
class HostText:
    """One compiled CUDA column: ``run`` calls its kernel."""

    text: str
    functions: list[ctypes._CFunctionType] = field(default_factory=list)

    def run(self, arguments: Arguments) -> None:
        """Launch with these arguments; an adjoint column adds into ``Leaf.adjoints``."""
        self.functions[0](
            ctypes.addressof(arguments.bounds),
            arguments.memory.ctypes.data,
            arguments.adjoint_memory.ctypes.data,
        )


@contextmanager
def host_batch(texts: Sequence[str]) -> Iterator[list[HostText | CompileError]]:
    """Compile CUDA columns for the CPU in one file; a text that does not compile has its error in its place.

    The functions are gone after the block.
    """
    modules: list[CpuModule] = []
    try:
        yield _build(texts, modules)
    finally:
        for module in modules:
            module.unload()


def host_unit(texts: Sequence[str]) -> str:
    """The file that the compiler gets: each text with functions that run its kernels."""
    rooms = []
    for number, text in enumerate(texts):
        after = "".join(_runner(entry, number, place) for place, entry in enumerate(entry_points(text)))
        rooms.append(in_own_room(_adjoints_by_reference(text), number, after))
    return _header(texts) + "".join(rooms)


def _build(texts: Sequence[str], modules: list[CpuModule]) -> list[HostText | CompileError]:
    source = host_unit(texts)
    try:
        module = CpuModule(compile_cpu(source))
    except CompileError as error:
        if len(texts) == 1:
            return [error]
        guilty = blamed(source, str(error)) or dict.fromkeys(range(len(texts) // 2), "")
        return _rebuild(texts, guilty, modules)
    modules.append(module)
    built: list[HostText | CompileError] = []
    for number, text in enumerate(texts):
        symbols = [room_name(f"run_{place}", number) for place in range(len(entry_points(text)))]
        built.append(HostText(text, [_Function(module.address(symbol)) for symbol in symbols]))
    return built


def _rebuild(texts: Sequence[str], guilty: dict[int, str], modules: list[CpuModule]) -> list[HostText | CompileError]:
    """The sound texts without the guilty; these, where nothing is said against them, on their own."""
    found: dict[int, HostText | CompileError] = {n: CompileError(why) for n, why in guilty.items() if why}
    for numbers in ([n for n in guilty if n not in found], [n for n in range(len(texts)) if n not in guilty]):
        if numbers:
            found |= zip(numbers, _build([texts[n] for n in numbers], modules), strict=True)
    return [found[number] for number in range(len(texts))]


def _header(texts: Sequence[str]) -> str:
    header = module_header("cuda", next((text for text in texts if "bfloat16" in text), ""))
    one_thread = header.replace(f"#define WP_TILE_BLOCK_DIM {BLOCK_DIM['cuda']}", "#define WP_TILE_BLOCK_DIM 1")
    noise = wide_noise() if any(map(needs_wide_noise, texts)) else ""
    return one_thread + _DEVICE + WIDEN_VECTOR + noise


def _runner(entry: EntryPoint, number: int, place: int) -> str:
    values = [(kind, name) for kind, name in entry.parameters if name.startswith("var_")]
    members = "\n".join(f"    {kind} {name.removeprefix('var_')};" for kind, name in values)
    passed = [
        f"adjoints->{name.removeprefix('adj_')}" if name.startswith("adj_") else f"values->{name.removeprefix('var_')}"
        for _, name in entry.parameters
    ]
    return _RUN.format(
        place=place,
        members=members or "    char nothing;",
        symbol=room_name(f"run_{place}", number),
        bounds=entry.bounds,
        name=entry.name,
        values="".join(f", {value}" for value in passed),
    )


def _adjoints_by_reference(text: str) -> str:
    """The adjoint of a number comes back to the caller: Warp computes it, and a by-value parameter would hide it."""
    for entry in entry_points(text):
        for kind, name in entry.parameters:
            if name.startswith("adj_") and not kind.startswith("wp::array_t<"):
                text = re.sub(
                    rf"^(    {re.escape(kind)}) {name}(,|\)\n\{{)", rf"\1& {name}\2", text, flags=re.MULTILINE
                )
    return text


class Overrun(Exception):
    """A kernel wrote beyond the end of an array."""


def runner(
    kernel: wp.Kernel, launch: Launch, forward: HostText
) -> Callable[[Mapping[str, Any]], dict[str, np.ndarray]]:
    """A function from inputs to outputs, as ``generator.verification.executes`` takes it; it raises ``Overrun``."""

    def run(inputs: Mapping[str, Any]) -> dict[str, np.ndarray]:
        arguments = arguments_of(kernel, launch, inputs)
        forward.run(arguments)
        if beyond := arguments.overrun():
            raise Overrun(f"writes beyond the end of {beyond}")
        return {leaf.name: leaf.values.copy() for leaf in arguments.outputs()}

    return run
