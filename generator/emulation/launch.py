"""A launch: arguments in, results, findings and counts out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from generator.emulation.counts import Counts, counted
from generator.emulation.machine.assignment import watch
from generator.emulation.machine.blocks import Block, blocks_of
from generator.emulation.machine.decoding import Layout, Names
from generator.emulation.machine.findings import Finding
from generator.emulation.machine.memory import (
    FIRST_GLOBAL,
    GUARD,
    PARAM,
    RANGE_BITS,
    START,
    UNWRITTEN,
    WRITTEN,
    Memory,
    Segment,
)
from generator.emulation.machine.races import find_races
from generator.emulation.machine.schedule import Schedule
from generator.emulation.machine.state import State, Trap
from generator.emulation.ptx.flow import flatten
from generator.emulation.ptx.program import Function, Module, Symbol, Variable
from generator.emulation.ptx.program import Instruction as _Instruction
from generator.emulation.ptx.reader import read

MOST_STEPS = 2_000_000
"""Instructions of a launch, each counted once however many lanes carry it out, after which it is endless."""

SHARED_LIMITS = {
    "sm_70": 98304,
    "sm_75": 65536,
    "sm_80": 166912,
    "sm_86": 101376,
    "sm_89": 101376,
    "sm_90": 232448,
    "sm_100": 232448,
}
"""Bytes of shared memory that a block may have, by architecture."""


@dataclass(frozen=True)
class Empty:
    """An array argument that nothing has written: reading it before writing is a finding."""

    shape: tuple[int, ...]
    dtype: Any


@dataclass(frozen=True)
class Packed:
    """A parameter given as bytes, in which pointers to arrays stand at offsets: a struct such as Warp's ``array_t``."""

    data: bytes
    pointers: tuple[tuple[int, Any], ...] = ()


@dataclass(frozen=True)
class Run:
    """What a launch did: outputs in the order of the arguments, findings, counts, prints and traps.

    An output is an array, None for a scalar, a tuple of arrays for a `Packed`.
    """

    outputs: tuple[Any, ...]
    findings: tuple[Finding, ...]
    counts: Counts
    printed: tuple[str, ...] = ()
    traps: tuple[str, ...] = ()


@dataclass
class Kernel:
    """A kernel that is ready to be launched."""

    module: Module
    function: Function
    blocks: list[Block]
    names: Names
    shared: list[tuple[Variable, int]] = field(default_factory=list)
    local_size: int = 0
    local: list[tuple[Variable, int]] = field(default_factory=list)
    globals: list[Variable] = field(default_factory=list)


@lru_cache(maxsize=128)
def prepare(ptx: str, kernel: str) -> Kernel:
    """Reads and decodes a kernel. PtxError: not PTX; Unsupported: an opcode is missing; KeyError: no such entry."""
    module = read(ptx)
    function = module.functions.get(kernel)
    if function is None or not function.entry:
        entries = ", ".join(each.name for each in module.functions.values() if each.entry)
        raise KeyError(f"no kernel {kernel!r}: the text has {entries or 'none'}")
    flat = flatten(module, function)
    layout = Layout()
    used = _symbols(flat.body)
    named = [each for each in module.variables.values() if each.name in used]
    globals_ = _with_references([each for each in named if each.space in ("global", "const")], module)
    for number, variable in enumerate(globals_):
        layout.globals[variable.name] = ((FIRST_GLOBAL + number) << RANGE_BITS) + START
    shared = _laid([v for v in named if v.space == "shared"]
                   + [v for v in flat.variables if v.space == "shared"], layout.shared)  # fmt: skip
    local = _laid([v for v in flat.variables if v.space in ("local", "param")], layout.local)
    offset = 0
    for variable in function.parameters:
        offset = -(-offset // variable.align) * variable.align
        layout.param[variable.name] = offset
        offset += variable.size
    names = Names(flat, layout)
    end = max((start + each.size for each, start in local), default=0)
    blocks = blocks_of(flat, names)
    watch(blocks, names)
    return Kernel(module, function, blocks, names, shared, end + GUARD if local else 0, local, globals_)


def _symbols(body: Sequence[Any]) -> set[str]:
    found: set[str] = set()
    for item in body:
        if isinstance(item, _Instruction):
            for operand in item.operands:
                base = getattr(operand, "base", operand)
                if isinstance(base, Symbol):
                    found.add(base.name)
    return found


def _with_references(variables: list[Variable], module: Module) -> list[Variable]:
    found = OrderedDict((each.name, each) for each in variables)
    queue = list(variables)
    while queue:
        for _, name in queue.pop().references:
            target = module.variables.get(name)
            if target is not None and name not in found:
                found[name] = target
                queue.append(target)
    return list(found.values())


def _laid(variables: list[Variable], table: dict[str, int]) -> list[tuple[Variable, int]]:
    """Offsets of variables with room between them; one of unknown size comes last."""
    laid, offset = [], GUARD
    for variable in sorted(variables, key=lambda each: each.count is None):
        align = max(variable.align, 16)
        offset = -(-offset // align) * align
        table[variable.name] = offset
        laid.append((variable, offset))
        offset += variable.size + GUARD
    return laid


def emulate(
    ptx: str,
    kernel: str,
    args: Sequence[Any],
    grid: int | Sequence[int],
    block: int | Sequence[int],
    *,
    shared: int = 0,
    order: str = "forward",
    seed: int = 0,
    most_steps: int = MOST_STEPS,
) -> Run:
    """Runs a kernel of a PTX text; ``args`` in order: arrays for pointers, numbers for scalars, `Packed` for structs.

    ``grid`` and ``block`` are sizes in one to three dimensions, ``shared`` bytes of dynamic shared memory. ``order`` of
    the lanes is "forward", "backward", "random" (by ``seed``) or "serial": one thread after another. Arrays are
    copied; the run's outputs have what became of them. PtxError: the text is not PTX; Unsupported: the machine has no
    such opcode; ValueError: arguments that do not fit the kernel.
    """
    ready = prepare(ptx, kernel)
    grid3, block3 = _three(grid), _three(block)
    memory = Memory()
    state = State(grid3, block3, _order(int(np.prod(grid3)) * int(np.prod(block3)), order, seed), memory)
    state.files, state.dynamic_shared = ready.module.files, shared
    _variables(ready, memory, state, shared)
    arrays = _parameters(ready.function, memory, args)
    state.registers = [np.zeros(1, home) for home in ready.names.homes]
    _check_shared(ready, shared, state)
    schedule = Schedule(state, ready.blocks, most_steps)
    with np.errstate(all="ignore"):
        try:
            schedule.run(one_by_one=order == "serial")
        except Trap as trap:
            state.traps.append(str(trap))
        for segment in (*memory.globals, *filter(None, (memory.shared,))):
            find_races(state, segment)
    outputs = tuple(_output(each) for each in arrays)
    return Run(outputs, tuple(state.findings), counted(state, schedule), tuple(state.printed), tuple(state.traps))


def _three(sizes: int | Sequence[int]) -> tuple[int, int, int]:
    values = (sizes,) if isinstance(sizes, int | np.integer) else tuple(sizes)
    if not 1 <= len(values) <= 3 or min(values) < 1:
        raise ValueError(f"a grid or block has one to three sizes of at least 1, not {values}")
    return tuple(int(each) for each in (*values, 1, 1)[:3])  # type: ignore[return-value]


def _order(count: int, order: str, seed: int) -> Any:
    if order in ("forward", "serial"):
        return np.arange(count)
    if order == "backward":
        return np.arange(count)[::-1].copy()
    if order == "random":
        return np.random.Generator(np.random.PCG64(seed)).permutation(count)
    raise ValueError(f"order is forward, backward, random or serial, not {order!r}")


def _variables(ready: Kernel, memory: Memory, state: State, dynamic: int) -> None:
    for variable in ready.globals:
        data = np.frombuffer((variable.values or b"").ljust(variable.size, b"\0"), np.uint8)
        memory.allocate(variable.name, data, written=True, space=variable.space)
    for variable, segment in zip(ready.globals, memory.globals, strict=True):
        for offset, name in variable.references:
            segment.data[offset : offset + 8] = np.array([ready.names.layout.globals[name]], np.uint64).view(np.uint8)
    if ready.shared:
        sizes = [(each, start, dynamic if each.count is None else each.size) for each, start in ready.shared]
        memory.shared = _windowed("shared", sizes, int(np.prod(state.grid)))
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
        # Parameters of a device function are padded as structs are: their gaps count as written.
        states[:, start : start + size] = WRITTEN if variable.space == "param" else UNWRITTEN
    return segment


def _parameters(function: Function, memory: Memory, args: Sequence[Any]) -> list[Any]:
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
        # One array given twice is one allocation: what it aliases is what the caller's arrays alias.
        if id(array) not in given:
            empty = isinstance(array, Empty)
            content = np.zeros(array.shape, array.dtype) if empty else array
            given[id(array)] = memory.allocate(name, content, written=not empty)
        return given[id(array)]

    if isinstance(value, Packed):
        part = bytearray(value.data.ljust(variable.size, b"\0"))
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
        return value.ljust(variable.size, b"\0")
    if isinstance(value, np.generic | np.ndarray):
        part = np.asarray(value).tobytes()
    elif isinstance(value, float) or variable.type in ("f32", "f64"):
        part = np.array(value, f"f{variable.size}").tobytes()
    elif isinstance(value, int):
        part = (value & ((1 << 8 * variable.size) - 1)).to_bytes(variable.size, "little")
    else:
        raise ValueError(f"{name} is neither an array nor a number: {value!r}")
    if len(part) > variable.size:
        raise ValueError(f"{name} has {len(part)} bytes, and the kernel's parameter {variable.size}")
    return part.ljust(variable.size, b"\0")


def _check_shared(ready: Kernel, dynamic: int, state: State) -> None:
    size = sum(each.size for each, _ in ready.shared) + dynamic
    limit = SHARED_LIMITS.get(ready.module.target.rstrip("af"), 49152)
    if size > limit:
        text = f"{size} bytes of shared memory, and {ready.module.target} has {limit} for a block"
        state.report(Finding("shared_limit", text, 0, space="shared", count=1))


def _output(found: Any) -> Any:
    if found is None:
        return None
    if isinstance(found, list):
        return tuple(_output(each) for each in found)
    segment, array = found
    return segment.data[: segment.stride].view(np.dtype(array.dtype)).reshape(array.shape).copy()
