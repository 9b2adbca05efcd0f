"""Prepares a kernel for launches: reads it, decodes it and lays out its variables."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from generator.emulation.garbage import without_collection
from generator.emulation.instructions import INSTRUCTIONS
from generator.emulation.machine.assignment import watch
from generator.emulation.machine.blocks import Block, blocks_of
from generator.emulation.machine.decoding import Layout, Names
from generator.emulation.machine.memory import FIRST_GLOBAL, GUARD, RANGE_BITS, START
from generator.emulation.machine.state import Lanes
from generator.emulation.ptx.flow import flatten
from generator.emulation.ptx.guesses import guesses
from generator.emulation.ptx.program import (
    Function,
    Immediate,
    Instruction,
    Module,
    Register,
    Symbol,
    Unsupported,
    Variable,
)
from generator.emulation.ptx.reader import read
from generator.emulation.scheduling.joins import note_joins


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
    registers: list[Lanes] = field(default_factory=list)
    guesses: frozenset[int] = frozenset()
    unwritten: dict[int, Lanes] = field(default_factory=dict)


@lru_cache(maxsize=2)
def entries(ptx: str) -> tuple[str, ...]:
    """Names of the kernels of a PTX text, in its order; PtxError where it can not be read."""
    return tuple(each.name for each in read(ptx).functions.values() if each.entry)


def pointed_to(ptx: str, variable: str) -> str:
    """The name that a variable of a PTX text points to; empty where it has no such variable."""
    found = read(ptx).variables.get(variable)
    return found.references[0][1] if found else ""


def most_threads(ptx: str, kernel: str) -> int:
    """The most threads of a block that the kernel's directives allow; 0 without a limit. Raises as `prepare`."""
    return prepare(ptx, kernel).function.most_threads


@lru_cache(maxsize=4)
def prepare(ptx: str, kernel: str) -> Kernel:
    """Reads and decodes a kernel. PtxError: not PTX; Unsupported: an opcode is missing; KeyError: no such entry."""
    with without_collection():
        return _prepared(ptx, kernel)


def _prepared(ptx: str, kernel: str) -> Kernel:
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
    blocks = blocks_of(flat, names, INSTRUCTIONS)
    note_joins(blocks)
    unwritten = watch(blocks, names)
    zeros = {home: np.zeros(1, home) for home in names.homes}  # shared: steps replace a register's array, never fill it
    registers = [zeros[home] for home in names.homes] + names.constants
    size = end + GUARD if local else 0
    tried = guesses(flat.body)
    return Kernel(module, function, blocks, names, shared, size, local, globals_, registers, tried, unwritten)


def _symbols(body: Sequence[Any]) -> set[str]:
    found: set[str] = set()
    for item in body:
        if isinstance(item, Instruction):
            for operand in item.operands:
                if type(operand) is Register or type(operand) is Immediate:  # most operands, so skip them first
                    continue
                base = getattr(operand, "base", operand)
                if isinstance(base, Symbol):
                    found.add(base.name)
    return found


def _with_references(variables: list[Variable], module: Module) -> list[Variable]:
    found = OrderedDict((each.name, each) for each in variables)
    queue = list(variables)
    while queue:
        for _, name, _ in queue.pop().references:
            target = module.variables.get(name)
            if target is None:
                raise Unsupported(f"the address of {name} in a variable")
            if name not in found:
                found[name] = target
                queue.append(target)
    return list(found.values())


def _laid(variables: list[Variable], table: dict[str, int]) -> list[tuple[Variable, int]]:
    """Offsets of variables, ``GUARD`` bytes apart; a variable of unknown size comes last."""
    laid, offset = [], GUARD
    for variable in sorted(variables, key=lambda each: each.count is None):
        align = max(variable.align, 16)
        offset = -(-offset // align) * align
        table[variable.name] = offset
        laid.append((variable, offset))
        offset += variable.size + GUARD
    return laid
