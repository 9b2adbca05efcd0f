"""Steps of instructions that ask for the state space of an address, or change it."""

from __future__ import annotations

import numpy as np

from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.memory import FIRST_GLOBAL, LOCAL, PARAM, RANGE_BITS, SHARED, START
from generator.emulation.machine.state import State
from generator.emulation.opcodes.types import DTYPES
from generator.emulation.ptx.program import Instruction


def address_conversion(names: Names, item: Instruction) -> Step:
    """`cvta`: between addresses of a state space and generic ones."""
    space = next((each for each in item.modifiers if each in ("shared", "local", "param", "global", "const")), "global")
    space = "shared" if any(each.startswith("shared") for each in item.modifiers) else space
    number = {"shared": SHARED, "local": LOCAL, "param": PARAM}.get(space)
    start = np.uint64(((number or 0) << RANGE_BITS) + (START if number in (SHARED, LOCAL) else 0))
    kind = item.modifiers[-1]
    read, write = names.read(item.operands[1], kind), names.write(item.operands[0], kind)
    low = DTYPES[kind].type((1 << RANGE_BITS) - 1 if kind.endswith("64") else 0xFFFFFFFF)

    def step(state: State) -> None:
        value = read(state)
        if number is not None and kind.endswith("64"):
            value = (value - start) & low if "to" in item.modifiers else value + start
        write(state, state.picked(value))

    return step


_RANGES = {"shared": (SHARED,), "local": (LOCAL,), "param": (PARAM,)}
"""State space -> its address ranges; those of a kernel's parameters count as global memory too."""


def is_space(names: Names, item: Instruction) -> Step:
    """`isspacep`: whether a generic address lies in a state space."""
    space = item.modifiers[0].split("_")[0].partition("::")[0]
    everywhere = space in ("global", "const")
    ranges = (PARAM,) if space == "global" else () if everywhere else _RANGES[space]
    read, write = names.read(item.operands[1], "u64"), names.write(item.operands[0], "pred")

    def step(state: State) -> None:
        number = read(state) >> np.uint64(RANGE_BITS)
        found = np.isin(number, ranges)
        write(state, state.picked(found | (number >= FIRST_GLOBAL) if everywhere else found))

    return step
