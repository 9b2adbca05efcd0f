"""`wmma`: a warp's matrices as fragments, whose layout in the lanes' registers PTX leaves open.

Here element ``e`` of lane ``l`` is element ``l * n + e`` of the matrix in row-major order, where a lane has ``n``
elements; a matrix with fewer elements than the warp's registers is repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine import accesses
from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.state import WARP, Lanes, State
from generator.emulation.machine.touching import location
from generator.emulation.machine.warps import lane_table
from generator.emulation.opcodes.types import DTYPES
from generator.emulation.ptx.program import Immediate, Instruction, Operand, Unsupported
from generator.emulation.tiles.elements import ELEMENTS, sums_as, words_of
from generator.emulation.tiles.multiply import parts_of

_WIDE = frozenset({"m16n16k16", "m32n8k16", "m8n32k16"})
SHAPES = {"f16": _WIDE, "bf16": _WIDE, "s8": _WIDE, "u8": _WIDE, "tf32": {"m16n16k8"}, "f64": {"m8n8k4"}}
"""Type of ``a`` and ``b`` -> shapes; types of 4 bits and of single bits are unsupported."""

SUMS = {"f16": {"f16", "f32"}, "bf16": {"f32"}, "s8": {"s32"}, "u8": {"s32"}, "tf32": {"f32"}, "f64": {"f64"}}
"""Type of ``a`` and ``b`` -> types of the sums."""

MEMORY = {"f16": "u2", "bf16": "u2", "s8": "u1", "u8": "u1", "tf32": "u4", "f32": "u4", "s32": "u4", "f64": "u8"}
"""Type of an element -> the NumPy type of its bits in memory."""

MOST_ALIGNMENT = 16
"""Most bytes of alignment required of a row or column: CUDA's guide asks it of strides; PTX asks more."""


@dataclass(frozen=True)
class Fragment:
    """A matrix in the registers of a warp: ``rows`` by ``columns`` elements of a type, ``registers`` of each lane."""

    kind: str
    rows: int
    columns: int
    registers: int

    @property
    def size(self) -> int:
        return self.rows * self.columns

    @property
    def word(self) -> str:
        return ELEMENTS[self.kind].word

    @property
    def share(self) -> int:
        """Number of elements of a lane."""
        return self.registers * ELEMENTS[self.kind].count

    def gathered(self, elements: Lanes, table: Lanes) -> Lanes:
        """Elements by lane -> matrices by warp; 0 where a warp lacks a lane."""
        padded = np.concatenate([elements, np.zeros((1, elements.shape[1]), elements.dtype)])
        return padded[table].reshape(len(table), -1)[:, : self.size].reshape(-1, self.rows, self.columns)

    def spread(self, state: State, matrices: Lanes) -> Lanes:
        """Matrices by warp -> words by lane and register."""
        place = (np.arange(WARP)[:, None] * self.share + np.arange(self.share)) % self.size
        elements = matrices.reshape(len(matrices), -1)[:, place][state.warp, state.lane_in_warp]
        return words_of(elements, self.kind)


def warp_matrix(names: Names, item: Instruction) -> Step:
    """`wmma.load`, `wmma.store` and `wmma.mma`."""
    make = {"load": _loading, "store": _storing, "mma": _multiplying}.get(item.modifiers[0])
    if make is None:
        raise Unsupported(item.opcode, item.line)
    return make(names, item)


def _fragment(item: Instruction, name: str, kind: str, operand: Operand) -> Fragment:
    """The fragment of matrix "a", "b", "c" or "d" of the item's shape; Unsupported for a shape without the type."""
    shape = next((each for each in item.modifiers if each[0] == "m" and each[1:2].isdigit()), "")
    kinds = [kind] if name in "ab" else [left for left, sums in SUMS.items() if kind in sums]
    if not any(shape in SHAPES.get(each, ()) for each in kinds):
        raise Unsupported(item.opcode, item.line)
    m, rest = shape[1:].split("n")
    n, k = rest.split("k")
    rows, columns = {"a": (int(m), int(k)), "b": (int(k), int(n))}.get(name, (int(m), int(n)))
    found = Fragment(kind, rows, columns, len(parts_of(operand)))
    if found.share * WARP % found.size:
        raise Unsupported(f"{item.opcode} of {found.registers} registers", item.line)
    return found


Places = Callable[[State], Lanes]
"""Gives the addresses of the active lanes' elements: a row for each lane."""


def _places(
    names: Names, item: Instruction, fragment: Fragment, pointer: Operand, stride: list[Operand], share: int
) -> tuple[accesses.Resolve, Places]:
    """Two functions: one that resolves addresses, one that gives those of each lane's ``share`` elements."""
    space = next((each.partition("_")[0] for each in item.modifiers if each.startswith(("shared", "global"))), "")
    resolve, base = location(names, item, pointer, space)
    by_rows = "row" in item.modifiers
    width = fragment.columns if by_rows else fragment.rows
    ahead: Read = names.read(stride[0] if stride else Immediate(width), "u32")
    size = np.dtype(MEMORY[fragment.kind]).itemsize
    line = min(MOST_ALIGNMENT, fragment.registers * DTYPES[fragment.word].itemsize)

    def places(state: State) -> Lanes:
        lanes = state.active()
        begin = np.broadcast_to(base(state), len(lanes)).astype(np.uint64)
        step = np.broadcast_to(state.picked(ahead(state)), len(lanes)).astype(np.uint64) * np.uint64(size)
        wrong = lanes[((begin | step) & np.uint64(line - 1)) != 0]
        if len(wrong):
            text = f"a row or column of a matrix at an address that is no multiple of {line}"
            state.report_at("misaligned", text, item, wrong, space)
        number = state.lane_in_warp[lanes][:, None] * share + np.arange(share)
        row, column = number // fragment.columns, number % fragment.columns
        outer, inner = (row, column) if by_rows else (column, row)
        return np.asarray(begin[:, None] + outer.astype(np.uint64) * step[:, None] + (inner * size).astype(np.uint64))

    return resolve, places


def _loading(names: Names, item: Instruction) -> Step:
    """Each lane reads its share of the matrix: once, even where registers hold an element twice."""
    target, pointer, *stride = item.operands
    fragment = _fragment(item, item.modifiers[1], item.modifiers[-1], target)
    share = fragment.size // WARP
    resolve, places = _places(names, item, fragment, pointer, stride, share)
    kind = np.dtype(MEMORY[fragment.kind])
    writes = [names.write(each, fragment.word) for each in parts_of(target)]

    def step(state: State) -> None:
        at = places(state)
        elements = np.zeros((state.count, share), kind)
        for number in range(share):
            found = accesses.load(state, item, resolve, np.ascontiguousarray(at[:, number]), kind, 1)[0]
            elements[state.active(), number] = found
        words = fragment.spread(state, fragment.gathered(elements, lane_table(state)))
        for number, write in enumerate(writes):
            write(state, state.picked(np.ascontiguousarray(words[:, number])))

    return step


def _storing(names: Names, item: Instruction) -> Step:
    pointer, source, *stride = item.operands
    fragment = _fragment(item, item.modifiers[1], item.modifiers[-1], source)
    resolve, places = _places(names, item, fragment, pointer, stride, fragment.share)
    reads = [names.read(each, fragment.word) for each in parts_of(source)]
    kind = np.dtype(MEMORY[fragment.kind])

    def step(state: State) -> None:
        at, lanes = places(state), state.active()
        words = np.stack([np.broadcast_to(state.picked(read(state)), len(lanes)) for read in reads], axis=1)
        elements = np.ascontiguousarray(words).view(kind)
        for number in range(fragment.share):
            value = np.ascontiguousarray(elements[:, number])
            accesses.store(state, item, resolve, np.ascontiguousarray(at[:, number]), [value])

    return step


def _multiplying(names: Names, item: Instruction) -> Step:
    """Floats are summed in float64 and rounded once: the hardware's order and precision are not documented."""
    kinds = [each for each in item.modifiers if each in ELEMENTS]
    if len(kinds) == 2:
        kinds = [kinds[0], "f16", "f16", kinds[1]]
    known = {"mma", "sync", "aligned", "row", "col", "rn", "satfinite", *kinds}
    if len(kinds) != 4 or kinds[1] != kinds[2] or not {kinds[0], kinds[3]} <= SUMS.get(kinds[1], set()):
        raise Unsupported(item.opcode, item.line)
    if len([each for each in item.modifiers if each not in known]) != 1:
        raise Unsupported(item.opcode, item.line)
    d, a, b, c = (_fragment(item, name, kind, operand)
                  for name, kind, operand in zip("dabc", kinds, item.operands, strict=True))  # fmt: skip
    reads = [[names.read(each, of.word) for each in parts_of(operand)]
             for of, operand in zip((a, b, c), item.operands[1:], strict=True)]  # fmt: skip
    writes = [names.write(each, d.word) for each in parts_of(item.operands[0])]
    exact = np.int64 if kinds[0] == "s32" else np.float64
    finish = sums_as(kinds[0], saturated="satfinite" in item.modifiers)

    def step(state: State) -> None:
        table, matrices = lane_table(state), []
        for of, registers in zip((a, b, c), reads, strict=True):
            words = [np.ascontiguousarray(np.broadcast_to(read(state), state.count)) for read in registers]
            elements = [ELEMENTS[of.kind].read(each).reshape(state.count, -1) for each in words]
            matrices.append(of.gathered(np.concatenate(elements, axis=1), table).astype(exact))
        left, right, summand = matrices
        found = d.spread(state, finish(left @ right + summand))
        for number, write in enumerate(writes):
            write(state, state.picked(np.ascontiguousarray(found[:, number])))

    return step
