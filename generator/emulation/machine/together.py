"""Steps of warp-wide instructions."""

from __future__ import annotations

import numpy as np

from generator.emulation.machine import warps
from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.state import State
from generator.emulation.opcodes.types import DTYPES, types_of
from generator.emulation.ptx.program import Immediate, Instruction, Pair, Unsupported


def shuffling(names: Names, item: Instruction) -> Step:
    """`shfl`: a value from another lane; undefined, here zero, if that lane takes no part."""
    mode = next(each for each in item.modifiers if each in ("up", "down", "bfly", "idx"))
    targets = item.operands[0]
    write = names.write(targets.first if isinstance(targets, Pair) else targets, "b32")
    put = names.write(targets.second, "pred") if isinstance(targets, Pair) else None
    value, reads = names.read(item.operands[1], "b32"), [names.read(each, "b32") for each in item.operands[2:4]]
    reads.append(_members(names, item))

    def step(state: State) -> None:
        found, inside = warps.sources(state, mode, *(state.picked(read(state)) for read in reads))
        values = state.on_every_lane(value(state))
        write(state, np.where(found < 0, values.dtype.type(0), values[found]))
        if put is not None:
            put(state, inside)
        state.sources = found

    return step


def voting(names: Names, item: Instruction) -> Step:
    """`vote`: all, any, uni or ballot."""
    mode = next(each for each in item.modifiers if each in ("all", "any", "uni", "ballot"))
    predicate = names.read(item.operands[1], "pred")
    members = _members(names, item)
    write = names.write(item.operands[0], "b32" if mode == "ballot" else "pred")
    return lambda state: write(
        state, warps.vote(state, mode, state.picked(predicate(state)), state.picked(members(state)))
    )


def matching(names: Names, item: Instruction) -> Step:
    """`match`: the lanes with the same value."""
    mode = "all" if "all" in item.modifiers else "any"
    kind = types_of(item.modifiers)[-1]
    targets = item.operands[0]
    write = names.write(targets.first if isinstance(targets, Pair) else targets, "b32")
    put = names.write(targets.second, "pred") if isinstance(targets, Pair) else None
    value, members = names.read(item.operands[1], kind), _members(names, item)

    def step(state: State) -> None:
        found, same = warps.match(state, mode, state.picked(value(state)), state.picked(members(state)))
        write(state, found)
        if put is not None:
            put(state, same)

    return step


def reducing(names: Names, item: Instruction) -> Step:
    """`redux`: a reduction over the lanes of the mask; of floats it is unsupported."""
    operator = next(each for each in item.modifiers if each in ("add", "min", "max", "and", "or", "xor"))
    kind = types_of(item.modifiers)[-1]
    if DTYPES[kind].kind == "f":
        raise Unsupported(item.opcode, item.line)
    value, members = names.read(item.operands[1], kind), _members(names, item)
    write = names.write(item.operands[0], kind)
    return lambda state: write(
        state, warps.reduce(state, operator, state.picked(value(state)), state.picked(members(state)))
    )


def electing(names: Names, item: Instruction) -> Step:
    """`elect`: the leader among the lanes of the mask, and whether it is this lane."""
    targets = item.operands[0]
    if not isinstance(targets, Pair):
        raise Unsupported(item.opcode, item.line)
    write, put = names.write(targets.first, "b32"), names.write(targets.second, "pred")
    members = _members(names, item)

    def step(state: State) -> None:
        leader = warps.elect(state, state.picked(members(state)))
        write(state, leader)
        put(state, leader == state.lane_in_warp[state.active()])

    return step


def active_mask(names: Names, item: Instruction) -> Step:
    """`activemask`: the active lanes of the warp."""
    write = names.write(item.operands[0], "b32")
    every = np.array([0xFFFFFFFF], np.uint32)
    return lambda state: write(state, warps.ballot(state, np.ones(1, bool), every))


def warp_barrier(names: Names, item: Instruction) -> Step:
    """`bar.warp.sync`: accesses before it are ordered with those after it."""

    def step(state: State) -> None:
        stamps = state.stamps.copy()
        stamps[state.active()] += 1
        state.stamps = stamps

    return step


def block_reduction(names: Names, item: Instruction) -> Step:
    """`bar.red`: over the lanes of a block at the barrier, how many predicates hold, or whether all or any do."""
    mode = next((each for each in item.modifiers if each in ("popc", "and", "or")), None)
    if mode is None:
        raise Unsupported(item.opcode, item.line)
    predicate = names.read(item.operands[-1], "pred")
    write = names.write(item.operands[0], "u32" if mode == "popc" else "pred")

    def step(state: State) -> None:
        lanes = state.active()
        groups = state.group[lanes]
        holding = np.bincount(groups, np.broadcast_to(state.picked(predicate(state)), len(lanes)))[groups]
        if mode == "popc":
            write(state, holding.astype(np.uint32))
        else:
            write(state, holding == np.bincount(groups)[groups] if mode == "and" else holding > 0)

    return step


def _members(names: Names, item: Instruction):  # type: ignore[no-untyped-def]
    if "sync" not in item.modifiers:
        return names.read(Immediate(0xFFFFFFFF), "b32")
    return names.read(item.operands[-1], "b32")


def members_of(names: Names, item: Instruction):  # type: ignore[no-untyped-def]
    """A function that gives the member mask of an instruction; None for one that does not wait for its members."""
    if "sync" not in item.modifiers:
        return None
    if "aligned" in item.modifiers:
        return names.read(Immediate(0xFFFFFFFF), "b32")
    return names.read(item.operands[0 if item.name == "bar" else -1], "b32")
