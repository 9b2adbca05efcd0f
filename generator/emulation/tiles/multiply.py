"""`mma.sync`: a warp's product of small matrices, whose elements lie spread over the lanes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import WARP, Lanes, State
from generator.emulation.machine.warps import lane_table
from generator.emulation.opcodes.types import DTYPES
from generator.emulation.ptx.program import Instruction, Operand, Unsupported, Vector
from generator.emulation.tiles.elements import ELEMENTS, sums_as, words_of

SHAPES: dict[frozenset[str], frozenset[str]] = {
    frozenset({"f16"}): frozenset({"m16n8k8", "m16n8k16"}),
    frozenset({"bf16"}): frozenset({"m16n8k8", "m16n8k16"}),
    frozenset({"tf32"}): frozenset({"m16n8k4", "m16n8k8"}),
    frozenset({"f64"}): frozenset({"m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"}),
    frozenset({"e4m3", "e5m2"}): frozenset({"m16n8k16", "m16n8k32"}),
    frozenset({"s8", "u8"}): frozenset({"m8n8k16", "m16n8k16", "m16n8k32"}),
    frozenset({"s4", "u4"}): frozenset({"m8n8k32", "m16n8k32", "m16n8k64"}),
    frozenset({"b1"}): frozenset({"m8n8k128", "m16n8k128", "m16n8k256"}),
}
"""Types that ``a`` and ``b`` may mix -> their shapes, a family a line."""

SUMS = {"f16": {"f16", "f32"}, "e4m3": {"f16", "f32"}, "e5m2": {"f16", "f32"}, "bf16": {"f32"}, "tf32": {"f32"},
        "f64": {"f64"}}  # fmt: skip
"""Type of ``a`` -> allowed types of the sums; sums of integers are s32."""

LANE = np.arange(WARP)
GROUP, PLACE = LANE // 4, LANE % 4


def multiplying(names: Names, item: Instruction) -> Step:
    """`mma.sync` with ``a`` in rows and ``b`` in columns; sparse, scaled and the older m8n8k4 of f16 are unsupported.

    Floats are summed in float64 and rounded once: the hardware's order and precision are not documented.
    """
    modifiers = [each for each in item.modifiers if each not in ("satfinite", "rn", "popc", "xor", "and")]
    if modifiers[:2] != ["sync", "aligned"] or modifiers[3:5] != ["row", "col"] or len(modifiers) != 9:
        raise Unsupported(item.opcode, item.line)
    shape, (result, left, right, summand) = modifiers[2], modifiers[5:]
    rows, depth = int(shape[1:].partition("n")[0]), int(shape.rpartition("k")[2])
    known = any({left, right} <= kinds and shape in shapes for kinds, shapes in SHAPES.items())
    bits = left == "b1" and "popc" in item.modifiers
    if not known or result != summand or result not in SUMS.get(left, {"s32"}) or (left == "b1") != bits:
        raise Unsupported(item.opcode, item.line)
    a, b, c = (_registers(names, operand, kind)
               for operand, kind in zip(item.operands[1:], (left, right, summand), strict=True))  # fmt: skip
    word = ELEMENTS[result].word
    writes = [names.write(each, word) for each in parts_of(item.operands[0])]
    exact = np.int64 if result == "s32" else np.float64
    finish = sums_as(result, saturated="satfinite" in item.modifiers)
    apart = "xor" in item.modifiers

    def step(state: State) -> None:
        table = lane_table(state)
        first = np.zeros((len(table), rows, depth), exact)
        second = np.zeros((len(table), depth, 8), exact)
        for place, part in enumerate(a(state, table)):
            count = part.shape[2]
            # The second register of a matrix of 16 rows holds its lower half, the third the next columns.
            across = place >> 1 if rows == 16 else place
            columns = PLACE[:, None] * count + np.arange(count) + across * 4 * count
            first[:, (GROUP + (8 * (place & 1) if rows == 16 else 0))[:, None], columns] = part
        for place, part in enumerate(b(state, table)):
            count = part.shape[2]
            second[:, PLACE[:, None] * count + np.arange(count) + place * 4 * count, GROUP[:, None]] = part
        product = first @ second
        if apart:
            product = first.sum(axis=2)[:, :, None] + second.sum(axis=1)[:, None, :] - 2 * product
        sums = np.concatenate(c(state, table), axis=2).astype(exact)
        number = np.arange(sums.shape[2])
        products = product[:, GROUP[:, None] + 8 * (number >> 1), 2 * PLACE[:, None] + (number & 1)]
        found = words_of(finish(sums + products), result)[state.warp, state.lane_in_warp]
        for place, write in enumerate(writes):
            write(state, state.picked(np.ascontiguousarray(found[:, place]).view(DTYPES[word])))

    return step


def parts_of(operand: Operand) -> tuple[Operand, ...]:
    """The registers of a vector; a register by itself is one."""
    return operand.parts if isinstance(operand, Vector) else (operand,)


def _registers(names: Names, operand: Operand, kind: str) -> Callable[[State, Lanes], list[Lanes]]:
    """A function that gives the elements of each register, by warp, lane and number; 0 where a warp lacks a lane."""
    element = ELEMENTS[kind]
    reads: list[Read] = [names.read(each, element.word) for each in parts_of(operand)]

    def of(state: State, table: Lanes) -> list[Lanes]:
        found = []
        for read in reads:
            words = np.ascontiguousarray(np.broadcast_to(read(state), state.count))
            elements = element.read(words).reshape(state.count, element.count)
            found.append(np.where((table >= 0)[:, :, None], elements[table], elements.dtype.type(0)))
        return found

    return of
