"""Places a launch's arguments in memory: arrays as allocations, numbers and structs as bytes of the parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from generator.emulation.kernel import Kernel
from generator.emulation.machine.memory import GUARD, PARAM, RANGE_BITS, UNWRITTEN, WRITTEN, Memory, Segment
from generator.emulation.machine.state import State
from generator.emulation.ptx.program import Function, Variable

NUMBER_SIZES = (1, 2, 4, 8)
"""Bytes that an integer may have; a float has two at least."""


@dataclass(frozen=True)
class Empty:
    """An uninitialized array argument: reading an element before it is written is a finding.

    ``start``: the values that it holds nevertheless, by default zeros.
    """

    shape: tuple[int, ...]
    dtype: Any
    start: np.ndarray | None = None


@dataclass(frozen=True)
class Packed:
    """A struct parameter such as Warp's ``array_t``: its bytes, and the arrays to point to, each with its offset."""

    data: bytes
    pointers: tuple[tuple[int, Any], ...] = ()


def place_variables(ready: Kernel, memory: Memory, state: State, dynamic: int) -> None:
    for variable in ready.globals:
        data = np.frombuffer((variable.values or b"").ljust(variable.size, b"\0"), np.uint8)
        memory.allocate(variable.name, data, written=True, space=variable.space)
    for variable, segment in zip(ready.globals, memory.globals, strict=True):
        for offset, name, behind in variable.references:
            address = ready.names.layout.globals[name] + behind
            segment.data[offset : offset + 8] = np.array([address], np.uint64).view(np.uint8)
    if ready.shared:
        sizes = [(each, start, dynamic if each.count is None else each.size) for each, start in ready.shared]
        memory.shared = _windowed("shared", sizes, prod(state.grid))
    if ready.local_size:
        memory.local = _windowed("local", [(each, start, each.size) for each, start in ready.local], state.count)


def _windowed(space: str, sizes: list[tuple[Variable, int, int]], groups: int) -> Segment:
    stride = -(-max(start + size + GUARD for _, start, size in sizes) // 16) * 16
    names = tuple((variable.name, start, size) for variable, start, size in sizes)
    segment = Segment.make(space, f"{space} memory", stride, groups, 0, written=False)
    segment.names = names
    assert segment.shadow is not None
    states = segment.shadow[: stride * groups].reshape(groups, stride)
    for variable, start, size in sizes:
        # A device function's parameters may be structs with padding, which nothing writes: they count as written.
        states[:, start : start + size] = WRITTEN if variable.space == "param" else UNWRITTEN
    return segment


def place_arguments(function: Function, memory: Memory, args: Sequence[Any]) -> list[Any]:
    if len(args) != len(function.parameters):
        raise ValueError(f"{function.name} takes {len(function.parameters)} arguments, not {len(args)}")
    data, arrays = bytearray(), []
    given: dict[int, Segment] = {}
    for place, (variable, value) in enumerate(zip(function.parameters, args, strict=True)):
        data += bytes(-len(data) % variable.align)
        found, part = _parameter(memory, f"argument {place}", variable, value, given)
        arrays.append(found)
        data += part
    memory.param = Segment.make("param", "parameters", max(len(data), 1), 1, PARAM << RANGE_BITS, written=True)
    memory.param.data[: len(data)] = np.frombuffer(bytes(data), np.uint8)
    return arrays


def _parameter(
    memory: Memory, name: str, variable: Variable, value: Any, given: dict[int, Segment]
) -> tuple[Any, bytes]:
    def pointed(array: Any) -> Segment:
        # One array given twice is one allocation, so that arguments alias as the caller's arrays do.
        if id(array) not in given:
            empty = isinstance(array, Empty)
            content = array
            if empty:
                content = np.zeros(array.shape, array.dtype) if array.start is None else array.start
            given[id(array)] = memory.allocate(name, content, written=not empty)
        return given[id(array)]

    if isinstance(value, Packed):
        part = bytearray(_exact(name, variable, value.data))
        arrays = []
        for offset, array in value.pointers:
            segment = pointed(array)
            part[offset : offset + 8] = segment.start.to_bytes(8, "little")
            arrays.append((segment, array))
        return arrays, bytes(part)
    if isinstance(value, np.ndarray | Empty) and value.shape != ():
        segment = pointed(value)
        if variable.size != 8:
            raise ValueError(f"{name} is an array, and the kernel's parameter has {variable.size} bytes")
        return (segment, value), segment.start.to_bytes(8, "little")
    return None, _scalar(name, variable, value)


def _scalar(name: str, variable: Variable, value: Any) -> bytes:
    if isinstance(value, bytes):
        return _exact(name, variable, value)
    if isinstance(value, np.ndarray):
        value = value[()]
    floating = variable.type in ("f32", "f64")
    if isinstance(value, np.generic) and (value.dtype.kind in "biu" or floating):
        value = value.item()  # converted as C converts it
    if isinstance(value, float | np.floating) and variable.type[0] in "us":
        raise ValueError(f"{name} is {value}, and the kernel's parameter an integer ({variable.type})")
    if isinstance(value, np.generic):
        part = value.tobytes()
        if value.dtype.names:
            return _exact(name, variable, part)
    elif not isinstance(value, int | float):
        raise ValueError(f"{name} is neither an array nor a number: {value!r}")
    elif variable.size not in (NUMBER_SIZES[1:] if isinstance(value, float) else NUMBER_SIZES):
        raise ValueError(f"{name} is the number {value}, and the kernel's parameter a struct of {variable.size} bytes")
    elif isinstance(value, float) or floating:
        part = np.array(value, f"f{variable.size}").tobytes()
    else:
        part = (value & ((1 << 8 * variable.size) - 1)).to_bytes(variable.size, "little")
    if len(part) > variable.size:
        raise ValueError(f"{name} has {len(part)} bytes, and the kernel's parameter {variable.size}")
    return part.ljust(variable.size, b"\0")


def _exact(name: str, variable: Variable, data: bytes) -> bytes:
    """The bytes of a struct; ValueError unless they are as many as the parameter's."""
    if len(data) != variable.size:
        raise ValueError(f"{name} has {len(data)} bytes, and the kernel's parameter {variable.size}")
    return data


def output_of(found: Any) -> Any:
    if found is None:
        return None
    if isinstance(found, list):
        return tuple(output_of(each) for each in found)
    segment, array = found
    return segment.data[: segment.stride].view(np.dtype(array.dtype)).reshape(array.shape).copy()
