"""`ldmatrix`, `stmatrix` and `movmatrix`: matrices of 8 by 8 halves between shared memory and the lanes of a warp.

Lane ``l`` holds two neighbouring elements of row ``l // 4``; transposed, of column ``l // 4``.
"""

from __future__ import annotations

import numpy as np

from generator.emulation.machine import accesses
from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.state import Lanes, State
from generator.emulation.machine.touching import location
from generator.emulation.machine.warps import lane_table
from generator.emulation.ptx.program import Instruction, Unsupported
from generator.emulation.tiles.multiply import parts_of

ROW_BYTES = 16
"""Bytes of a row, and its alignment."""

_HALF, _PAIR = np.dtype("u2"), np.dtype("u4")


def _form(item: Instruction, registers: int) -> bool:
    """Whether the instruction transposes; Unsupported for other shapes than 8 by 8 halves."""
    known = {"sync", "aligned", "m8n8", "x1", "x2", "x4", "trans", "shared", "shared_cta", "b16"}
    counts = {"x1": 1, "x2": 2, "x4": 4}
    count = next((counts[each] for each in item.modifiers if each in counts), 0)
    if not {"m8n8", "b16"} <= set(item.modifiers) <= known or count != registers:
        raise Unsupported(item.opcode, item.line)
    return "trans" in item.modifiers


def _space(item: Instruction) -> str:
    return "shared" if any(each.startswith("shared") for each in item.modifiers) else ""


def _rows(state: State, item: Instruction, address: Lanes) -> Lanes:
    """For each active lane, the 32 addresses of rows that its warp's lanes give; reports a misaligned row."""
    lanes = state.active()
    whole = np.zeros(state.count + 1, np.uint64)
    whole[lanes] = address
    wrong = lanes[np.broadcast_to((address & np.uint64(ROW_BYTES - 1)) != 0, len(lanes))]
    if len(wrong):
        text = f"a row of a matrix at an address that is no multiple of {ROW_BYTES}"
        state.report_at("misaligned", text, item, wrong, "shared")
    return np.asarray(whole[lane_table(state)[state.warp[lanes]]])


def _halves(state: State, rows: Lanes, matrix: int, half: int) -> Lanes:
    """The address of each active lane's half number ``half`` (0 or 1) of a transposed matrix."""
    lane = state.lane_in_warp[state.active()]
    row = rows[np.arange(len(rows)), 8 * matrix + 2 * (lane % 4) + half]
    return row + (2 * (lane // 4)).astype(np.uint64)


def _pairs(state: State, rows: Lanes, matrix: int) -> Lanes:
    """The address of each active lane's pair of halves of a matrix."""
    lane = state.lane_in_warp[state.active()]
    return rows[np.arange(len(rows)), 8 * matrix + lane // 4] + (4 * (lane % 4)).astype(np.uint64)


def loading_matrices(names: Names, item: Instruction) -> Step:
    """`ldmatrix`: the lanes of a warp give the addresses of rows, eight lanes for each matrix."""
    targets = parts_of(item.operands[0])
    transposed = _form(item, len(targets))
    resolve, address = location(names, item, item.operands[1], _space(item))
    writes = [names.write(each, "b32") for each in targets]

    def load(state: State, at: Lanes, kind: np.dtype[np.uint16] | np.dtype[np.uint32]) -> Lanes:
        return accesses.load(state, item, resolve, at, kind, 1)[0]

    def step(state: State) -> None:
        rows = _rows(state, item, address(state))
        found = []
        for matrix in range(len(writes)):
            if transposed:
                low, high = (load(state, _halves(state, rows, matrix, half), _HALF) for half in (0, 1))
                found.append(low.astype(np.uint32) | (high.astype(np.uint32) << np.uint32(16)))
            else:
                found.append(load(state, _pairs(state, rows, matrix), _PAIR))
        for write, words in zip(writes, found, strict=True):
            write(state, words)

    return step


def storing_matrices(names: Names, item: Instruction) -> Step:
    """`stmatrix`: the reverse of `ldmatrix`."""
    sources = parts_of(item.operands[1])
    transposed = _form(item, len(sources))
    resolve, address = location(names, item, item.operands[0], _space(item))
    reads = [names.read(each, "b32") for each in sources]

    def step(state: State) -> None:
        rows = _rows(state, item, address(state))
        for matrix, read in enumerate(reads):
            words = np.broadcast_to(state.picked(read(state)), len(state.active()))
            if not transposed:
                accesses.store(state, item, resolve, _pairs(state, rows, matrix), [words])
                continue
            for half in (0, 1):
                part = (words >> np.uint32(16 * half)).astype(np.uint16)
                accesses.store(state, item, resolve, _halves(state, rows, matrix, half), [part])

    return step


def transposing(names: Names, item: Instruction) -> Step:
    """`movmatrix`: a matrix of registers, transposed."""
    if item.modifiers != ("sync", "aligned", "m8n8", "trans", "b16"):
        raise Unsupported(item.opcode, item.line)
    read, write = names.read(item.operands[1], "b32"), names.write(item.operands[0], "b32")

    def step(state: State) -> None:
        lanes = state.active()
        halves = np.zeros((state.count + 1, 2), np.uint16)
        words = np.ascontiguousarray(np.broadcast_to(read(state), state.count))
        halves[:-1] = words.view(np.uint16).reshape(-1, 2)
        table, lane = lane_table(state)[state.warp[lanes]], state.lane_in_warp[lanes]
        row, parts = np.arange(len(lanes)), []
        for half in (0, 1):
            source = table[row, 4 * (2 * (lane % 4) + half) + lane // 8]
            parts.append(halves[source, lane // 4 % 2])
        write(state, np.ascontiguousarray(np.stack(parts, axis=1)).view(np.uint32).reshape(-1))

    return step
