"""Decodes instructions into steps: a step is a function that runs one instruction for all active lanes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from generator.emulation.machine.state import Lanes, State
from generator.emulation.opcodes.form import Form
from generator.emulation.opcodes.types import DTYPES, first_type
from generator.emulation.ptx.flow import Flat
from generator.emulation.ptx.program import Immediate, Instruction, Not, Operand, Register, Symbol, Unsupported

Step = Callable[[State], None]
Read = Callable[[State], Lanes]
_BOOL = np.dtype(bool)


@dataclass
class Layout:
    """Where variables lie: offsets in the shared, local and parameter segments, addresses of constants and globals."""

    shared: dict[str, int] = field(default_factory=dict)
    local: dict[str, int] = field(default_factory=dict)
    param: dict[str, int] = field(default_factory=dict)
    globals: dict[str, int] = field(default_factory=dict)


class Names:
    """The registers of a kernel: number and NumPy type of each; and where variables lie."""

    def __init__(self, flat: Flat, layout: Layout) -> None:
        self.flat, self.layout = flat, layout
        self.sizes = {each.name: each.size for each in flat.variables}
        self.sizes_of_parameters = {each.name: each.size for each in flat.kernel.parameters}
        self._reads: dict[tuple[str, str], Read] = {}
        votes: dict[str, tuple[str, ...]] = {}
        for item in flat.body:
            if type(item) is Instruction and item.operands and type(target := item.operands[0]) is Register:
                kinds = first_type(item.modifiers)
                votes[target.name] = votes[target.name] + kinds if target.name in votes else kinds
        self.numbers = {name: number for number, name in enumerate(flat.types)}
        self.homes = [_home(kind, votes.get(name, ())) for name, kind in flat.types.items()]
        self.constants: list[Lanes] = []

    def number(self, operand: Operand) -> int:
        """The number of a register; Unsupported for any other operand."""
        number = self.numbers.get(operand.name) if type(operand) is Register else None
        if number is None:
            raise Unsupported(f"operand {operand}")
        return number

    def place(self, operand: Operand, kind: str) -> int | None:
        """The index in `State.registers` of an operand as a PTX type; None where it has to be converted.

        Literals follow the registers, so that a step reads all of its operands in one way.
        """
        if type(operand) is Register:
            number = self.numbers.get(operand.name)
            return number if number is not None and self.homes[number] is DTYPES[kind] else None
        if type(operand) is Immediate:
            self.constants.append(literal(operand, kind))
            return len(self.homes) + len(self.constants) - 1
        return None

    def read(self, operand: Operand, kind: str) -> Read:
        """A function that gives an operand's values as a PTX type: one for each lane, or one for all."""
        if type(operand) is Register:
            key = (operand.name, kind)
            found = self._reads.get(key)
            if found is None:
                number, dtype = self.numbers.get(operand.name), DTYPES[kind]
                own = number is not None
                found = _register(number, self.homes[number], dtype) if own else special(operand.name, dtype)  # type: ignore[index, arg-type]
                self._reads[key] = found
            return found
        dtype = DTYPES[kind]
        match operand:
            case Immediate():
                constant = literal(operand, kind)
                return lambda state: constant
            case Not(register):
                number = self.number(register)
                if self.homes[number] != _BOOL:
                    raise Unsupported(f"operand {operand}")
                return lambda state: ~state.registers[number]
            case Symbol(name, offset):
                address = np.array([self.address(name) + offset], np.uint64).astype(dtype)
                return lambda state: address
        raise Unsupported(f"operand {operand}")

    def address(self, name: str) -> int:
        """The address of a variable in its own state space; a global variable's is also its generic address."""
        layout = self.layout
        for table in (layout.shared, layout.local, layout.param, layout.globals):
            if name in table:
                return table[name]
        raise Unsupported(f"variable {name}")

    def space(self, name: str) -> str:
        """The state space of a variable; "global" for one that is in none of the tables."""
        layout = self.layout
        for space, table in (("shared", layout.shared), ("local", layout.local), ("param", layout.param)):
            if name in table:
                return space
        return "global"

    def write(self, operand: Operand, kind: str) -> Callable[[State, Lanes], None]:
        """A function that writes values of a PTX type to a register; ``_`` discards them."""
        if isinstance(operand, Symbol) and operand.name == "_":
            return lambda state, value: None
        if isinstance(operand, Register) and operand.name == "%_":
            return lambda state, value: None
        number = self.number(operand)
        home, dtype = self.homes[number], DTYPES[kind]
        if home is dtype:
            return lambda state, value: state.write(number, value)
        if home.itemsize == dtype.itemsize and _BOOL not in (home, dtype):
            return lambda state, value: state.write(number, np.ascontiguousarray(value).view(home))
        if home.kind == "f":
            bits = np.dtype(f"u{home.itemsize}")
            return lambda state, value: state.write(number, value.astype(bits).view(home))
        return lambda state, value: state.write(number, value.astype(home))


@lru_cache(maxsize=4096)
def _home(kind: str, votes: tuple[str, ...]) -> np.dtype[Any]:
    """The type in which a register is kept: of those of its size, the one that most instructions write."""
    declared = DTYPES[kind]
    for voted in votes if len(votes) < 2 else (name for name, _ in Counter(votes).most_common()):
        if DTYPES[voted].itemsize == declared.itemsize and kind != "pred" and voted != "pred":
            return DTYPES[voted]
    return declared


def _register(number: int, home: np.dtype[Any], dtype: np.dtype[Any]) -> Read:
    if home is dtype:
        return lambda state: state.registers[number]
    if home.itemsize == dtype.itemsize and _BOOL not in (home, dtype):
        return lambda state: state.registers[number].view(dtype)
    bits = np.dtype(f"u{home.itemsize}")
    if dtype.kind == "f":
        target = np.dtype(f"u{dtype.itemsize}")
        return lambda state: state.registers[number].view(bits).astype(target).view(dtype)
    if home == _BOOL:
        return lambda state: state.registers[number].astype(dtype)
    return lambda state: state.registers[number].view(bits).astype(dtype)


@lru_cache(maxsize=1024)
def literal(operand: Immediate, kind: str) -> Lanes:
    """A literal as a read-only array of one value; floats given by their bits keep them."""
    found = _literal(operand, kind)
    found.flags.writeable = False
    return found


def _literal(operand: Immediate, kind: str) -> Lanes:
    dtype = DTYPES[kind]
    value = operand.value
    if dtype == _BOOL:
        return np.array([bool(value)])
    if operand.width:
        bits = np.array([value], f"u{operand.width // 8}")
        return bits.view(f"f{operand.width // 8}").astype(dtype) if dtype.kind == "f" else bits.astype(dtype)
    if dtype.kind == "f":
        return np.array([value], np.float64).astype(dtype)
    size = 8 * dtype.itemsize
    return np.array([value & ((1 << size) - 1)], f"u{dtype.itemsize}").view(dtype)


def special(name: str, dtype: np.dtype[Any]) -> Read:
    """A function that gives a special register; Unsupported for one that the machine lacks."""
    base, _, axis = name.partition(".")
    place = {"x": 0, "y": 1, "z": 2, "w": 3}.get(axis, 0)
    make = SPECIAL.get(base)
    if make is None:
        raise Unsupported(f"special register {name}")
    return lambda state: make(state, place).astype(dtype)


def _axis(sizes: tuple[int, int, int], number: Lanes, place: int) -> Lanes:
    if place > 2:
        return np.zeros(1, np.int64)
    divisor = prod(sizes[:place])
    return (number // divisor) % sizes[place] if place < 2 else number // divisor


def _one(value: int) -> Lanes:
    return np.array([value], np.int64)


def _lanes_below(state: State, place: int) -> Lanes:
    return (1 << state.lane_in_warp.astype(np.int64)) - 1


SPECIAL: dict[str, Callable[[State, int], Lanes]] = {
    "%tid": lambda state, place: _axis(state.block, state.thread, place),
    "%ntid": lambda state, place: _one((*state.block, 1)[place]),
    "%ctaid": lambda state, place: _axis(state.grid, state.group, place),
    "%nctaid": lambda state, place: _one((*state.grid, 1)[place]),
    "%laneid": lambda state, place: state.lane_in_warp,
    "%warpid": lambda state, place: state.thread // 32,
    "%nwarpid": lambda state, place: _one(-(-state.threads // 32)),
    "%smid": lambda state, place: _one(0),
    "%nsmid": lambda state, place: _one(1),
    "%gridid": lambda state, place: _one(0),
    "%lanemask_eq": lambda state, place: 1 << state.lane_in_warp.astype(np.int64),
    "%lanemask_lt": _lanes_below,
    "%lanemask_le": lambda state, place: (_lanes_below(state, 0) << 1) | 1,
    "%lanemask_gt": lambda state, place: 0xFFFFFFFF & ~((_lanes_below(state, 0) << 1) | 1),
    "%lanemask_ge": lambda state, place: 0xFFFFFFFF & ~_lanes_below(state, 0),
    "%clock": lambda state, place: _one(state.ticks & 0xFFFFFFFF),
    "%clock64": lambda state, place: _one(state.ticks),
    "%globaltimer": lambda state, place: _one(state.ticks),
    "%envreg1": lambda state, place: _one(state.memory.grid.start >> 32),
    "%envreg2": lambda state, place: _one(state.memory.grid.start & 0xFFFFFFFF),
    "%dynamic_smem_size": lambda state, place: _one(state.dynamic_shared),
    "%total_smem_size": lambda state, place: _one(state.memory.shared.stride if state.memory.shared else 0),
}
"""Special registers, a register a line; clocks count the steps of the launch."""


@lru_cache(maxsize=4096)
def _form(name: str, modifiers: tuple[str, ...]) -> Form:
    return Form(name, modifiers)


def form_of(item: Instruction) -> Form:
    """The form of an instruction."""
    return _form(item.name, item.modifiers)


def is_plain_space(modifier: str) -> bool:
    """Whether a modifier is a state space, with or without a scope such as ``shared::cta``."""
    return modifier.split("_")[0] in ("global", "shared", "local", "const", "param")


def spaces(modifier: str) -> str:
    """The state space that a modifier names."""
    return modifier.split("_")[0]
