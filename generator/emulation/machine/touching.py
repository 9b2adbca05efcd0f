"""Steps of instructions that touch memory: loads, stores, atomics, copies of parameters."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from generator.emulation.machine import accesses, atomics
from generator.emulation.machine.decoding import Names, Read, Step, is_plain_space, spaces
from generator.emulation.machine.memory import PARAM, RANGE_BITS
from generator.emulation.machine.state import Lanes, State
from generator.emulation.opcodes.types import DTYPES, types_of
from generator.emulation.ptx.program import Address, Instruction, Operand, Symbol, Unsupported, Vector


def location(names: Names, item: Instruction, operand: Operand, space: str) -> tuple[accesses.Resolve, Read]:
    """Two functions: one that resolves an operand's addresses, one that gives them for the active lanes."""
    if not isinstance(operand, Address):
        raise Unsupported(f"{item.opcode} of {operand}", item.line)
    offset = np.uint64(operand.offset & 0xFFFFFFFFFFFFFFFF)
    if operand.base is None:
        constant = np.array([offset], np.uint64)
        return accesses.resolver(space), lambda state: constant
    if isinstance(operand.base, Symbol):
        # Parameters of a device function lie in local memory, in the caller's frame.
        space = names.space(operand.base.name) if space in ("param", "") else space
        fixed = np.array([names.address(operand.base.name)], np.uint64) + offset
        return accesses.resolver(space), lambda state: fixed
    base = names.read(operand.base, "u64")
    if space == "param":
        space = ""
        return accesses.resolver(""), lambda state: _as_generic(state.picked(base(state)) + offset)
    if operand.offset == 0:
        return accesses.resolver(space), lambda state: state.picked(base(state))
    if space == "shared":
        return accesses.resolver(space), lambda state: (state.picked(base(state)) + offset) & np.uint64(0xFFFFFFFF)
    return accesses.resolver(space), lambda state: state.picked(base(state)) + offset


def _as_generic(address: Lanes) -> Lanes:
    low = address < np.uint64(1 << RANGE_BITS)
    return np.where(low, address | np.uint64(PARAM << RANGE_BITS), address)


@lru_cache(maxsize=4096)
def _space(modifiers: tuple[str, ...]) -> str:
    return next((spaces(each) for each in modifiers if is_plain_space(each)), "")


def loading(names: Names, item: Instruction) -> Step:
    """`ld` and `ldu`: one element, or two, four or eight neighbouring ones."""
    kind = types_of(item.modifiers)[-1]
    targets = item.operands[0].parts if isinstance(item.operands[0], Vector) else (item.operands[0],)
    writes = [names.write(each, kind) for each in targets]
    dtype, count = DTYPES[kind], len(targets)
    parameter = _own_parameter(names, item, dtype.itemsize * count)
    if parameter is not None:
        place = parameter // dtype.itemsize

        def copy(state: State) -> None:
            assert state.memory.param is not None
            values = state.memory.param.view(dtype)
            for step, write in enumerate(writes, place):
                write(state, values[step : step + 1])

        return copy
    resolve, address = location(names, item, item.operands[1], _space(item.modifiers))

    def step(state: State) -> None:
        for write, value in zip(writes, accesses.load(state, item, resolve, address(state), dtype, count), strict=True):
            write(state, value)

    return step


def _own_parameter(names: Names, item: Instruction, size: int) -> int | None:
    """The offset of a kernel parameter that is read by its name; None where the address has to be checked."""
    operand = item.operands[1]
    if not isinstance(operand, Address) or not isinstance(operand.base, Symbol) or _space(item.modifiers) != "param":
        return None
    name = operand.base.name
    inside = 0 <= operand.offset <= names.sizes_of_parameters.get(name, -1) - size
    if names.space(name) != "param" or not inside or operand.offset % size:
        return None
    return names.layout.param[name] + operand.offset


def storing(names: Names, item: Instruction) -> Step:
    """`st`: one element, or two, four or eight neighbouring ones."""
    kind = types_of(item.modifiers)[-1]
    resolve, address = location(names, item, item.operands[0], _space(item.modifiers))
    source = item.operands[1]
    reads = [names.read(each, kind) for each in (source.parts if isinstance(source, Vector) else (source,))]
    releases = _releases(item)

    def step(state: State) -> None:
        if releases:
            state.fence(accesses.of_block(item))
        accesses.store(state, item, resolve, address(state), [state.picked(read(state)) for read in reads])

    return step


def _releases(item: Instruction) -> bool:
    """Whether an instruction includes a fence before its access."""
    return "release" in item.modifiers or "acq_rel" in item.modifiers


def atomically(names: Names, item: Instruction) -> Step:
    """`atom` and `red`."""
    operator, kind = atomics.change_of(item)
    returns = item.name == "atom"
    if not operator or any(each in ("v2", "v4", "v8", "b128") for each in item.modifiers):
        raise Unsupported(item.opcode, item.line)
    function = atomics.step_of(operator, kind)
    assert function is not None
    place = 1 if returns else 0
    resolve, address = location(names, item, item.operands[place], _space(item.modifiers))
    reads = [names.read(each, kind) for each in item.operands[place + 1 :]][:2]
    write = names.write(item.operands[0], kind) if returns else None
    releases = _releases(item)

    def step(state: State) -> None:
        if releases:
            state.fence(accesses.of_block(item))
        values = [state.picked(read(state)) for read in reads]
        before = atomics.atomic(state, item, resolve, address(state), values, function)
        if write is not None:
            write(state, before)

    return step


def copying(names: Names, item: Instruction) -> Step:
    """`_param`: a call's copy between parameter variables, which lie in local memory at known offsets."""
    target, source = item.operands
    size = names.sizes[target.name if isinstance(target, Symbol) else ""]
    start = np.array([names.address(source.name if isinstance(source, Symbol) else "")], np.uint64)
    end = np.array([names.address(target.name if isinstance(target, Symbol) else "")], np.uint64)
    resolve = accesses.resolver("local")
    word = np.dtype(f"u{size & -size if size & 7 else 8}")

    def step(state: State) -> None:
        for offset in range(0, size, word.itemsize):
            shift = np.uint64(offset)
            accesses.store(
                state, item, resolve, end + shift, accesses.load(state, item, resolve, start + shift, word, 1)
            )

    return step
