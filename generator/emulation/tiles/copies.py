"""`cp.async`: copies from global to shared memory, pending until the thread waits for their group."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.emulation.machine import accesses
from generator.emulation.machine.decoding import Names, Read, Step
from generator.emulation.machine.memory import UNDER_WAY, WRITTEN, Access
from generator.emulation.machine.state import Copy, Lanes, State
from generator.emulation.machine.touching import location
from generator.emulation.ptx.program import Immediate, Instruction, Operand, Register, Unsupported

SIZES = {"ca": (4, 8, 16), "cg": (16,)}
"""Sizes of a copy in bytes, by cache operator."""


def copying_ahead(names: Names, item: Instruction) -> Step:
    """`cp.async`, `commit_group`, `wait_group` and `wait_all`; bulk copies are unsupported."""
    kind = item.modifiers[1] if item.modifiers[:1] == ("async",) else ""
    if kind == "commit_group":
        return _commit
    if kind == "wait_group" and isinstance(item.operands[0], Immediate):
        return _waiting(item.operands[0].value)
    if kind == "wait_all":
        return lambda state: _complete(state, state.copy_groups + 1)
    if kind not in SIZES or len(item.operands) < 3:
        raise Unsupported(item.opcode, item.line)
    return _copy(names, item, kind)


def _commit(state: State) -> None:
    groups = state.copy_groups.copy()
    groups[state.active()] += 1
    state.copy_groups = groups


def _waiting(pending: int) -> Step:
    """Waits until at most ``pending`` of the thread's latest groups are pending."""
    return lambda state: _complete(state, state.copy_groups - pending)


def _copy(names: Names, item: Instruction, cache: str) -> Step:
    target, source, count, *more = item.operands
    if "L2_cache_hint" in item.modifiers:
        more = more[:-1]
    if not isinstance(count, Immediate) or count.value not in SIZES[cache] or len(more) > 1:
        raise Unsupported(item.opcode, item.line)
    size = count.value
    to, to_address = location(names, item, target, "shared")
    of, of_address = location(names, item, source, "global")
    length = _length(names, more[0], size) if more else None

    def step(state: State) -> None:
        lanes = state.active()
        end = np.broadcast_to(to_address(state), len(lanes))
        begin = np.broadcast_to(of_address(state), len(lanes))
        lengths = np.full(len(lanes), size)
        if length is not None:
            lengths = np.broadcast_to(np.minimum(state.picked(length(state)), size), len(lanes))
        data = _read(state, item, of, begin, lengths, size)
        for segment, places, offsets in to(state, lanes, end):
            good = accesses.good_addresses(state, item, segment, lanes, places, offsets, size)
            if segment is None or good is False:
                continue
            own, values = lanes[places], data[places]
            if good is not True:
                own, values, offsets = own[good], values[good], offsets[good]
            state.copies.append(Copy(item, segment, own, offsets, values, state.copy_groups[own]))
            segment.log.append(Access(item.line, item.source, "copy", size, offsets, own, state.stamps))
            if segment.shadow is not None:
                segment.shadow[offsets[:, None] + np.arange(size)] = UNDER_WAY

    return step


def _length(names: Names, operand: Operand, size: int) -> Read:
    """Number of bytes to read; the rest of the copy is zeros. For a predicate operand: 0 where it holds."""
    if isinstance(operand, Register) and names.homes[names.number(operand)].kind == "b":
        ignored = names.read(operand, "pred")
        return lambda state: np.where(ignored(state), 0, size)
    given = names.read(operand, "u32")
    return lambda state: given(state).astype(np.int64)


def _read(
    state: State, item: Instruction, resolve: accesses.Resolve, address: Lanes, lengths: Lanes, size: int
) -> Lanes:
    """The bytes of each active lane's copy, zeros beyond its length."""
    data = np.zeros((len(address), size), np.uint8)
    parts: list[tuple[Lanes, int, np.dtype[Any], int]] = [(lengths == size, 0, np.dtype("u4"), size // 4)]
    if (partial := (lengths > 0) & (lengths < size)).any():
        parts += [(partial & (lengths > place), place, np.dtype("u1"), 1) for place in range(size)]
    lanes, mask, alone = state.active(), state.mask, state.keep is None
    for chosen, place, kind, count in parts:
        if not chosen.any():
            continue
        inside = np.zeros(state.count, bool)
        inside[lanes[chosen]] = True
        state.narrow(inside)
        words = accesses.load(state, item, resolve, address[chosen] + np.uint64(place), kind, count)
        columns = np.ascontiguousarray(np.stack(words, axis=1)).view(np.uint8).reshape(len(words[0]), -1)
        data[chosen, place : place + columns.shape[1]] = columns
    state.narrow(mask, alone=alone)
    return data


def _complete(state: State, limits: Lanes) -> None:
    """Completes those copies of the active lanes whose group number is below the lane's limit."""
    waits = np.zeros(state.count, bool)
    waits[state.active()] = True
    rest = []
    for copy in state.copies:
        done = waits[copy.lanes] & (copy.groups < limits[copy.lanes])
        if done.any():
            segment, lanes, offsets = copy.segment, copy.lanes[done], copy.offsets[done]
            places = offsets[:, None] + np.arange(copy.data.shape[1])
            segment.data[places] = copy.data[done]
            segment.written = True
            if segment.shadow is not None:
                segment.shadow[places] = WRITTEN
            size = copy.data.shape[1]
            segment.log.append(Access(copy.item.line, copy.item.source, "write", size, offsets, lanes, state.stamps))
        if not done.all():
            left = ~done
            rest.append(Copy(copy.item, copy.segment, copy.lanes[left], copy.offsets[left], copy.data[left],
                             copy.groups[left]))  # fmt: skip
    state.copies = rest
