"""`mma.sync`: a warp's product of small matrices, whose elements lie spread over the lanes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import WARP, Lanes, State
from generator.emulation.machine.warps import lane_table
from generator.emulation.opcodes.half import half_bits, halves_of
from generator.emulation.opcodes.types import DTYPES
from generator.emulation.ptx.program import Instruction, Operand, Unsupported, Vector


@dataclass(frozen=True)
class Element:
    """How elements of a type stand in a register: how many, how they are read, as what they are summed."""

    count: int
    read: Callable[[Lanes], Lanes]
    word: str = "b32"


def _as(kind: str) -> Callable[[Lanes], Lanes]:
    return lambda words: np.ascontiguousarray(words).view(kind)


ELEMENTS = {
    "f16": Element(2, lambda words: halves_of(words, "f16x2").reshape(len(words), -1)),
    "bf16": Element(2, lambda words: halves_of(words, "bf16x2").reshape(len(words), -1)),
    "tf32": Element(1, lambda words: (words & np.uint32(0xFFFFE000)).view(np.float32)),
    "s8": Element(4, _as("i1")),
    "u8": Element(4, _as("u1")),
    "f32": Element(1, _as("f4")),
    "s32": Element(1, _as("i4")),
    "f64": Element(1, _as("f8"), "b64"),
}
"""Types of elements, a type a line; of tf32 the low 13 bits are not read."""

SHAPES = {
    ("f16", 8), ("f16", 16), ("bf16", 8), ("bf16", 16), ("tf32", 4), ("tf32", 8), ("s8", 16), ("s8", 32), ("u8", 16),
    ("u8", 32),
}  # fmt: skip
"""Types of ``a`` and depths ``k`` of the shapes ``m16n8k…`` that the machine has."""

LANE = np.arange(WARP)
GROUP, PLACE = LANE // 4, LANE % 4


def multiplying(names: Names, item: Instruction) -> Step:
    """`mma.sync.m16n8k….row.col` and `m8n8k4` of float64.

    Floats are summed in float64 and rounded once: the hardware's order and precision are not documented.
    """
    modifiers = [each for each in item.modifiers if each != "satfinite"]
    if modifiers[:2] != ["sync", "aligned"] or modifiers[3:5] != ["row", "col"] or len(modifiers) != 9:
        raise Unsupported(item.opcode, item.line)
    shape, (result, left, right, summand) = modifiers[2], modifiers[5:]
    rows, depth = (8, 4) if shape == "m8n8k4" else (16, int(shape.removeprefix("m16n8k")))
    known = left == "f64" if rows == 8 else (left, depth) in SHAPES
    if not known or result != summand or result not in ELEMENTS or right not in ELEMENTS:
        raise Unsupported(item.opcode, item.line)
    a, b, c = (_matrix(names, operand, kind)
               for operand, kind in zip(item.operands[1:], (left, right, summand), strict=True))  # fmt: skip
    word = ELEMENTS[result].word
    writes = [names.write(each, word) for each in _parts(item.operands[0])]
    exact = np.int64 if result == "s32" else np.float64
    finish = _finish(result, "satfinite" in item.modifiers)

    def step(state: State) -> None:
        table = lane_table(state)
        first = np.zeros((len(table), rows, depth), exact)
        second = np.zeros((len(table), depth, 8), exact)
        for place, part in enumerate(a(state, table)):
            count = part.shape[2]
            columns = PLACE[:, None] * count + np.arange(count) + (place >> 1) * 4 * count
            first[:, (GROUP + 8 * (place & 1))[:, None], columns] = part
        for place, part in enumerate(b(state, table)):
            count = part.shape[2]
            second[:, PLACE[:, None] * count + np.arange(count) + place * 4 * count, GROUP[:, None]] = part
        product = first @ second
        sums = np.concatenate(c(state, table), axis=2).astype(exact)
        number = np.arange(sums.shape[2])
        products = product[:, GROUP[:, None] + 8 * (number >> 1), 2 * PLACE[:, None] + (number & 1)]
        words = finish(sums + products)[state.warp, state.lane_in_warp].reshape(state.count, len(writes), -1)
        for place, write in enumerate(writes):
            part = np.ascontiguousarray(words[:, place]).view(DTYPES[word]).reshape(-1)
            write(state, state.picked(part))

    return step


def _parts(operand: Operand) -> tuple[Operand, ...]:
    return operand.parts if isinstance(operand, Vector) else (operand,)


def _matrix(names: Names, operand: Operand, kind: str) -> Callable[[State, Lanes], list[Lanes]]:
    """What gives the elements of each register, by warp, lane and number; 0 where a warp has no such lane."""
    element = ELEMENTS[kind]
    reads: list[Read] = [names.read(each, element.word) for each in _parts(operand)]

    def of(state: State, table: Lanes) -> list[Lanes]:
        found = []
        for read in reads:
            words = np.ascontiguousarray(np.broadcast_to(read(state), state.count))
            elements = element.read(words).reshape(state.count, element.count)
            found.append(np.where((table >= 0)[:, :, None], elements[table], elements.dtype.type(0)))
        return found

    return of


def _finish(kind: str, saturated: bool) -> Callable[[Lanes], Lanes]:
    if kind == "f16":
        return lambda sums: half_bits(sums, brain=False)
    if kind == "s32":
        limits = np.iinfo(np.int32)
        return lambda sums: (np.clip(sums, limits.min, limits.max) if saturated else sums).astype(np.int32)
    return lambda sums: sums.astype(DTYPES[kind])
